// Changes that Python works out: of the whole grid, of a selection, of the palette.
import { say } from "../../pages/shared/elements.js";
import { finishStroke } from "../../pages/shared/stroke.js";
import { commitWhole } from "./changes.js";
import { opened } from "./opened.js";
import { plain } from "./puzzle.js";
import { server } from "./server.js";

// Return the answer to a request about the drawing, and take its drawing, in which `changed` fields are others still.
export async function remake(what, request, changed = {}) {
  const drawing = plain();
  const { key } = opened;
  try {
    const made = await (await server.make(what, JSON.stringify({ ...request, drawing }))).json();
    if (key !== opened.key) return null;  // another drawing is shown
    // What was drawn in the meantime is changed, too.
    finishStroke(true);
    if (JSON.stringify(drawing) !== JSON.stringify(plain())) return await remake(what, request, changed);
    commitWhole({ ...made.drawing, ...changed });
    return made;
  } catch (error) {
    return say(`Not done: ${error.message}.`);
  }
}

export const changeGrid = (how, more = {}, changed = {}) => remake("grid", { how, ...more }, changed);
