// Changes of the whole grid: mirroring, turning, resizing. Each is a map from the new cells to the old ones.
import { range } from "../../pages/shared/elements.js";
import { BACKGROUND } from "../../pages/shared/lines.js";
import { commitWhole } from "./changes.js";
import { charOf, NOT_GIVEN, puzzle, written } from "./puzzle.js";

export const OUTSIDE = -1;

// Return the changed fields for a grid of this size; `from(row, column)` is the old cell, or OUTSIDE.
export function remade(width, height, from) {
  const cellsFrom = range(height).flatMap((row) => range(width).map((column) => from(row, column)));
  const layer = (old, empty) => cellsFrom.map((cell) => (cell === OUTSIDE ? empty : charOf(old[cell]))).join("");
  const replaced = { width, height };
  if (puzzle.picture.length) replaced.picture = layer(puzzle.picture, charOf(BACKGROUND));
  const givens = layer(puzzle.givens, "?");
  replaced.givens = /[^?]/.test(givens) ? givens : "";
  replaced.protected = puzzle.protected.every((value) => value === NOT_GIVEN) ? "" : layer(puzzle.protected, "?");
  // The cost of changing a cell moves with it; a new cell has the maximum.
  if (puzzle.costs) replaced.costs = cellsFrom.map((cell) => (cell === OUTSIDE ? "z" : puzzle.costs[cell])).join("");
  return replaced;
}

const reversed = (clue) => clue.trim().split(/[\s,]+/).reverse().join(" ");

// Written clues move with their lines; `flipped` says that lines are reversed.
export const gridChanges = {
  mirrorAcross() {
    const { width, height } = puzzle;
    const replaced = remade(width, height, (row, column) => row * width + width - 1 - column);
    if (written()) Object.assign(replaced, { rows: puzzle.rows.map(reversed), columns: [...puzzle.columns].reverse() });
    commitWhole(replaced);
  },
  mirrorDown() {
    const { width, height } = puzzle;
    const replaced = remade(width, height, (row, column) => (height - 1 - row) * width + column);
    if (written()) Object.assign(replaced, { rows: [...puzzle.rows].reverse(), columns: puzzle.columns.map(reversed) });
    commitWhole(replaced);
  },
  turn() {
    const { width, height } = puzzle;
    const replaced = remade(height, width, (row, column) => (height - 1 - column) * width + row);
    // Columns, reversed, become rows; rows become columns, the last row first.
    if (written()) Object.assign(replaced, { rows: puzzle.columns.map(reversed), columns: [...puzzle.rows].reverse() });
    commitWhole(replaced);
  },
  // What leaves the grid at the bottom or right comes back at the other side.
  shift(down, right) {
    const { width, height } = puzzle;
    const replaced = remade(width, height, (row, column) =>
      ((row - down + height) % height) * width + ((column - right + width) % width));
    const turned = (list, by) => list.map((_, i) => list[(i - by + list.length) % list.length]);
    if (written()) Object.assign(replaced, { rows: turned(puzzle.rows, down), columns: turned(puzzle.columns, right) });
    commitWhole(replaced);
  },
  cut(left, top, width, height) {
    commitWhole(remade(width, height, (row, column) => (row + top) * puzzle.width + column + left));
  },
  // `sides` says at which edges lines are added or removed.
  resize(width, height, sides) {
    const shift = (after, before, begin) => (begin ? after - before : 0);
    const [right, down] = [
      shift(width, puzzle.width, sides.columns === "left"),
      shift(height, puzzle.height, sides.rows === "top"),
    ];
    const replaced = remade(width, height, (row, column) => {
      const [r, c] = [row - down, column - right];
      return r >= 0 && r < puzzle.height && c >= 0 && c < puzzle.width ? r * puzzle.width + c : OUTSIDE;
    });
    if (written()) {
      const lines = (old, count, by) => range(count).map((i) => old[i - by] ?? "0");
      Object.assign(replaced, { rows: lines(puzzle.rows, height, down), columns: lines(puzzle.columns, width, right) });
    }
    commitWhole(replaced);
  },
};
