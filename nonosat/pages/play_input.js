// Mouse, touch and keys of the page to play, which begins here.
import { cells, showCells } from "./shared/cells.js";
import { byId, element, range, say, swatchOf } from "./shared/elements.js";
import { drawIcon } from "./shared/icons.js";
import { keyWords, keyboard, onCells, anywhere, undoKeys } from "./shared/keymap.js";
import { BACKGROUND, UNKNOWN } from "./shared/lines.js";
import { writeText } from "./shared/marks.js";
import { look, shown } from "./shared/paint.js";
import { menu } from "./shared/sheets.js";
import { stroke, strokes } from "./shared/stroke.js";
import { board, cellAt, place, reveal, setGeometry, view } from "./shared/view.js";
import { bindActions, coloured, geometry, givens, isSolved, lines, palette, pictorial } from "./puzzle.js";
import { afterChange, changed, check, commit, restore, save, showAll, showHere, startOver, state, timeWords, timeline, wishes } from "./play_state.js";

/* A stroke gives one value to those cells of a line that had the same value as its first cell. If that is the tool's value, it
   clears them; but where the next cell is open, it draws on. */

const MOVE = -2;
let chosen = 1;  // the value that a cell becomes, or MOVE
let way = null;  // the line that the stroke follows
let on = null;  // the value with which it draws on, or null
let end = null;  // where it is

strokes.moves = () => chosen === MOVE;

strokes.begins = (cell, erasing) => {
  if (givens[cell] !== UNKNOWN) {
    say("This cell is given.");
    return null;
  }
  way = on = null;
  end = cell;
  const value = erasing ? BACKGROUND : fitting(cell, Math.max(chosen, BACKGROUND));
  return state[cell] === value ? UNKNOWN : value;
};

// Of values that look alike, the first that a cell can have: a tent turns to the tree beside it.
function fitting(cell, value) {
  const alike = [value, ...palette.keys()].filter((one) => one > BACKGROUND && palette[one].rgb === palette[value].rgb);
  const mayBe = (one) => geometry.linesOf(cell).every(({ cells: all, clue }) =>
    geometry.rules.possible(all.map((other) => (other === cell ? one : givens[other])), clue));
  return (alike.length > 2 && alike.find(mayBe)) || value;
}

strokes.covers = (path, value) => {
  const [start, here] = [path[0], path.at(-1)];
  const along = (line) => line.cells.reduce((best, cell) => (far(cell, here) < far(best, here) ? cell : best));
  if (!way && here !== start) {
    [way] = [...geometry.ways(start)].sort((a, b) => far(along(a), here) - far(along(b), here));
  }
  if (!way) return [start];
  end = along(way);
  const [from, to] = [way.cells.indexOf(start), way.cells.indexOf(end)];
  const open = state[way.cells[from + Math.sign(to - from)]] === UNKNOWN;
  on = value === UNKNOWN && open && from !== to ? state[start] : null;
  return way.cells.slice(Math.min(from, to), Math.max(from, to) + 1)
    .filter((cell) => state[cell] === (on === null ? state[start] : UNKNOWN) && givens[cell] === UNKNOWN);
};

strokes.values = (list, value) => list.map(() => on ?? value);
strokes.ends = (list, value) => commit(list.map((cell) => [cell, on ?? value]));

/* The counter of a stroke: how long the run is that it makes, and what it may be in the clue, as "5 of 7". */

function countWords() {
  if (stroke.pointer === null || !way) return "";
  const values = way.cells.map((cell) => shown(cell));
  const value = shown(end);
  if (value <= BACKGROUND || !geometry.ordered) return String(stroke.cells.length);
  const at = way.cells.indexOf(end);
  let [from, to] = [at, at];
  while (values[from - 1] === value) from -= 1;
  while (values[to + 1] === value) to += 1;
  const length = to - from + 1;
  const blocks = way.clue.filter(({ colour, low, high }) => colour === value && low === high && low >= length);
  const may = [...new Set(blocks.map(({ low }) => low))].sort((a, b) => a - b);
  return may.length && may.length < 3 ? `${length} of ${may.join(" or ")}` : String(length);
}

// It stands beside the finger that it must not be hidden by.
look.over = (context) => {
  const words = countWords();
  if (!words) return;
  const { bandX, bandY, endX, x, y } = place();
  const [u, v] = view.geometry.inner(end);
  const width = 20 + 9 * words.length;
  const left = Math.max(bandX + 2, Math.min(endX - width - 2, x + (u + 0.5) * view.cell - width / 2));
  const above = y + v * view.cell - 62;
  const top = above > bandY + 2 ? above : y + (v + 1) * view.cell + 30;
  context.fillStyle = "#1b1d21e6";
  context.beginPath();
  context.roundRect(left, top, width, 30, 8);
  context.fill();
  writeText(context, words, left + width / 2, top + 16, 16, "#fff", "bold");
};

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
  byId("move").ariaPressed = String(value === MOVE);
}

function addTool(value, button) {
  button.dataset.value = value;
  button.addEventListener("click", () => choose(value));
  tools.append(button);
}

// The values by their own names; in a picture that is only black and white, one fills.
function addTools() {
  palette.slice(1).forEach((colour, i) => {
    const swatch = swatchOf(colour);
    if (coloured && pictorial) swatch.textContent = colour.char;
    if (!coloured && colour.name === "black") Object.assign(swatch.style, { background: "var(--filled)", color: "var(--page)" });
    const name = colour.name.replace(/^an? /, "");
    const words = pictorial && name === "black" ? "Fill" : name[0].toUpperCase() + name.slice(1);
    addTool(i + 1, element("button", { type: "button", title: words }, swatch, element("span", { className: "words", textContent: words })));
  });
  const cross = element("button", { type: "button", textContent: "Cross" });
  cross.dataset.icon = "cross";
  drawIcon(cross);
  addTool(BACKGROUND, cross);
  choose(1);
}

/* Wishes. */

function showWishes() {
  const { made } = wishes;
  const words = [wishes.timer && timeWords(), wishes.mistakes && `${made} mistake${made === 1 ? "" : "s"}`];
  byId("wished").textContent = words.filter(Boolean).join(", ");
}

function addWishes() {
  for (const name of ["timer", "mistakes", "crosses", "finds"]) {
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
    if (!document.hidden && !isSolved()) wishes.seconds += 1;
    showWishes();
  }, 1000);
}

bindActions({ undo: timeline.undo, redo: timeline.redo, check, clear: startOver, move: () => choose(chosen === MOVE ? 1 : MOVE) });
menu("more", "more-open");
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
if (pictorial) showHere();
else byId("here").textContent = byId("rules").textContent;  // until a cell is chosen
changed(false);
reveal(range(geometry.count)[Math.floor(geometry.count / 2)]);
