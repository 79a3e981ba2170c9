// Mouse, touch and keys of the page to play, which begins here.
import { cells, showCells } from "./shared/cells.js";
import { byId, element, range, say, swatchOf } from "./shared/elements.js";
import { keyWords, keyboard, onCells, anywhere, undoKeys } from "./shared/keymap.js";
import { BACKGROUND, UNKNOWN } from "./shared/lines.js";
import { strokes } from "./shared/stroke.js";
import { board, cellAt, reveal, setGeometry } from "./shared/view.js";
import { bindActions, coloured, geometry, givens, lines, palette, root } from "./puzzle.js";
import { afterChange, changed, check, commit, restore, save, showAll, showHere, startOver, state, timeline, wishes } from "./play_state.js";

/* A stroke gives one value to those cells of a line that had the same value as its first cell. If that is the tool's value, it
   clears them; but where the next cell is open, it draws on. */

const MOVE = -2;
let chosen = 1;  // the value that a cell becomes, or MOVE
let way = null;  // the line that the stroke follows
let on = null;  // the value with which it draws on, or null

strokes.moves = () => chosen === MOVE;

strokes.begins = (cell, erasing) => {
  if (givens[cell] !== UNKNOWN) {
    say("This cell is given.");
    return null;
  }
  way = on = null;
  const value = erasing ? BACKGROUND : Math.max(chosen, BACKGROUND);
  return state[cell] === value ? UNKNOWN : value;
};

strokes.covers = (path, value) => {
  const [start, here] = [path[0], path.at(-1)];
  const along = (line) => line.cells.reduce((best, cell) => (far(cell, here) < far(best, here) ? cell : best));
  if (!way && here !== start) {
    [way] = [...geometry.ways(start)].sort((a, b) => far(along(a), here) - far(along(b), here));
  }
  if (!way) return [start];
  const [from, to] = [way.cells.indexOf(start), way.cells.indexOf(along(way))];
  const open = state[way.cells[from + Math.sign(to - from)]] === UNKNOWN;
  on = value === UNKNOWN && open && from !== to ? state[start] : null;
  return way.cells.slice(Math.min(from, to), Math.max(from, to) + 1)
    .filter((cell) => state[cell] === (on === null ? state[start] : UNKNOWN) && givens[cell] === UNKNOWN);
};

strokes.values = (list, value) => list.map(() => on ?? value);
strokes.ends = (list, value) => commit(list.map((cell) => [cell, on ?? value]));

function far(one, other) {
  const [[x, y], [u, v]] = [one, other].map((cell) => geometry.inner(cell));
  return Math.hypot(x - u, y - v);
}

function press(value, cell = cells.at) {
  const before = chosen;
  chosen = value;
  const after = strokes.begins(cell, false);
  chosen = before;
  if (after !== null) strokes.ends([cell], after);
}

keyboard.press = (how) => {
  const here = state[cells.at];
  if (how === "clear" && here === UNKNOWN) return;
  press(how === "cross" ? BACKGROUND : how === "clear" ? here : chosen === MOVE ? 1 : chosen);
};
keyboard.drag = (from, to) => { if (state[to] !== state[from]) press(state[from] === UNKNOWN ? state[to] : state[from], to); };
onCells.x[1] = "x: cross out";
onCells.Delete[1] = "Delete: clear";
undoKeys(timeline);
palette.forEach((colour, value) => {
  for (const key of [colour.char, String(value)]) anywhere[key] ??= [() => choose(value)];
});
// These have a meaning of their own in a puzzle with fewer colours.
anywhere["0"] = [() => choose(BACKGROUND), coloured ? "Digits and letters: choose a colour" : "0, 1: the tool"];

/* Tools. */

const tools = byId("tools");

function choose(value) {
  chosen = value;
  board.toggleAttribute("data-move", value === MOVE);
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
    const swatch = swatchOf(colour);
    swatch.textContent = coloured ? colour.char : "";
    addTool(i + 1, coloured ? colour.name : "Fill", [swatch]);
  });
  addTool(BACKGROUND, "\u00d7 Cross out");
  if (matchMedia("(any-pointer: coarse)").matches) addTool(MOVE, "Move");
  choose(1);
}

/* Wishes. */

function showWishes() {
  const { seconds, made } = wishes;
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const words = [wishes.timer && time, wishes.mistakes && `${made} mistake${made === 1 ? "" : "s"}`];
  byId("wished").textContent = words.filter(Boolean).join(", ");
}

function addWishes() {
  for (const name of ["timer", "mistakes", "finds"]) {
    byId(name).checked = wishes[name];
    byId(name).addEventListener("change", (event) => {
      wishes[name] = event.target.checked;
      showAll();
      showWishes();
      save();
    });
  }
  afterChange.push(showWishes);
  addEventListener("pagehide", () => { if (wishes.timer) save(); });
  setInterval(() => {
    if (!document.hidden && !root.hasAttribute("data-solved")) wishes.seconds += 1;
    showWishes();
  }, 1000);
}

bindActions({ undo: timeline.undo, redo: timeline.redo, check, clear: startOver });
const help = document.querySelector("details");
help.addEventListener("toggle", () => help.scrollIntoView({ block: "nearest" }));
export const showKeys = () => byId("keys").replaceChildren(...keyWords().map((words) => element("li", { textContent: words })));

showKeys();
addTools();
restore();
addWishes();
setGeometry(geometry);
showCells();
showAll();
board.addEventListener("pointermove", ({ clientX, clientY }) => showHere(cellAt(clientX, clientY) ?? cells.at));
for (const line of lines) line.told = line.done;
showHere();
changed();
reveal(range(geometry.count)[Math.floor(geometry.count / 2)]);
