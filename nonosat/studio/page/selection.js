// Selected cells: moved, copied, turned and mirrored, also from one drawing to another; and symmetric drawing.
import { cells } from "../../pages/shared/cells.js";
import { range, say } from "../../pages/shared/elements.js";
import { BACKGROUND } from "../../pages/shared/lines.js";
import { look } from "../../pages/shared/paint.js";
import { redraw, view } from "../../pages/shared/view.js";
import { commitCells } from "./changes.js";
import { many } from "./difficulty.js";
import { gridChanges } from "./grid_changes.js";
import { charOf, columnOf, NOT_GIVEN, puzzle, rowOf, size, values, written } from "./puzzle.js";
import { line } from "./shapes.js";
import { layerOf, takeTool, tool } from "./tools.js";

export const selection = new Set();
const CLIPBOARD = "nonosat-clipboard";

export function select(list) {
  selection.clear();
  for (const cell of list) selection.add(cell);
  redraw();
}

// The cells within a closed path, and those on it.
export function enclosed(path) {
  const [rows, columns] = [path.map(rowOf), path.map(columnOf)];
  const inside = (row, column) => {
    let is = false;
    path.forEach((_, i) => {
      const [a, b] = [i, (i + 1) % path.length];
      if ((rows[a] > row) === (rows[b] > row)) return;
      if (column < ((columns[b] - columns[a]) * (row - rows[a])) / (rows[b] - rows[a]) + columns[a]) is = !is;
    });
    return is;
  };
  const on = path.flatMap((cell, i) => line(cell, path[(i + 1) % path.length]));
  return [...new Set([...on, ...range(size()).filter((cell) => inside(rowOf(cell), columnOf(cell)))])];
}

const emptyValue = () => (tool.layer === "picture" ? BACKGROUND : NOT_GIVEN);

// Where a cell comes to, or null outside the grid.
export function shifted(cell, down, right) {
  const [row, column] = [rowOf(cell) + down, columnOf(cell) + right];
  return row < 0 || row >= puzzle.height || column < 0 || column >= puzzle.width ? null : row * puzzle.width + column;
}

// The values after the selected cells are taken away and put where `to` says; a Map from cells to values.
export function transferred(to) {
  const layer = layerOf(tool.layer);
  const after = new Map([...selection].map((cell) => [cell, emptyValue()]));
  for (const cell of selection) if (to(cell) !== null) after.set(to(cell), layer[cell]);
  return after;
}

export const movedBy = (from, to) => (cell) => shifted(cell, rowOf(to) - rowOf(from), columnOf(to) - columnOf(from));

export function transfer(to) {
  const after = transferred(to);
  const now = [...selection].map(to).filter((cell) => cell !== null);
  commitCells(tool.layer, [...after.keys()], [...after.values()]);
  select(now);
}

function bounds(list = [...selection]) {
  const [rows, columns] = [list.map(rowOf), list.map(columnOf)];
  return { top: Math.min(...rows), bottom: Math.max(...rows), left: Math.min(...columns), right: Math.max(...columns) };
}

export const at = (row, column) => shifted(0, row, column);

// Changes of the selection, or of the whole grid if nothing is selected.
export const turnings = {
  mirrorAcross() {
    if (!selection.size) return gridChanges.mirrorAcross();
    const { left, right } = bounds();
    return transfer((cell) => at(rowOf(cell), left + right - columnOf(cell)));
  },
  mirrorDown() {
    if (!selection.size) return gridChanges.mirrorDown();
    const { top, bottom } = bounds();
    return transfer((cell) => at(top + bottom - rowOf(cell), columnOf(cell)));
  },
  turn() {
    if (!selection.size) return gridChanges.turn();
    const { top, bottom, left } = bounds();
    return transfer((cell) => at(top + columnOf(cell) - left, left + bottom - rowOf(cell)));
  },
  // Without a selection, what leaves the grid on one side comes back on the other.
  shift(down, right) {
    if (selection.size) return transfer((cell) => shifted(cell, down, right));
    const { width, height } = puzzle;
    return gridChanges.shift((down + height) % height, (right + width) % width);
  },
  // Cut the grid down to the selection, or to what is drawn.
  crop() {
    const drawn = range(size()).filter((cell) => layerOf(tool.layer)[cell] !== emptyValue());
    const kept = selection.size ? [...selection] : drawn;
    if (!kept.length || written()) return;
    const { top, bottom, left, right } = bounds(kept);
    select([]);
    gridChanges.cut(left, top, right - left + 1, bottom - top + 1);
  },
  all: () => select(range(size())),
  clear() {
    commitCells(tool.layer, [...selection], [...selection].map(emptyValue));
  },
  copy() {
    if (!selection.size) return;
    const { top, left } = bounds();
    const layer = layerOf(tool.layer);
    const plainCells = [...selection].map((cell) => [rowOf(cell) - top, columnOf(cell) - left, charOf(layer[cell])]);
    localStorage.setItem(CLIPBOARD, JSON.stringify(plainCells));
    say(`${many(selection.size, "cell")} copied.`);
  },
  cut() {
    turnings.copy();
    turnings.clear();
  },
  // Paste at the focused cell; colours that this drawing does not have become the chosen one.
  paste() {
    const pasted = JSON.parse(localStorage.getItem(CLIPBOARD) ?? "[]")
      .map(([down, right, char]) => [shifted(cells.at, down, right), values(char)[0], char])
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

const SYMMETRIES = {
  "": [],
  across: [(row, column) => [row, puzzle.width - 1 - column]],
  down: [(row, column) => [puzzle.height - 1 - row, column]],
  turn: [(row, column) => [puzzle.height - 1 - row, puzzle.width - 1 - column]],
};
SYMMETRIES.both = [...SYMMETRIES.across, ...SYMMETRIES.down, ...SYMMETRIES.turn];

export const symmetry = { of: "" };

export const withMirrored = (list) => list.flatMap((cell) =>
  [cell, ...SYMMETRIES[symmetry.of].map((image) => at(...image(rowOf(cell), columnOf(cell))))]);

// The frame of the selection, and the axes of symmetry.
look.over = (context, origin) => {
  const { cell: side } = view;
  const to = (x, y) => [origin.x + x * side, origin.y + y * side];
  const { width, height } = puzzle;
  const axes = [];
  if (["across", "both"].includes(symmetry.of)) axes.push([width / 2, 0, width / 2, height]);
  if (["down", "both"].includes(symmetry.of)) axes.push([0, height / 2, width, height / 2]);
  if (symmetry.of === "turn") axes.push([width / 2 - 0.5, height / 2, width / 2 + 0.5, height / 2], [width / 2, height / 2 - 0.5, width / 2, height / 2 + 0.5]);
  Object.assign(context, { strokeStyle: "#c2185b", lineWidth: 2 });
  context.setLineDash([6, 4]);
  context.beginPath();
  for (const [x0, y0, x1, y1] of axes) {
    context.moveTo(...to(x0, y0));
    context.lineTo(...to(x1, y1));
  }
  context.stroke();
  context.setLineDash([]);
};
look.framed = () => [
  ...(view.pointed?.lines ?? []).map((one) => ({ line: one })),
  ...(selection.size ? [{ line: { cells: [...selection] }, strong: true }] : []),
];
