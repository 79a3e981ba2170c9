// The cells that a tool covers, as numbers row by row; these functions change nothing.
import { range } from "../../pages/shared/elements.js";
import { columnOf, puzzle, rowOf } from "./puzzle.js";

export function line(from, to) {
  // Bresenham's algorithm, in any direction.
  let [row, column] = [rowOf(from), columnOf(from)];
  const [down, right] = [Math.abs(rowOf(to) - row), Math.abs(columnOf(to) - column)];
  const [stepDown, stepRight] = [Math.sign(rowOf(to) - row), Math.sign(columnOf(to) - column)];
  let error = right - down;
  const found = [];
  for (;;) {
    found.push(row * puzzle.width + column);
    if (row === rowOf(to) && column === columnOf(to)) return found;
    const twice = 2 * error;
    if (twice > -down) { error -= down; column += stepRight; }
    if (twice < right) { error += right; row += stepDown; }
  }
}

export function box(from, to) {
  const [top, bottom] = [rowOf(from), rowOf(to)].sort((a, b) => a - b);
  const [left, right] = [columnOf(from), columnOf(to)].sort((a, b) => a - b);
  return range(bottom - top + 1).flatMap((r) =>
    range(right - left + 1).map((c) => (top + r) * puzzle.width + left + c));
}

export function rectangle(from, to) {
  const rows = [rowOf(from), rowOf(to)];
  const columns = [columnOf(from), columnOf(to)];
  return box(from, to).filter((cell) => rows.includes(rowOf(cell)) || columns.includes(columnOf(cell)));
}

// The outline of an ellipse between two corners: the cells of the disc that miss a neighbour in it.
export function ellipse(from, to) {
  const [top, bottom] = [rowOf(from), rowOf(to)].sort((a, b) => a - b);
  const [left, right] = [columnOf(from), columnOf(to)].sort((a, b) => a - b);
  const [y, x, tall, wide] = [(top + bottom) / 2, (left + right) / 2, (bottom - top + 1) / 2, (right - left + 1) / 2];
  const inside = (row, column) => ((row - y) / tall) ** 2 + ((column - x) / wide) ** 2 <= 1;
  return box(from, to).filter((cell) => {
    const [row, column] = [rowOf(cell), columnOf(cell)];
    const around = [[1, 0], [-1, 0], [0, 1], [0, -1]];
    return inside(row, column) && around.some(([down, across]) => !inside(row + down, column + across));
  });
}

// The cells of one value that are connected by their sides.
export function flood(from, layer) {
  const value = layer[from];
  const seen = new Set([from]);
  const open = [from];
  while (open.length) {
    const cell = open.pop();
    for (const next of neighbours(cell)) {
      if (layer[next] === value && !seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
    }
  }
  return [...seen];
}

export function neighbours(cell) {
  const found = [];
  if (columnOf(cell) > 0) found.push(cell - 1);
  if (columnOf(cell) < puzzle.width - 1) found.push(cell + 1);
  if (rowOf(cell) > 0) found.push(cell - puzzle.width);
  if (rowOf(cell) < puzzle.height - 1) found.push(cell + puzzle.width);
  return found;
}
