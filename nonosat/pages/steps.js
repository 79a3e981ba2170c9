// The steps of an explanation, and how the board shows them.

/* A step is one frame or several (see pages/steps.py). A fact is a cell and the mask of its possible values. */

const [PLAIN, ASSUMPTION, CONFLICT, CONCLUSION] = [0, 1, 2, 3];

function readSteps(plain) {
  const value = { "?": UNKNOWN, ...Object.fromEntries(palette.map((colour, i) => [colour.char, i])) };
  return {
    start: Array.from(plain.start, (char) => maskOf(value[char])),
    steps: plain.steps.map(([name, frames]) => asStep(name, frames.map(readFrame))),
    end: plain.end,
  };
}

function readFrame([kind, depth, lines, uses, sets, says]) {
  return { kind, depth, lines, uses: readFacts(uses), sets: readFacts(sets), says };
}

function readFacts(flat) {
  return range(flat.length / 2).map((i) => [flat[2 * i], BigInt(flat[2 * i + 1])]);
}

// The sentence of a whole step is made of those of its first and last frames.
function asStep(name, frames) {
  const { uses, sets, says } = frames.at(-1);
  return {
    name,
    frames,
    uses,
    sets,
    kind: frames.length === 1 ? frames[0].kind : PLAIN,
    lines: [...new Set(frames.flatMap((frame) => frame.lines))],
    says: frames.length === 1 ? says : `${frames[0].says} \u2026 ${says}`,
  };
}

/* Words. */

const everything = (1n << BigInt(palette.length)) - 1n;
const valuesIn = (mask) => range(palette.length).filter((value) => has(mask, value));
const single = (mask) => (mask & (mask - 1n)) === 0n;

function listed(words, last = "and") {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(` ${last} `);
}

function maskWords(mask) {
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

// Cells by their places in a line, counted from 1.
function placeWords(line, cells) {
  return numbered("cell", cells.map((cell) => line.cells.indexOf(cell) + 1));
}

function linesWords(numbers) {
  const [rows, columns] = [numbers.filter((one) => one < height), numbers.filter((one) => one >= height)];
  const parts = [
    rows.length && numbered("row", rows.map((one) => one + 1)),
    columns.length && numbered("column", columns.map((one) => one - height + 1)),
  ];
  return listed(parts.filter(Boolean));
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);
const titled = (line) => `${capital(line.name)}, clue ${clueText(line)}`;

function cellWords(cell) {
  return `${rowOf(cell).name}, ${columnOf(cell).name}`;
}

// "cells 4 to 8 are black and cell 10 is white"
function factWords(line, facts) {
  const byMask = new Map();
  for (const [cell, mask] of facts) byMask.set(mask, [...(byMask.get(mask) ?? []), cell]);
  return listed(Array.from(byMask, ([mask, cells]) =>
    `${placeWords(line, cells)} ${cells.length === 1 ? "is" : "are"} ${maskWords(mask)}`));
}

/* Marks on the board: they differ in shape (see board.css) and in words. */

const MARKS = {
  uses: "used", sets: "set by this step", assumed: "assumed", follows: "follows from it", mistaken: "wrong",
};
let marked = [];

function mark(made, name) {
  if (made.classList.contains(name)) return;
  made.classList.add(name);
  marked.push([made, name]);
}

// Mark the lines of a frame or a step, with `cells` the cells that it sets, and with `why` the facts that it uses.
function markStep(step, { cells = true, why = true } = {}) {
  for (const number of step.lines) {
    mark(lines[number].head, step.kind === CONFLICT && why ? "conflict" : "look");
    if (step.lines.length > 2) continue;
    for (const cell of lines[number].cells) mark(elements[cell], number < height ? "along-row" : "along-column");
  }
  if (why) for (const [cell] of step.uses) mark(elements[cell], "uses");
  if (cells) for (const [cell] of step.sets) mark(elements[cell], step.kind === ASSUMPTION ? "assumed" : "sets");
}

// Remove the marks; return the cells that had any.
function clearMarks() {
  for (const [made, name] of marked) made.classList.remove(name);
  const cells = new Set(marked.flatMap(([made]) => made.dataset.cell ?? []).map(Number));
  marked = [];
  return cells;
}

const markWords = (made) => Object.keys(MARKS).filter((name) => made.classList.contains(name)).map((name) => MARKS[name]);

// Scroll the marked cells into view, as far as they fit; cells that are set come first.
function bringInSight({ uses, sets }) {
  for (const facts of [uses, sets]) for (const fact of [facts.at(-1), facts[0]]) if (fact) reveal(fact[0]);
}
