// The view of the board: which part of the grid is in sight, and how large. The room for clues is reserved, so that
// nothing moves while clues change; only the user changes the view: by zoom, scrolling, Fit and the window.
import { byId } from "./elements.js";

export const board = byId("board");
const paper = byId("paper");
export const canvas = byId("canvas");
const [SMALLEST, LARGEST] = [6, 64];
const SHARE = 0.4;  // the most of the window that clues take; longer ones are written smaller

// `cell` is a cell's side in pixels; `left` and so on are the bands of clues; `x` and `y` put
// a small grid into the middle; `preview` has the values of cells that a
// stroke would change; `auto` says that the page chooses the size, until the user does; `length` that room is
// reserved for the longest clues there can be.
export const view = {
  geometry: null, cell: 28, left: 0, top: 0, right: 0, bottom: 0, x: 0, y: 0, preview: null, auto: true, length: false,
};

// The size or the position of cells has changed.
export const moved = [];

let waiting = false;
let painter = () => {};
export function redraw() {
  if (waiting || !view.geometry) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    painter();
  });
}
export const paintWith = (given) => { painter = given; };

// The bands of clues at a cell's side in pixels, in a window of this size.
function bands(cell, window) {
  const room = view.geometry.room(view.length);
  const share = view.geometry.pinned ? SHARE : Infinity;
  const across = Math.min(1, (window[0] * share) / ((room.left + room.right) * cell));
  const down = Math.min(1, (window[1] * share) / ((room.top + room.bottom) * cell));
  const [left, right, top, bottom] = [room.left * across, room.right * across, room.top * down, room.bottom * down].map((side) => Math.ceil(side * cell));
  const { width, height } = view.geometry;
  return { left, right, top, bottom, paper: [Math.ceil(left + width * cell + right + 2), Math.ceil(top + height * cell + bottom + 2)] };
}

const windowOf = (box) => [box.clientWidth, box.clientHeight];

function measure() {
  const window = windowOf(board);
  Object.assign(view, bands(view.cell, window));
  // The cells are in the middle, as far as there is room for the clues beside them.
  const { width, height } = view.geometry;
  [view.x, view.y] = [[width, view.left], [height, view.top]].map(([cells, band], k) =>
    Math.max(0, Math.min(Math.floor((window[k] - cells * view.cell) / 2) - band, window[k] - view.paper[k])));
  Object.assign(paper.style, { width: `${view.paper[0]}px`, height: `${view.paper[1]}px` });
  const lengths = { cell: view.cell, left: view.left + view.x, top: view.top + view.y };
  for (const [name, length] of Object.entries(lengths)) paper.style.setProperty(`--${name}`, `${length}px`);
}

export function layOut(scale = devicePixelRatio) {
  const [across, down] = [board.clientWidth, board.clientHeight];
  Object.assign(canvas, { width: Math.round(across * scale), height: Math.round(down * scale) });
  Object.assign(canvas.style, { width: `${across}px`, height: `${down}px` });
  measure();
  for (const act of moved) act();
  redraw();
}

// The largest size at which the whole grid is in sight.
export function fit() {
  view.auto = true;
  const window = windowOf(board.parentElement);  // without scroll bars
  const fits = (cell) => bands(cell, window).paper.every((side, k) => side <= window[k]);
  view.cell = LARGEST;
  while (view.cell > SMALLEST && !fits(view.cell)) view.cell -= 1;
  layOut();
}

// Take a cell's side in pixels; what is at a point of the window stays there.
export function zoom(cell, [x, y]) {
  view.auto = false;
  const [before, from] = [view.cell, onGrid(x, y)];
  view.cell = Math.max(SMALLEST, Math.min(LARGEST, Math.round(cell)));
  if (view.cell === before) return;
  layOut();
  const to = onGrid(x, y);
  board.scrollBy((from[0] - to[0]) * view.cell, (from[1] - to[1]) * view.cell);
}

// Show a grid. The view stays if the new grid has the old one's size, and is as much in sight.
export function setGeometry(geometry) {
  const same = view.geometry && view.geometry.width === geometry.width && view.geometry.height === geometry.height
    && view.geometry.both === geometry.both && view.geometry.numbered === geometry.numbered;
  view.geometry = geometry;
  if (same) layOut();
  const window = windowOf(board.parentElement);
  if (!same || view.auto && view.paper.some((side, k) => side > window[k])) fit();
}

// The layout in pixels of the window: `x` and `y` where the grid begins, `bandX` to `endX` and so on where it is seen.
export function place() {
  const { geometry, cell, left, top, right, bottom } = view;
  const [x, y] = [view.x + left - board.scrollLeft, view.y + top - board.scrollTop];
  const [across, down] = [board.clientWidth, board.clientHeight];
  const [bandX, bandY] = geometry.pinned ? [view.x + left, view.y + top] : [0, 0];
  const [endX, endY] = geometry.pinned
    ? [Math.min(across - right, x + geometry.width * cell), Math.min(down - bottom, y + geometry.height * cell)]
    : [across, down];
  return { x, y, bandX, bandY, endX, endY, width: across, height: down };
}

// A point of the window, on the grid.
export function onGrid(x, y) {
  const [edge, at] = [board.getBoundingClientRect(), place()];
  return [(x - edge.left - board.clientLeft - at.x) / view.cell, (y - edge.top - board.clientTop - at.y) / view.cell];
}

// The cell at a point of the window; outside the grid null or, if `clamped`, the nearest cell.
export function cellAt(x, y, clamped = false) {
  const [at, [u, v]] = [place(), onGrid(x, y)];
  const [px, py] = [at.x + u * view.cell, at.y + v * view.cell];
  const inside = px >= at.bandX && py >= at.bandY && px < Math.max(at.endX, at.bandX) && py < Math.max(at.endY, at.bandY);
  const cell = inside ? view.geometry.cellAt(u, v) : null;
  return cell === null && clamped ? view.geometry.nearest(u, v) : cell;
}

// The middle of a cell, on the grid and as a point of the window.
export function middleIn(cell) {
  const [x, y, side] = view.geometry.inner(cell);
  return [x + side / 2, y + side / 2];
}

export function middleOf(cell) {
  const [edge, at] = [board.getBoundingClientRect(), place()];
  const [x, y] = middleIn(cell);
  return [edge.left + board.clientLeft + at.x + x * view.cell, edge.top + board.clientTop + at.y + y * view.cell];
}

// Scroll so that a cell is in sight, next to the clues.
export function reveal(cell) {
  const at = place();
  const points = view.geometry.corners(cell);
  const ends = (k, origin) => [Math.min, Math.max].map((f) => origin + f(...points.map((one) => one[k])) * view.cell);
  const [[x0, x1], [y0, y1]] = [ends(0, at.x), ends(1, at.y)];
  const by = (low, high, first, last) => (low < first ? low - first : Math.max(0, high + 2 - last));
  const [right, down] = [by(x0, x1, at.bandX, at.width - view.right), by(y0, y1, at.bandY, at.height - view.bottom)];
  if (right) board.scrollLeft += right;
  if (down) board.scrollTop += down;
}

board.addEventListener("scroll", redraw);
new ResizeObserver(() => {
  if (!view.geometry) return;  // nothing is shown yet
  if (view.auto) fit();
  else layOut();
}).observe(board);
