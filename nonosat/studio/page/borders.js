// The pen that draws borders between cells. Where they close, a region is divided: its largest part keeps its letter. Until then a
// border is loose, and no part of the drawing. A click on a border takes it away, and joins the regions beside it.
import { drawLines } from "../../pages/shared/marks.js";
import { colours } from "../../pages/shared/paint.js";
import { board, onGrid, redraw, view } from "../../pages/shared/view.js";
import { on } from "./events.js";
import { puzzle } from "./puzzle.js";
import { borderKey, freshRegion, loose, NO_REGION, putRegions, regionAround, regionAt } from "./regions.js";
import { tool } from "./tool.js";

const NEAR = 0.35;  // of a cell's side, between a click and its border
const borders = { drawn: new Set(), pointer: null, at: null };

const borderCells = (key) => key.split(",").map(Number);

function borderEnds(key) {
  const [one, other] = borderCells(key);
  const [x, y] = [puzzle.geometry.columnOf(other), puzzle.geometry.rowOf(other)];
  return other - one === 1 ? [x, y, x, y + 1] : [x, y, x + 1, y];
}

// The border from a point to the next one, if it is within the grid.
function borderOf([x0, y0], [x1, y1]) {
  const { rows } = puzzle.geometry;
  const [x, y] = [Math.min(x0, x1), Math.min(y0, y1)];
  const [one, other] = x0 === x1 ? [rows[y]?.[x - 1], rows[y]?.[x]] : [rows[y - 1]?.[x], rows[y]?.[x]];
  return one === undefined || other === undefined ? null : borderKey(one, other);
}

// Divide the regions that the borders cut into parts.
function divide(cuts) {
  for (const key of cuts) loose.add(key);
  const [changed, used] = [new Map(), []];
  for (const letter of new Set([...cuts].flatMap(borderCells).map(regionAt))) {
    const left = new Set(puzzle.geometry.rows.flat().filter((cell) => regionAt(cell) === letter));
    const parts = [];
    while (left.size) {
      const part = regionAround([...left][0]);
      part.forEach((cell) => left.delete(cell));
      parts.push(part);
    }
    for (const part of parts.sort((a, b) => b.length - a.length).slice(1)) {
      const char = freshRegion(used);
      used.push(char);
      if (char) part.forEach((cell) => changed.set(cell, char));
    }
  }
  putRegions(changed);
  for (const key of loose) if (new Set(borderCells(key).map(regionAt)).size > 1) loose.delete(key);
}

// A click near a border draws it, or takes it away.
function clickBorder([u, v]) {
  const [x, y] = [Math.round(u), Math.round(v)];
  const upright = Math.abs(u - x) < Math.abs(v - y);
  if (Math.abs(upright ? u - x : v - y) > NEAR) return;
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const key = upright ? borderOf([x, row], [x, row + 1]) : borderOf([column, y], [column + 1, y]);
  if (!key) return;
  const [one, other] = borderCells(key);
  const [kept, joined] = [regionAt(one), regionAt(other)];
  const into = joined === NO_REGION ? joined : kept;
  if (kept !== joined) putRegions(new Map([one, other].flatMap((cell) => regionAround(cell)).map((cell) => [cell, into])));
  else if (!loose.delete(key)) divide([key]);
}

const cornerNear = (event) => onGrid(event.clientX, event.clientY).map(Math.round);

board.addEventListener("pointerdown", (event) => {
  if (tool.name !== "border" || event.button) return;
  const only = borders.pointer === null;  // a second finger: this becomes a pinch
  Object.assign(borders, { pointer: only ? event.pointerId : null, at: cornerNear(event), drawn: new Set() });
  if (only) board.setPointerCapture(event.pointerId);
});

board.addEventListener("pointermove", (event) => {
  if (borders.pointer !== event.pointerId) return;
  const [x, y] = cornerNear(event);
  while (borders.at[0] !== x || borders.at[1] !== y) {
    const [u, v] = borders.at;
    const next = u === x ? [u, v + Math.sign(y - v)] : [u + Math.sign(x - u), v];
    const key = borderOf(borders.at, next);
    if (key) borders.drawn.add(key);
    borders.at = next;
  }
  redraw();
});

for (const name of ["pointerup", "pointercancel"]) {
  board.addEventListener(name, (event) => {
    if (borders.pointer !== event.pointerId) return;
    borders.pointer = null;
    if (name === "pointerup" && borders.drawn.size) divide(borders.drawn);
    else if (name === "pointerup") clickBorder(onGrid(event.clientX, event.clientY));
    borders.drawn = new Set();
    redraw();
  });
}

export function paintBorders(context, { x, y }) {
  const lines = [...loose, ...borders.drawn].map((key) => borderEnds(key).map((value, k) => (k % 2 ? y : x) + value * view.cell));
  context.setLineDash([5, 3]);
  drawLines(context, lines, colours.thick, 4);
  context.setLineDash([]);
}

on("changed", ({ kind }) => kind === "whole" && loose.clear());
