// The player's state: how it is shown and stored.
import { cells, labelAll, labelCell, labelLine } from "./shared/cells.js";
import { byId, range, say } from "./shared/elements.js";
import { History } from "./shared/history.js";
import { BACKGROUND, UNKNOWN, maskOf } from "./shared/lines.js";
import { look, readColours } from "./shared/paint.js";
import { redraw } from "./shared/view.js";
import { clueText, geometry, givens, isSolved, lines, palette, puzzle, root, wordsOf } from "./puzzle.js";
import { everything, marksOf, single, stateOf } from "./steps.js";

// The cells by number, row by row.
export let state = [...givens];

// What the player wishes to see, off at first, and what there is to see. It is stored with the state.
export const wishes = { timer: false, mistakes: false, crosses: false, finds: false, seconds: 0, made: 0 };
export const timeWords = () => `${Math.floor(wishes.seconds / 60)}:${String(wishes.seconds % 60).padStart(2, "0")}`;

// How hard a line's easiest step is, from 1 to 3; 0 if that is not known. The hints say it.
export const easiest = { level: () => 0 };
const WAYS = ["", ", by a simple technique", ", by cases", ", by more than cases"];

export const valuesOf = (line) => line.cells.map((cell) => state[cell]);

look.value = (cell) => state[cell];
look.marks = (cell) => [...(givens[cell] === UNKNOWN || geometry.walls?.has(cell) ? [] : [["given"]]), ...marksOf(cell)];
look.state = (line) => stateOf(line) || (line.wrong ? "wrong" : line.done ? "done" : line.finds ? "look" : isHere(line) ? "here" : "");
cells.words = wordsOf;
look.level = (line) => line.level;
cells.line = (line) => `${line.name}: ${line.words}${
  line.done ? ", done" : line.wrong ? ", cannot be completed" : line.finds ? `, something can be found${WAYS[line.level]}` : ""}`;

const isHere = (line) => geometry.linesOf(cells.at).includes(line) && document.activeElement?.role === "gridcell";

function showLine(line) {
  const values = valuesOf(line);
  line.done = geometry.rules.done(values, line.clue);
  line.wrong = wishes.mistakes && !geometry.rules.possible(values, line.clue);
  line.finds = wishes.finds && !line.done && finds(line, values);
  line.level = line.finds ? easiest.level(line) : 0;
  line.single = line.done ? [] : geometry.rules.finished(values, line.clue);
  labelLine(line);
}

export function showAll() {
  lines.forEach(showLine);
  labelAll();
  redraw();
}

// Whether a line decides a cell that is open.
function finds(line, values) {
  const found = geometry.rules.narrow(values.map((value) => maskOf(value) & everything), line.clue);
  return Boolean(found?.some((mask, i) => values[i] === UNKNOWN && single(mask)));
}

// The clues of a cell's lines, and how long the run is that it belongs to.
export function showHere(at = cells.at) {
  byId("here").textContent = geometry.linesOf(at).slice(0, 3).map((line) => {
    const run = geometry.ordered && state[at] > BACKGROUND ? runAt(line, at) : 0;
    return `${line.name}: ${clueText(line)}${run ? ` (here ${run})` : ""}`;
  }).join("\n");
}
cells.followed.push(() => showHere());

function runAt(line, at) {
  const place = line.cells.indexOf(at);
  const same = (cell) => cell !== undefined && state[cell] === state[at];
  let [from, to] = [place, place];
  while (same(line.cells[from - 1])) from -= 1;
  while (same(line.cells[to + 1])) to += 1;
  return to - from + 1;
}

/* Changes. A change is a list of [cell, value]. */

export const SOLVED = "Solved: every line agrees with its clue.";
export const afterChange = [];  // functions to call after a change

export function set(pairs) {
  const wrong = wrongLines();
  const touched = new Set();
  for (const [cell, value] of pairs) {
    state[cell] = value;
    labelCell(cell);
    for (const line of geometry.linesOf(cell)) touched.add(line);
  }
  touched.forEach(showLine);
  if (wishes.mistakes && wrongLines() > wrong) wishes.made += 1;
  redraw();
}

const wrongLines = () => lines.filter((line) => line.wrong).length;

export const timeline = new History(set, () => changed());

// Make a change that can be undone.
export function commit(pairs) {
  const change = pairs.filter(([cell, value]) => state[cell] !== value);
  if (change.length === 0) return;
  apply(change);
  if (wishes.crosses) apply(crossable(change), true);
  changed();
}

function apply(change, along = false) {
  if (!change.length) return;
  timeline.remember(change, change.map(([cell]) => [cell, state[cell]]), along);
  set(change);
}

// The open cells of finished lines through these cells, which are empty for certain.
function crossable(change) {
  const found = new Map();
  for (const line of new Set(change.flatMap(([cell]) => geometry.linesOf(cell)))) {
    if (!line.done) continue;
    const masks = geometry.rules.narrow(valuesOf(line).map((value) => maskOf(value) & everything), line.clue) ?? [];
    line.cells.forEach((cell, i) => { if (state[cell] === UNKNOWN && masks[i] === maskOf(BACKGROUND)) found.set(cell, BACKGROUND); });
  }
  return [...found];
}

export function changed(ours = true) {
  timeline.enable();
  const before = isSolved();
  const solved = lines.length > 0 && lines.every((line) => line.done);  // paper to draw on has no lines
  const ready = lines.filter((line) => line.done && !line.told).map((line) => line.name);
  for (const line of lines) line.told = line.done;
  root.toggleAttribute("data-solved", solved);
  if (solved !== before) showFinish(solved);
  say(solved ? SOLVED : ready.length ? `Done: ${ready.join(", ")}.` : "");
  if (ours) save();
  for (const act of afterChange) act();
}

// At the end: the picture alone, its title, which would have told it, and the time. `kept` is what the gallery marks.
function showFinish(solved) {
  byId("finish").hidden = !solved;
  if (!solved) return redraw();
  byId("finish-title").textContent = puzzle.title;
  byId("finish-time").textContent = `Solved in ${timeWords()}`;
  if (puzzle.title) document.title = document.querySelector("h1").textContent = puzzle.title;
  for (const [id, href] of Object.entries(puzzle.next ?? {})) Object.assign(byId(id), { href, hidden: false });
  try {
    localStorage.setItem(`nonosat-solved-${puzzle.hash}`, "1");
  } catch { /* a browser may refuse to store anything */ }
  return redraw();
}

export function startOver() {
  commit(givens.map((value, cell) => [cell, value]));
}

export function check() {
  const wrong = lines.filter((line) => !geometry.rules.possible(valuesOf(line), line.clue));
  for (const line of wrong) {
    line.wrong = true;
    labelLine(line);
  }
  redraw();
  const ready = lines.filter((line) => line.done).length;
  const names = wrong.slice(0, 6).map((line) => line.name).join(", ");
  const more = wrong.length > 6 ? ` and ${wrong.length - 6} more` : "";
  if (wrong.length) say(`Cannot be completed: ${names}${more}.`);
  else if (ready === lines.length) say(SOLVED);
  else say(`${ready} of ${lines.length} lines are done, and no line contradicts its clue.`);
}

// A browser may refuse to store anything for a page, with an error; in a frame of the studio or of a notebook, that
// keeps the state.
export const drawer = `nonosat-play-${puzzle.hash}`;
let unanswered = false;  // while the studio is asked: until it answers, an empty grid would replace what it has

export function save() {
  const kept = JSON.stringify({ state, wishes, ...timeline.plain() });
  let stored = true;
  try {
    localStorage.setItem(drawer, kept);
  } catch {
    stored = false;
    if (!unanswered) parent.postMessage({ drawer, kept }, "*");
  }
  sayKept(stored);
}

function sayKept(stored) {
  byId("kept").textContent = stored || parent !== window
    ? "What you fill in is kept in this browser."
    : "This browser stores nothing for this page: if you close it, what you filled in is lost.";
}

export function restore() {
  let stored = true;
  try {
    take(JSON.parse(localStorage.getItem(drawer)));
  } catch {
    stored = false;
    unanswered = true;
    parent.postMessage({ drawer }, "*");
  }
  sayKept(stored);
}

addEventListener("message", ({ source, data }) => {
  if (source === parent && parent !== window && data.theme) {
    root.style.colorScheme = data.theme;
    readColours();
  }
  if (source !== parent || parent === window || data.drawer !== drawer) return;
  take(JSON.parse(data.kept));
  unanswered = false;
  showAll();
  changed(false);
});

function take(saved) {
  const kept = saved?.state;
  const values = [UNKNOWN, ...range(palette.length)];
  if (!Array.isArray(kept) || kept.length !== state.length || !kept.every((value) => values.includes(value))) return;
  state = kept.map((value, cell) => (givens[cell] === UNKNOWN ? value : givens[cell]));
  timeline.take(saved);
  for (const key of Object.keys(wishes)) if (typeof saved.wishes?.[key] === typeof wishes[key]) wishes[key] = saved.wishes[key];
}
