// Changes of the whole grid, which the server works out: mirrored, turned, shifted, cropped, resized.
import { say } from "../../pages/shared/elements.js";
import { commitWhole } from "./changes.js";
import { connection } from "./connection.js";
import { plain } from "./puzzle.js";

// `more` is what the change needs; `changed` are fields of the drawing that change with it.
export async function changeGrid(how, more = {}, changed = {}) {
  const drawing = plain();
  try {
    const response = await connection.post("/grid", JSON.stringify({ how, drawing, ...more }));
    const made = (await response.json()).drawing;
    // What was drawn in the meantime is changed, too.
    if (JSON.stringify(drawing) === JSON.stringify(plain())) commitWhole({ ...made, ...changed });
    else await changeGrid(how, more, changed);
  } catch (error) {
    say(`Not done: ${error.message}.`);
  }
}
