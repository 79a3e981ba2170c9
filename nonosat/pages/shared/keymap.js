// Keys: those on the grid, which Tab reaches with one cell and arrows move in, and those of the whole page.
import { cells, focusCell, zooms } from "./cells.js";
import { finishStroke, stroke } from "./stroke.js";
import { view } from "./view.js";

// The nearest cell in a direction; the ends of a row are the limits.
function beside(cell, down, right) {
  const { geometry } = view;
  const { rows } = geometry;
  const clamp = (at, list) => Math.max(0, Math.min(list.length - 1, at));
  const row = geometry.rowOf(cell);
  if (!down) return rows[row][clamp(rows[row].indexOf(cell) + right, rows[row])];
  const middle = (one) => geometry.inner(one)[0];
  return rows[clamp(row + down, rows)].reduce((best, one) =>
    (Math.abs(middle(one) - middle(cell)) < Math.abs(middle(best) - middle(cell)) ? one : best));
}

// Pages set these: `press` draws at the focused cell, `drag` on to another one; `types` tells whether it took a key for a symbol.
export const keyboard = { press: () => {}, drag: () => {}, cancel: () => {}, types: () => false };

function goTo(down, right, drawing = false) {
  const before = cells.at;
  const to = beside(before, down, right);
  if (drawing && to !== before) keyboard.drag(before, to);
  focusCell(to);
  keyboard.went?.(to);
}

// Each key with what it does and, in the list of keys, what it is for. Keys of the grid get whether Shift is down.
export const onCells = {
  ArrowLeft: [(drawing) => goTo(0, -1, drawing), "Arrows: move; with Shift, draw"],
  ArrowRight: [(drawing) => goTo(0, 1, drawing)],
  ArrowUp: [(drawing) => goTo(-1, 0, drawing)],
  ArrowDown: [(drawing) => goTo(1, 0, drawing)],
  PageUp: [() => goTo(-5, 0), "Page Up, Page Down: five rows"],
  PageDown: [() => goTo(5, 0)],
  Home: [() => goTo(0, -Infinity), "Home, End: to the ends of a row"],
  End: [() => goTo(0, Infinity)],
  " ": [() => keyboard.press(false), "Space, Enter: draw"],
  Enter: [() => keyboard.press(false)],
  x: [() => keyboard.press("cross"), ""],
  Delete: [() => keyboard.press("clear"), ""],
  Backspace: [() => keyboard.press("clear")],
};

export const anywhere = {
  "+": [zooms.larger, "+, \u2212, 0: larger, smaller, the whole grid"],
  "-": [zooms.smaller],
  0: [zooms.fit],
  Escape: [() => { finishStroke(false); keyboard.cancel(); }, "Escape: cancel"],
};

// With Control or Command; each gets whether Shift is down.
export const withControl = {};

export function undoKeys({ undo, redo }) {
  withControl.z = [(shifted) => (shifted ? redo() : undo()), "Ctrl+Z: undo; Ctrl+Y: redo"];
  withControl.y = [redo];
}

// The list of keys, in words.
export const keyWords = () => [onCells, anywhere, withControl]
  .flatMap((table) => Object.values(table).map(([, words]) => words)).filter(Boolean);

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, dialog");
  if (event.altKey || typing || (stroke.pointer !== null && event.key !== "Escape")) return;
  const { key } = event;
  const onGrid = event.target.getAttribute("role") === "gridcell";
  if (onGrid && !event.ctrlKey && !event.metaKey && keyboard.types(key)) return;
  const table = event.ctrlKey || event.metaKey ? withControl : onGrid && key in onCells ? onCells : anywhere;
  const action = table[table === withControl ? key.toLowerCase() : key]?.[0];
  if (!action || action(event.shiftKey) === false) return;
  event.preventDefault();
});
