// The cells that a tool covers, by their numbers; these functions change nothing.
import { range } from "../../pages/shared/elements.js";
import { middleIn, view } from "../../pages/shared/view.js";
import { size } from "./puzzle.js";

const rowOf = (cell) => view.geometry.rowOf(cell);
const placeOf = (cell) => view.geometry.placeOf(cell);

// The cells on the straight line between two middles: those at even steps, in squares one for each row or column.
export function line(from, to) {
  const [[x0, y0], [x1, y1]] = [middleIn(from), middleIn(to)];
  const steps = Math.max(1, Math.round(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) * view.geometry.fine));
  const at = range(steps + 1).map((k) => view.geometry.cellAt(x0 + ((x1 - x0) * k) / steps, y0 + ((y1 - y0) * k) / steps));
  return [...new Set(at.filter((cell) => cell !== null))];
}

// Those with their middles in a rectangle.
export function box(from, to) {
  const [[x0, y0], [x1, y1]] = [middleIn(from), middleIn(to)];
  const [left, right, top, bottom] = [Math.min(x0, x1) - 0.01, Math.max(x0, x1) + 0.01, Math.min(y0, y1) - 0.01, Math.max(y0, y1) + 0.01];
  return [...view.geometry.within(left, top, right, bottom)].filter((cell) => {
    const [x, y] = middleIn(cell);
    return x > left && x < right && y > top && y < bottom;
  });
}

export function rectangle(from, to) {
  const rows = [rowOf(from), rowOf(to)];
  const columns = [placeOf(from), placeOf(to)];
  return box(from, to).filter((cell) => rows.includes(rowOf(cell)) || columns.includes(placeOf(cell)));
}

// The outline of an ellipse between two corners: the cells of the disc that miss a neighbour in it.
export function ellipse(from, to) {
  const [top, bottom] = [rowOf(from), rowOf(to)].sort((a, b) => a - b);
  const [left, right] = [placeOf(from), placeOf(to)].sort((a, b) => a - b);
  const [y, x, tall, wide] = [(top + bottom) / 2, (left + right) / 2, (bottom - top + 1) / 2, (right - left + 1) / 2];
  const inside = (row, column) => ((row - y) / tall) ** 2 + ((column - x) / wide) ** 2 <= 1;
  return box(from, to).filter((cell) => {
    const [row, column] = [rowOf(cell), placeOf(cell)];
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
    for (const next of view.geometry.neighbours(cell)) {
      if (layer[next] === value && !seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
    }
  }
  return [...seen];
}

// The cells within a closed path, and those on it.
export function enclosed(path) {
  const corners = path.map(middleIn);
  const inside = ([x, y]) => {
    let is = false;
    corners.forEach(([x0, y0], i) => {
      const [x1, y1] = corners[(i + 1) % corners.length];
      if ((y0 > y) !== (y1 > y) && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) is = !is;
    });
    return is;
  };
  const on = path.flatMap((cell, i) => line(cell, path[(i + 1) % path.length]));
  return [...new Set([...on, ...range(size()).filter((cell) => inside(middleIn(cell)))])];
}
