// Changes that the server works out: of the whole grid, of a selection, of the palette.
import { say } from "../../pages/shared/elements.js";
import { commitWhole } from "./changes.js";
import { connection } from "./connection.js";
import { plain } from "./puzzle.js";

// Return the answer to a request about the drawing, and take its drawing, in which `changed` fields are others still.
export async function remake(path, request, changed = {}) {
  const drawing = plain();
  try {
    const made = await (await connection.post(path, JSON.stringify({ ...request, drawing }))).json();
    // What was drawn in the meantime is changed, too.
    if (JSON.stringify(drawing) !== JSON.stringify(plain())) return await remake(path, request, changed);
    commitWhole({ ...made.drawing, ...changed });
    return made;
  } catch (error) {
    return say(`Not done: ${error.message}.`);
  }
}

export const changeGrid = (how, more = {}, changed = {}) => remake("/grid", { how, ...more }, changed);
