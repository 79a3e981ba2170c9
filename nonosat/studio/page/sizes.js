// The dialog of the grid's kind and size, for a new drawing and for the one that is shown.
import { byId, element, within } from "../../pages/shared/elements.js";
import { geometryOf } from "../../pages/shared/kinds.js";
import { drawLines } from "../../pages/shared/marks.js";
import { SIDES } from "../../pages/shared/triangles.js";
import { showDialog } from "./dialogs.js";
import { asked } from "./files.js";
import { changeGrid } from "./grid_changes.js";
import { begin } from "./opened.js";
import { raise, showPart } from "./panel.js";
import { puzzle, settings } from "./puzzle.js";
import { server } from "./server.js";

const sideOf = (id, least = 1) => within(Math.round(Number(byId(id).value)) - least, settings.maxSide - least) + least;
const idOf = (name) => `side-${name.replace(" ", "-")}`;
const resizing = () => byId("size-dialog").dataset.how === "resize";
const triangular = () => byId("kind").value === "triddler";

for (const [value, about] of Object.entries(settings.kinds)) {
  byId("kind").append(element("option", { value, textContent: `${value[0].toUpperCase()}${value.slice(1).replaceAll("-", " ")}: ${about}` }));
}

byId("sides").append(...SIDES.map((name, side) => {
  const input = element("input", { id: idOf(name), type: "number", min: 0, max: settings.maxSide, value: 5, readOnly: side > 3 });
  return element("label", { className: "inline" }, name[0].toUpperCase() + name.slice(1), input);
}));
// A puzzle of a declared kind begins with an example, and large ones take long.
byId("kind").addEventListener("input", ({ target }) => {
  for (const id of ["width", "height"]) byId(id).value = target.value in settings.kinds ? 8 : 15;
});
byId("size-form").addEventListener("input", showSize);

export function askSize(how) {
  byId("size-dialog").dataset.how = how;
  byId("size-title").textContent = resizing() ? "Resize" : "A new puzzle";
  byId("kind-label").hidden = resizing();
  byId("size-go").textContent = resizing() ? "Resize" : "Create";
  if (resizing()) {
    byId("kind").value = puzzle.outline.length ? "triddler" : "nonogram";
    for (const side of MARGINS) byId(`add-${side}`).value = 0;
    puzzle.outline.forEach((length, side) => { byId(idOf(SIDES[side])).value = length; });
  }
  showSize();
  showDialog("size-dialog");
}

// Four sides are free; the last two close the outline.
function outline() {
  const [topLeft, bottomLeft, top, topRight] = SIDES.slice(0, 4).map((name) => sideOf(idOf(name), 0));
  const bottomRight = topLeft + bottomLeft - topRight;
  return [topLeft, bottomLeft, top, topRight, topLeft + top - bottomRight, bottomRight];
}

const closed = (sides) => Math.min(...sides) >= 0 && [0, 2, 4].every((side) => sides[side] + sides[side + 1] > 0);

// The size of a grid of squares, and what is added on its sides, of which none if it is new.
const MARGINS = ["top", "left", "right", "bottom"];

function squareSize() {
  if (!resizing()) return { width: sideOf("width"), height: sideOf("height") };
  const [down, right, after, below] = MARGINS.map((side) => Math.round(Number(byId(`add-${side}`).value)));
  return { width: puzzle.width + right + after, height: puzzle.height + down + below, down, right };
}

// A field that is not shown is disabled: a wrong value in it would keep the form from being sent, without a word.
function showFields(id, shown) {
  byId(id).hidden = !shown;
  for (const field of byId(id).querySelectorAll("input, select")) field.disabled = !shown;
}

function showSize() {
  showFields("squares", !triangular() && !resizing());
  showFields("margins", !triangular() && resizing());
  showFields("triangles", triangular());
  showFields("ends", triangular() && resizing());
  if (!triangular()) {
    const { width, height } = squareSize();
    byId("size-said").textContent = `${width} \u00d7 ${height} cells`;
    byId("size-go").disabled = Math.min(width, height) < 1 || Math.max(width, height) > settings.maxSide;
    return;
  }
  const sides = outline();
  for (const side of [4, 5]) byId(idOf(SIDES[side])).value = sides[side];
  byId("size-go").disabled = !closed(sides);
  byId("size-said").textContent = closed(sides) ? "" : "These sides do not meet.";
  preview(closed(sides) && geometryOf({ kind: "triddler", outline: sides }));
}

function preview(geometry) {
  const context = byId("size-preview").getContext("2d");
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  if (!geometry) return;
  const scale = Math.min((width - 4) / geometry.width, (height - 4) / geometry.height);
  const [x, y] = [(width - geometry.width * scale) / 2, (height - geometry.height * scale) / 2];
  for (const [x0, y0, x1, y1, thick] of geometry.edges()) {
    drawLines(context, [[x + x0 * scale, y + y0 * scale, x + x1 * scale, y + y1 * scale]], "#888", thick ? 2 : 0.7);
  }
}

export function takeSize() {
  const sides = triangular() ? outline() : [];
  const size = { ...(triangular() ? {} : squareSize()), outline: sides };
  if (resizing()) {
    changeGrid("resize", { ...size, at_top: byId("at-rows").value === "top", at_left: byId("at-columns").value === "left" });
    return;
  }
  const kind = byId("kind").value;
  showPart("check", false);
  raise(false);
  if (kind in settings.kinds) {
    asked(server.make("new", "", { kind, ...squareSize() }).then(async (made) => begin((await made.json()).drawing)));
    return;
  }
  const { rows, count } = geometryOf({ kind, ...size, numbers: [] });
  const extent = { height: rows.length, width: Math.max(...rows.map((row) => row.length)) };
  begin({ kind, ...size, ...extent, picture: ".".repeat(count) });
}
