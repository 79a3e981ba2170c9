// The player's state: how it is shown and stored.

// The cells by number, row by row.
let state = [...givens];
let at = 0;  // the cell that Tab reaches

const valuesOf = (line) => line.cells.map((cell) => state[cell]);

function showCell(cell) {
  paintCell(cell, state[cell]);
}

function showLine(line) {
  const values = valuesOf(line);
  line.done = done(values, line.clue);
  line.head.classList.toggle("done", line.done);
  line.head.classList.remove("wrong");
  const single = line.done ? [] : finished(values, line.clue);
  line.numbers.forEach((made, k) => made.classList.toggle("done", Boolean(single[k])));
  line.head.ariaLabel = `${line.name}: ${line.words}${line.done ? ", done" : ""}`;
}

function showAll() {
  state.forEach((_, cell) => showCell(cell));
  lines.forEach(showLine);
}

function showHere() {
  for (const head of board.querySelectorAll("th.here")) head.classList.remove("here");
  const here = [rowOf(at), columnOf(at)];
  for (const line of here) line.head.classList.add("here");
  const texts = here.map((line) => `${line.name}: ${clueText(line)}`);
  document.getElementById("here").textContent = texts.join("\n");
}

/* Changes. A change is a list of [cell, before, after]. */

const SOLVED = "Solved: every line agrees with its clue.";
const changes = [];
const undone = [];
const afterChange = [];  // functions to call after a change

function set(pairs) {
  const touched = new Set();
  for (const [cell, value] of pairs) {
    state[cell] = value;
    showCell(cell);
    touched.add(rowOf(cell)).add(columnOf(cell));
  }
  touched.forEach(showLine);
}

function commit(change) {
  if (change.length === 0) return;
  changes.push(change);
  undone.length = 0;
  changed();
}

function step(from, to, which) {
  const change = from.pop();
  if (!change) return;
  set(change.map((entry) => [entry[0], entry[which]]));
  to.push(change);
  changed();
}

function undo() {
  step(changes, undone, 1);
}

function redo() {
  step(undone, changes, 2);
}

function changed() {
  document.getElementById("undo").disabled = changes.length === 0;
  document.getElementById("redo").disabled = undone.length === 0;
  const solved = lines.every((line) => line.done);
  const ready = lines.filter((line) => line.done && !line.told).map((line) => line.name);
  for (const line of lines) line.told = line.done;
  root.toggleAttribute("data-solved", solved);
  say(solved ? SOLVED : ready.length ? `Done: ${ready.join(", ")}.` : "");
  save();
  for (const act of afterChange) act();
}

function startOver() {
  const change = range(state.length)
    .filter((cell) => state[cell] !== givens[cell])
    .map((cell) => [cell, state[cell], givens[cell]]);
  set(change.map(([cell, , after]) => [cell, after]));
  commit(change);
}

function check() {
  const wrong = lines.filter((line) => !possible(valuesOf(line), line.clue));
  for (const line of wrong) {
    line.head.classList.add("wrong");
    line.head.ariaLabel += ", cannot be completed";
  }
  const ready = lines.filter((line) => line.done).length;
  const names = wrong.slice(0, 6).map((line) => line.name).join(", ");
  const more = wrong.length > 6 ? ` and ${wrong.length - 6} more` : "";
  if (wrong.length) say(`Cannot be completed: ${names}${more}.`);
  else if (ready === lines.length) say(SOLVED);
  else say(`${ready} of ${lines.length} lines are done, and no line contradicts its clue.`);
}

// A browser may refuse to store anything for a page, with an error.
const drawer = `nonosat-play-${puzzle.hash}`;

function save() {
  let words = "What you fill in is kept in this browser.";
  try {
    localStorage.setItem(drawer, JSON.stringify(state));
  } catch {
    words = "This browser stores nothing for this page: if you close it, what you filled in is lost.";
  }
  document.getElementById("kept").textContent = words;
}

function restore() {
  let saved = null;
  try {
    saved = JSON.parse(localStorage.getItem(drawer));
  } catch {
    return;
  }
  const values = [UNKNOWN, ...range(palette.length)];
  const whole = Array.isArray(saved) && saved.length === state.length && saved.every((value) => values.includes(value));
  if (!whole) return;
  state = saved.map((value, cell) => (givens[cell] === UNKNOWN ? value : givens[cell]));
}
