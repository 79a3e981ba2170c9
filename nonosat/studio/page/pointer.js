// Mouse, pen and fingers: a stroke goes from pointer down to pointer up.
const stroke = { pointer: null, path: [], value: 0, cells: [] };
const fingers = new Map();
let pinch = null;

function beginStroke(cell, pointer, erasing) {
  Object.assign(stroke, { pointer, path: [cell], value: strokeValue(cell, erasing) });
  extendStroke(cell);
}

function extendStroke(cell) {
  if (stroke.path.at(-1) !== cell) stroke.path.push(cell);
  stroke.cells = [...new Set(TOOLS[tool.name].cells(stroke.path))];
  previewStroke(stroke.cells, stroke.value);
}

function finishStroke(keep) {
  if (stroke.pointer === null) return;
  stroke.pointer = null;
  endStroke(stroke.cells, stroke.value, keep);
}

board.addEventListener("pointerdown", (event) => {
  fingers.set(event.pointerId, event);
  if (fingers.size > 1) {
    finishStroke(false);  // a second finger: this becomes a pinch
    const spread = fingerSpread();
    pinch = { spread, cell: view.cell };
    return;
  }
  const cell = cellAt(event.clientX, event.clientY);
  const moves = tool.name === "move" || event.button === 1;
  if (cell === null || moves || event.button > 2) return;
  event.preventDefault();
  board.setPointerCapture(event.pointerId);
  focusCell(cell);
  beginStroke(cell, event.pointerId, event.button === 2);
});

board.addEventListener("pointermove", (event) => {
  if (fingers.has(event.pointerId)) fingers.set(event.pointerId, event);
  if (pinch && fingers.size > 1) {
    zoom(pinch.cell * (fingerSpread() / pinch.spread), cells.at);
  } else if (stroke.pointer === event.pointerId) {
    // All positions of the pointer, not only the last one of each frame.
    const way = event.getCoalescedEvents?.() ?? [];
    for (const on of way.length ? way : [event]) extendStroke(cellAt(on.clientX, on.clientY, true));
  } else if (tool.name === "move" && event.buttons === 1 && event.pointerType === "mouse") {
    board.scrollBy(-event.movementX, -event.movementY);
  }
});

for (const name of ["pointerup", "pointercancel"]) {
  board.addEventListener(name, (event) => {
    fingers.delete(event.pointerId);
    if (fingers.size === 0) pinch = null;
    if (stroke.pointer === event.pointerId) finishStroke(name === "pointerup");
  });
}

board.addEventListener("contextmenu", (event) => event.preventDefault());

board.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoom(view.cell * (event.deltaY < 0 ? 1.15 : 0.87), cellAt(event.clientX, event.clientY));
}, { passive: false });

function fingerSpread() {
  const [one, other] = [...fingers.values()];
  return Math.max(10, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
}
