// The steps of an explanation, and how the board shows them.
import { labelCell } from "./shared/cells.js";
import { element, range } from "./shared/elements.js";
import { UNKNOWN, has, maskOf } from "./shared/lines.js";
import { look } from "./shared/paint.js";
import { redraw, reveal } from "./shared/view.js";
import { clueText, geometry, lines, palette } from "./puzzle.js";

/* A step is one frame or several (see pages/stepwise.py). A fact is a cell and the mask of its possible values. */

export const [PLAIN, ASSUMPTION, CONFLICT, CONCLUSION] = [0, 1, 2, 3];

export function readSteps(plain) {
  const value = { "?": UNKNOWN, ...Object.fromEntries(palette.map((colour, i) => [colour.char, i])) };
  return {
    start: Array.from(plain.start, (char) => maskOf(value[char])),
    steps: plain.steps.map(([name, frames, hints]) => asStep(name, frames.map(readFrame), hints)),
    end: plain.end,
  };
}

function readFrame([kind, depth, lines, uses, sets, says]) {
  return { kind, depth, lines, uses: readFacts(uses), sets: readFacts(sets), says };
}

function readFacts(flat) {
  return range(flat.length / 2).map((i) => [flat[2 * i], BigInt(flat[2 * i + 1])]);
}

// The sentence of a whole step is that of its last frame, with that of the first if it only says what follows. On a page to play it has `hints`.
export function asStep(name, frames, hints = {}) {
  const { uses, sets, says } = frames.at(-1);
  return {
    name,
    frames,
    hints,
    uses,
    sets,
    kind: frames.length === 1 ? frames[0].kind : PLAIN,
    lines: [...new Set(frames.flatMap((frame) => frame.lines))],
    says: frames.length === 1 || frames.at(-1).lines.length ? says : `${frames[0].says} \u2026 ${says}`,
  };
}

/* Words. */

export const everything = (1n << BigInt(palette.length)) - 1n;
export const valuesIn = (mask) => range(palette.length).filter((value) => has(mask, value));
export const single = (mask) => (mask & (mask - 1n)) === 0n;

export function listed(words, last = "and") {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(` ${last} `);
}

export function maskWords(mask) {
  const [is, not] = [valuesIn(mask), valuesIn(everything & ~mask)];
  const names = (values) => listed(values.map((value) => palette[value].name), "or");
  return not.length < is.length ? `not ${names(not)}` : names(is);
}

// "cell 3", "cells 4 to 8 and 10"
function numbered(word, numbers) {
  const found = [];
  for (const one of [...numbers].sort((a, b) => a - b)) {
    if (found.at(-1)?.at(-1) === one - 1) found.at(-1).push(one);
    else found.push([one]);
  }
  const parts = found.flatMap((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run));
  return `${word}${numbers.length === 1 ? "" : "s"} ${listed(parts)}`;
}

// Cells by their places in a line, counted from 1; where a line has no order, by their names.
export function placeWords(line, list) {
  if (!geometry.ordered) return listed(list.map(cellWords), "and");
  return numbered("cell", list.map((cell) => line.cells.indexOf(cell) + 1));
}

export const capital = (words) => words[0].toUpperCase() + words.slice(1);
export const titled = (line) => (geometry.inside ? capital(line.name) : `${capital(line.name)}, clue ${clueText(line)}`);

export const cellWords = (cell) => geometry.name(cell);

// "cells 4 to 8 are black and 10 white"
export function factWords(line, facts) {
  const byMask = new Map();
  for (const [cell, mask] of facts) byMask.set(mask, [...(byMask.get(mask) ?? []), cell]);
  const told = ([mask, cells], k) => (k && geometry.ordered
    ? `${placeWords(line, cells).replace(/^cells? /, "")} ${maskWords(mask)}`
    : `${placeWords(line, cells)} ${cells.length === 1 ? "is" : "are"} ${maskWords(mask)}`);
  return listed(Array.from(byMask).map(told));
}

/* Marks on cells (see shared/marks.js) and on clues. */

const marked = new Map();  // cell: names
const lineStates = new Map();
const framedLines = [];

export const marksOf = (cell) => [...(marked.get(cell) ?? [])].map((name) => [name]);
export const stateOf = (line) => lineStates.get(line) ?? "";
look.framed = () => framedLines;

export function mark(cell, name) {
  if (!marked.has(cell)) marked.set(cell, new Set());
  marked.get(cell).add(name);
}

// Mark the lines of a frame or a step, with `cells` the cells that it sets, and with `why` the facts that it uses.
export function markStep(step, { cells: all = true, why = true } = {}) {
  for (const number of step.lines) {
    lineStates.set(lines[number], step.kind === CONFLICT && why ? "conflict" : "look");
    if (step.lines.length <= 2) framedLines.push({ line: lines[number] });
  }
  if (why) for (const [cell] of step.uses) mark(cell, "uses");
  if (all) for (const [cell] of step.sets) mark(cell, step.kind === ASSUMPTION ? "assumed" : "sets");
}

export function clearMarks() {
  const had = [...marked.keys()];
  marked.clear();
  lineStates.clear();
  framedLines.length = 0;
  had.forEach(labelCell);
  redraw();
}

// A frame in the list of those of a step; a click shows it.
export function frameItem({ says, depth }, className, act) {
  const button = element("button", { type: "button", className: "text", textContent: says });
  button.addEventListener("click", act);
  const item = element("li", { className }, button);
  item.style.marginLeft = `${depth}rem`;
  return item;
}

// Say the marks, and scroll them into view, as far as they fit; cells that are set come first.
export function bringInSight({ uses, sets }) {
  for (const cell of marked.keys()) labelCell(cell);
  redraw();
  for (const facts of [uses, sets]) for (const fact of [facts.at(-1), facts[0]]) if (fact) reveal(fact[0]);
}
