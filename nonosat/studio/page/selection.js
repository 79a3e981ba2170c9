// Selected cells: moved, copied, turned and mirrored, also from one drawing to another; and symmetric drawing.
import { cells } from "../../pages/shared/cells.js";
import { byId, range, say } from "../../pages/shared/elements.js";
import { BACKGROUND } from "../../pages/shared/lines.js";
import { drawLines } from "../../pages/shared/marks.js";
import { look } from "../../pages/shared/paint.js";
import { middleIn, redraw, view } from "../../pages/shared/view.js";
import { paintBorders } from "./borders.js";
import { commitCells } from "./changes.js";
import { on } from "./events.js";
import { changeGrid, remake } from "./grid_changes.js";
import { charOf, NOT_GIVEN, puzzle, size, values, written } from "./puzzle.js";
import { layerOf, takeTool, tool, TOOLS } from "./tool.js";

export const selection = new Set();
const CLIPBOARD = "nonosat-clipboard";

export function select(list) {
  selection.clear();
  for (const cell of list) selection.add(cell);
  redraw();
}

const oddness = (cell) => (view.geometry.rowOf(cell) + view.geometry.placeOf(cell)) & 1;
const emptyValue = () => (tool.layer === "picture" ? BACKGROUND : NOT_GIVEN);

// Where a cell comes to, or null outside the grid.
const shifted = (cell, down, places) => view.geometry.cellIn(view.geometry.rowOf(cell) + down, view.geometry.placeOf(cell) + places);

// The values after the selected cells are taken away and put where `to` says; a Map from cells to values.
export function transferred(to) {
  const layer = layerOf(tool.layer);
  const after = new Map([...selection].map((cell) => [cell, emptyValue()]));
  for (const cell of selection) if (to(cell) !== null) after.set(to(cell), layer[cell]);
  return after;
}

function offset(from, to) {
  const { rowOf, placeOf } = view.geometry;
  return [rowOf(to) - rowOf(from), placeOf(to) - placeOf(from)];
}

export const movedBy = (from, to) => (cell) => shifted(cell, ...view.geometry.stepped(...offset(from, to)));

export function transfer(to) {
  const after = transferred(to);
  const now = [...selection].map(to).filter((cell) => cell !== null);
  commitCells(tool.layer, [...after.keys()], [...after.values()]);
  select(now);
}

// Changes of the selection, or of the whole grid if nothing is selected.
export const turnings = {
  async moved(how) {
    if (!selection.size) return changeGrid(how);
    const made = await remake("selection", { how, layer: tool.layer, get cells() { return [...selection]; } });
    return made && select(made.cells);
  },
  // Without a selection, what leaves the grid on one side comes back on the other.
  shift(down, right) {
    if (selection.size) return transfer((cell) => shifted(cell, ...view.geometry.stepped(down, right)));
    return changeGrid("shift", { down, right });
  },
  // Cut the grid down to the selection, or to what is drawn.
  crop() {
    const drawn = range(size()).filter((cell) => layerOf(tool.layer)[cell] !== emptyValue());
    const kept = selection.size ? [...selection] : drawn;
    if (!kept.length || written()) return;
    select([]);
    changeGrid("crop", { cells: kept });
  },
  all: () => select(range(size())),
  clear() {
    commitCells(tool.layer, [...selection], [...selection].map(emptyValue));
  },
  copy() {
    if (!selection.size) return;
    const layer = layerOf(tool.layer);
    const first = Math.min(...selection);
    const plainCells = [...selection].map((cell) => [...offset(first, cell), charOf(layer[cell])]);
    localStorage.setItem(CLIPBOARD, JSON.stringify({ odd: oddness(first), plainCells }));
    say(`Copied: ${selection.size} ${selection.size === 1 ? "cell" : "cells"}.`);
  },
  cut() {
    turnings.copy();
    turnings.clear();
  },
  // Paste at the focused cell; colours that this drawing does not have become the chosen one.
  paste() {
    const { odd = 0, plainCells = [] } = JSON.parse(localStorage.getItem(CLIPBOARD) ?? "{}");
    const aside = view.geometry.fine > 1 && odd !== oddness(cells.at) ? 1 : 0;  // to a triangle that points the same way
    const pasted = plainCells
      .map(([down, right, char]) => [shifted(cells.at, down, right + aside), values(char)[0], char])
      .filter(([cell]) => cell !== null)
      .map(([cell, value, char]) => [cell, value === NOT_GIVEN && char !== "?" ? tool.colour : value]);
    if (!pasted.length) return;
    const list = pasted.map(([cell]) => cell);
    commitCells(tool.layer, list, pasted.map(([, value]) => Math.max(value, emptyValue())));
    takeTool("select");
    select(list);
  },
};

/* Symmetry: what is drawn on one side is drawn on the others. */

const turn = (sixths) => (x, y) => {
  const [cos, sin] = [Math.cos((sixths * Math.PI) / 3), Math.sin((sixths * Math.PI) / 3)];
  return [x * cos - y * sin, x * sin + y * cos];
};
// Moves of points about the middle of the cells.
const SYMMETRIES = {
  "": [],
  across: [(x, y) => [-x, y]],
  down: [(x, y) => [x, -y]],
  turn: [(x, y) => [-x, -y]],
  third: [turn(2), turn(4)],
  sixth: [1, 2, 3, 4, 5].map(turn),
};
SYMMETRIES.both = [...SYMMETRIES.across, ...SYMMETRIES.down, ...SYMMETRIES.turn];

export const symmetry = { of: "" };

function centre() {
  const { geometry } = view;
  geometry.centre ??= range(geometry.count).reduce(([x, y], cell) => [x + middleIn(cell)[0] / geometry.count, y + middleIn(cell)[1] / geometry.count], [0, 0]);
  return geometry.centre;
}

// The cell to which a symmetry moves this one, or null.
function imageOf(cell, move) {
  const [[x, y], [x0, y0]] = [middleIn(cell), centre()];
  const [u, v] = move(x - x0, y - y0);
  const to = view.geometry.cellAt(x0 + u, y0 + v);
  return to !== null && Math.hypot(middleIn(to)[0] - x0 - u, middleIn(to)[1] - y0 - v) < 0.01 ? to : null;
}

let laidOut = null;
on("show", () => {
  if (laidOut === puzzle.geometry) return;
  laidOut = puzzle.geometry;
  select([]);
  showSymmetries();
});
on("tool", () => {
  if (selection.size && !TOOLS[tool.name].selects) select([]);
});

// Offer the symmetries that the grid has.
function showSymmetries() {
  for (const option of byId("symmetry").options) {
    option.hidden = !SYMMETRIES[option.value].every((move) => range(size()).every((cell) => imageOf(cell, move) !== null));
    if (option.hidden && symmetry.of === option.value) byId("symmetry").value = symmetry.of = "";
  }
}

export const withMirrored = (list) => list.flatMap((cell) => [cell, ...SYMMETRIES[symmetry.of].map((move) => imageOf(cell, move))]);

// The frame of the selection, and the axes of symmetry.
look.over = (context, origin) => {
  const { cell: side } = view;
  const { width, height } = view.geometry;
  const [x0, y0] = centre();
  const axes = [];
  if (["across", "both"].includes(symmetry.of)) axes.push([x0, 0, x0, height]);
  if (["down", "both"].includes(symmetry.of)) axes.push([0, y0, width, y0]);
  if (["turn", "third", "sixth"].includes(symmetry.of)) axes.push([x0 - 0.5, y0, x0 + 0.5, y0], [x0, y0 - 0.5, x0, y0 + 0.5]);
  context.setLineDash([6, 4]);
  drawLines(context, axes.map((ends) => ends.map((value, k) => value * side + (k % 2 ? origin.y : origin.x))), "#c2185b", 2);
  context.setLineDash([]);
  paintBorders(context, origin);
};
look.framed = () => [
  ...(view.pointed?.lines ?? []).map((one) => ({ line: one })),
  ...(selection.size ? [{ line: { cells: [...selection] }, strong: true }] : []),
];
