// Mouse, touch and keys.

/* A stroke gives one value to those cells of a row or column that had the same value as its first cell. */

const MOVE = -2;
let tool = 1;  // the value that a cell becomes, or MOVE
let stroke = null;

function begin(cell, value, pointer) {
  if (givens[cell] !== UNKNOWN) {
    say("This cell is given.");
    return;
  }
  const before = state[cell];
  const after = before === value ? UNKNOWN : value;
  stroke = { pointer, start: cell, before, after, cells: [], way: 0 };  // `way` is the distance to the next cell
  extend(cell);
}

function extend(here) {
  const down = Math.floor(here / width) - Math.floor(stroke.start / width);
  const right = (here % width) - (stroke.start % width);
  if (!stroke.way && here !== stroke.start) stroke.way = Math.abs(right) >= Math.abs(down) ? 1 : width;
  const count = stroke.way === 1 ? right : down;
  set(stroke.cells.map((cell) => [cell, stroke.before]));
  stroke.cells = range(Math.abs(count) + 1)
    .map((i) => stroke.start + i * Math.sign(count) * stroke.way)
    .filter((cell) => state[cell] === stroke.before && givens[cell] === UNKNOWN);
  set(stroke.cells.map((cell) => [cell, stroke.after]));
}

function finish(keep) {
  const { cells, before, after } = stroke;
  stroke = null;
  if (keep && before !== after) commit(cells.map((cell) => [cell, before, after]));
  else set(cells.map((cell) => [cell, before]));
}

function draw(cell, value) {
  begin(cell, value, null);
  if (stroke) finish(true);
}

// The cell at a point, or the nearest one.
function cellAt(x, y) {
  const [first, last] = [elements[0].getBoundingClientRect(), elements.at(-1).getBoundingClientRect()];
  const along = (place, low, high, count) =>
    within(Math.floor(((place - low) / (high - low)) * count), count - 1);
  return along(y, first.top, last.bottom, height) * width + along(x, first.left, last.right, width);
}

board.addEventListener("pointerdown", (event) => {
  if (stroke) {
    finish(false);  // a second finger: this becomes a pinch
    return;
  }
  const cell = Number(event.target.closest("td")?.dataset.cell ?? UNKNOWN);
  const value = { 0: tool, 2: BACKGROUND }[event.button] ?? MOVE;
  if (cell < 0 || value === MOVE) return;
  event.preventDefault();
  focus(cell);
  begin(cell, value, event.pointerId);
  board.setPointerCapture(event.pointerId);
});
board.addEventListener("pointermove", (event) => {
  if (stroke?.pointer === event.pointerId) extend(cellAt(event.clientX, event.clientY));
});
// If the browser turns a touch into a scroll or a pinch, it cancels the stroke, and nothing changes.
for (const name of ["pointerup", "pointercancel"]) {
  board.addEventListener(name, (event) => {
    if (stroke?.pointer === event.pointerId) finish(name === "pointerup");
  });
}
board.addEventListener("contextmenu", (event) => event.preventDefault());

/* Keys. Tab reaches one cell of the grid; arrows move from there. */

function focus(cell) {
  elements[at].tabIndex = -1;
  at = cell;
  elements[at].tabIndex = 0;
  elements[at].focus({ preventScroll: true });
  elements[at].scrollIntoView({ block: "nearest", inline: "nearest" });
  showHere();
}

function go(down, right, drawing) {
  const row = within(Math.floor(at / width) + down, height - 1);
  const column = within((at % width) + right, width - 1);
  const [before, value] = [at, state[at]];
  focus(row * width + column);
  if (drawing && before !== at && state[at] !== value) draw(at, value);
}

const onCells = {
  " ": () => draw(at, tool === MOVE ? 1 : tool),
  Enter: () => draw(at, tool === MOVE ? 1 : tool),
  x: () => draw(at, BACKGROUND),
  Delete: () => draw(at, state[at]),
  Backspace: () => draw(at, state[at]),
  ArrowLeft: (drawing) => go(0, -1, drawing),
  ArrowRight: (drawing) => go(0, 1, drawing),
  ArrowUp: (drawing) => go(-1, 0, drawing),
  ArrowDown: (drawing) => go(1, 0, drawing),
  PageUp: () => go(-5, 0),
  PageDown: () => go(5, 0),
  Home: () => go(0, -width),
  End: () => go(0, width),
};

document.addEventListener("keydown", (event) => {
  if (event.altKey || stroke) return;
  const key = event.key;
  if (event.ctrlKey || event.metaKey) {
    const action = { z: event.shiftKey ? redo : undo, y: redo }[key.toLowerCase()];
    if (!action) return;
    action();
  } else if (key in onCells && elements.includes(document.activeElement)) {
    onCells[key](event.shiftKey);
  } else {
    const value = palette.findIndex((colour, i) => key === colour.char || key === String(i));
    if (value < 0) return;
    choose(value);
  }
  event.preventDefault();
});

/* Tools. */

const tools = document.getElementById("tools");

function choose(value) {
  tool = value;
  board.toggleAttribute("data-move", tool === MOVE);
  for (const button of tools.children) button.ariaPressed = String(Number(button.dataset.value) === value);
}

function addTool(value, text, swatch = []) {
  const key = value === BACKGROUND ? "x" : !coloured ? "Space" : value < 10 ? String(value) : "";
  const hint = element("kbd", { textContent: value === MOVE ? "" : key, ariaHidden: "true" });
  const button = element("button", { type: "button" }, ...swatch, text, hint);
  button.dataset.value = value;
  button.addEventListener("click", () => choose(value));
  tools.append(button);
}

function addTools() {
  palette.slice(1).forEach((colour, i) => {
    const letter = coloured ? colour.char : "";
    const swatch = element("span", { className: "swatch", textContent: letter, ariaHidden: "true" });
    paint(swatch, colour);
    addTool(i + 1, coloured ? colour.name : "Fill", [swatch]);
  });
  addTool(BACKGROUND, "\u00d7 Cross out");
  if (matchMedia("(any-pointer: coarse)").matches) addTool(MOVE, "Move");
  choose(1);
}

Object.assign(actions, { undo, redo, check, clear: startOver });
bindActions();
const help = document.querySelector("details");
help.addEventListener("toggle", () => help.scrollIntoView({ block: "nearest" }));

build("grid");
addTools();
restore();
showAll();
elements[at].tabIndex = 0;
for (const line of lines) line.told = line.done;
showHere();
changed();
fit();
if (board.dataset.loose) elements[at].scrollIntoView({ block: "center", inline: "center" });
