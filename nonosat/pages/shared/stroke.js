// Strokes by mouse, pen, finger and keys, from the first cell to the last; and zooming with fingers and the wheel.
import { focusCell } from "./cells.js";
import { board, cellAt, redraw, view, zoom } from "./view.js";

// What a page draws; each sets these. A stroke has a `path` of cells, and the value that its first cell leads to.
export const strokes = {
  moves: () => false,  // whether the tool moves the view
  begins: () => null,  // the stroke's value from its first cell and the button; null if there is no stroke
  covers: (path) => path,  // the cells that a path changes
  values: (list, value) => list.map(() => value),
  ends: () => {},  // called with the cells and the value
};

export const stroke = { pointer: null, path: [], value: 0, cells: [] };
const HELD = 450;  // milliseconds
const fingers = new Map();
let pinch = null;
let holding = 0;
let pressedAt = 0;
let valueBefore = null;  // the value of a stroke that is held still, before it was held: it has it again when it moves

export function previewStroke(list, value) {
  const values = strokes.values(list, value);
  view.preview = new Map(list.map((cell, i) => [cell, values[i]]));
  redraw();
}

function beginStroke(cell, pointer, erasing) {
  const value = strokes.begins(cell, erasing);
  if (value === null) return;
  Object.assign(stroke, { pointer, path: [cell], value });
  extendStroke(cell);
}

function extendStroke(cell) {
  if (stroke.path.at(-1) !== cell) {
    stroke.path.push(cell);
    stroke.value = valueBefore ?? stroke.value;
    valueBefore = null;
  }
  stroke.cells = [...new Set(strokes.covers(stroke.path, stroke.value))];
  previewStroke(stroke.cells, stroke.value);
  strokes.going?.(stroke);
}

export function finishStroke(keep) {
  clearTimeout(holding);
  valueBefore = null;
  view.preview = null;
  if (stroke.pointer === null) return;
  stroke.pointer = null;
  if (keep) strokes.ends(stroke.cells, stroke.value, stroke.path);
  strokes.going?.(null);
  redraw();
}

// A stroke over these cells at once, as by a key.
export function drawPath(path, erasing = false) {
  const value = strokes.begins(path[0], erasing);
  if (value !== null) strokes.ends([...new Set(strokes.covers(path, value))], value, path);
}

board.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "touch") fingers.set(event.pointerId, event);
  if (fingers.size > 1) {
    finishStroke(false);  // a second finger: this becomes a pinch
    pinch = { spread: fingerSpread(), cell: view.cell, middle: fingerMiddle() };
    return;
  }
  const cell = cellAt(event.clientX, event.clientY);
  if (cell === null || strokes.moves() || event.button === 1 || event.button > 2 || stroke.pointer !== null) return;
  event.preventDefault();
  board.setPointerCapture(event.pointerId);
  focusCell(cell);
  beginStroke(cell, event.pointerId, event.button === 2);
  if (event.pointerType === "touch") {
    pressedAt = event.timeStamp;
    holding = setTimeout(holdStill, HELD);
  }
});

// A finger that is held still and then lifted erases instead.
function holdStill() {
  if (stroke.pointer === null || stroke.path.length > 1) return;
  const value = strokes.begins(stroke.path[0], true);
  if (value === null) return;
  valueBefore = stroke.value;
  stroke.value = value;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(20);  // browsers refuse before a first touch
  extendStroke(stroke.path[0]);
}

// Where the page was busy, the timer may run before events that came earlier: then nothing was held.
function unlessHeld(event) {
  if (valueBefore === null || event.timeStamp - pressedAt >= HELD) return;
  stroke.value = valueBefore;
  valueBefore = null;
  extendStroke(stroke.path[0]);
}

board.addEventListener("pointermove", (event) => {
  if (fingers.has(event.pointerId)) fingers.set(event.pointerId, event);
  if (pinch && fingers.size > 1) {
    const [x, y] = fingerMiddle();
    zoom(pinch.cell * (fingerSpread() / pinch.spread), [x, y]);
    board.scrollBy(pinch.middle[0] - x, pinch.middle[1] - y);
    pinch.middle = [x, y];
  } else if (stroke.pointer === event.pointerId) {
    unlessHeld(event);
    // All positions of the pointer, not only the last one of each frame.
    const way = event.getCoalescedEvents?.() ?? [];
    for (const on of way.length ? way : [event]) extendStroke(cellAt(on.clientX, on.clientY, true));
  } else if (event.buttons === 4 || (strokes.moves() && event.buttons === 1 && event.pointerType === "mouse")) {
    board.scrollBy(-event.movementX, -event.movementY);
  }
});

for (const name of ["pointerup", "pointercancel"]) {
  board.addEventListener(name, (event) => {
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    if (stroke.pointer !== event.pointerId) return;
    unlessHeld(event);
    finishStroke(name === "pointerup");
  });
}

board.addEventListener("contextmenu", (event) => event.preventDefault());

board.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoom(view.cell * (event.deltaY < 0 ? 1.15 : 0.87), [event.clientX, event.clientY]);
}, { passive: false });

const fingerMiddle = () => ["clientX", "clientY"].map((name) => [...fingers.values()].reduce((sum, one) => sum + one[name], 0) / fingers.size);

function fingerSpread() {
  const [one, other] = [...fingers.values()];
  return Math.max(10, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
}
