// The next step from the player's state: from the explanation in the page, with its hints, and from single lines.
import { byId, range } from "./shared/elements.js";
import { ANYTHING, BACKGROUND, UNKNOWN, maskOf } from "./shared/lines.js";
import { geometry, givens, lines } from "./puzzle.js";
import { SOLVED, state, valuesOf } from "./play_state.js";
import {
  CONFLICT, PLAIN, asStep, capital, cellWords, everything, factWords, listed, maskWords, placeWords, single, titled,
} from "./steps.js";

const { rules } = geometry;

// The sentences are those of explanations (`reasons/words.py`); techniques have levels.
const { sentences, levels } = JSON.parse(byId("words").textContent);
const put = (name, values) => sentences[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);

const TRIED = 24;  // the most lines that are examined closely
const MILLISECONDS = 1000;  // the time limit for narrowing lines
export let explanation = { steps: [], end: { done: false, contradiction: false, open: 0 } };
export const takeExplanation = (found) => { explanation = found; };
let certain = null;

// The certain cells: from the explanation, as far as it goes, and then from single lines.
function whatIsCertain() {
  if (certain) return certain;
  certain = givens.map((value) => maskOf(value) & everything);
  if (explanation.end.contradiction) return certain;  // without a solution
  for (const { sets } of explanation.steps) for (const [cell, mask] of sets) certain[cell] &= mask;
  narrowAll(certain);
  return certain;
}

// Narrow lines until nothing changes, the time is up, or a line contradicts its clue.
function narrowAll(masks, takes = () => true) {
  const end = performance.now() + MILLISECONDS;
  const waiting = new Set(lines);
  for (const line of waiting) {
    waiting.delete(line);  // before it is narrowed, so that it can be added again
    const found = rules.narrow(line.cells.map((cell) => masks[cell]), line.clue);
    if (!found || performance.now() > end) return;
    line.cells.forEach((cell, i) => {
      if (masks[cell] === found[i] || !takes(found[i])) return;
      masks[cell] = found[i];
      for (const other of geometry.linesOf(cell)) if (other !== line) waiting.add(other);
    });
  }
}

/* What the player knows: the marks, the empty cells of finished lines, and hints that marks cannot express. */

const noted = new Map();
let notedFrom = [];

// Remember hints about colours that a cell does not have, as long as no mark is removed or changed.
export function note(step) {
  for (const [cell, mask] of step.sets) if (!single(mask)) noted.set(cell, (noted.get(cell) ?? everything) & mask);
  notedFrom = [...state];
}

export function whatIsKnown() {
  if (notedFrom.some((value, cell) => value !== UNKNOWN && value !== state[cell])) noted.clear();
  const masks = state.map((value, cell) =>
    (value === UNKNOWN ? noted.get(cell) ?? everything : maskOf(value)));
  for (const line of lines) {
    if (!isSettled(line)) continue;
    for (const cell of line.cells) if (state[cell] === UNKNOWN) masks[cell] = maskOf(BACKGROUND);
  }
  return masks;
}

const isSettled = (line) => rules.settled(valuesOf(line), line.clue);
const narrowed = (line, masks) => rules.narrow(line.cells.map((cell) => masks[cell]), line.clue);

/* The hint: a step, the `mistaken` marks, the `place` to mark before the reason is asked for, and its words level by
   level; null if nothing was found. */

export function nextHint() {
  const known = whatIsKnown();
  const wrong = mistake(known);
  // In a declared kind, what single rules say that no mark can, as that no tree is above, is known at once.
  if (!wrong && !geometry.ordered) narrowAll(known, (mask) => !single(mask));
  return wrong ?? nextStep(known);
}

// A mistake: a line that contradicts its clue, a mark that differs from the solution, or a finished line whose empty
// cells another line needs.
function mistake(known) {
  const truth = whatIsCertain();
  const mistaken = range(state.length).filter((cell) => (maskOf(state[cell]) & truth[cell]) === 0n);
  return brokenLine(state.map(maskOf), mistaken) ?? mistakenMark(mistaken) ?? brokenLine(known, mistaken);
}

// A line that contradicts its clue, if possible one with a mark that is known to be wrong, and with no other such mark.
function brokenLine(known, mistaken) {
  const broken = lines.filter((line) => !narrowed(line, known));
  const line = broken.find(({ cells }) => cells.some((cell) => mistaken.includes(cell))) ?? broken[0];
  if (!line) return null;
  const alone = line.cells.filter((cell) => mistaken.includes(cell))
    .map((one) => known.map((mask, cell) => (cell !== one && mistaken.includes(cell) ? ANYTHING : mask)))
    .find((masks) => !narrowed(line, masks));
  const uses = fewest(line, alone ?? known, (found) => found === null);
  const used = uses.map(([cell]) => cell);
  const wrong = used.filter((cell) => mistaken.includes(cell));
  const left = used.filter((cell) => state[cell] === UNKNOWN);
  const done = lines.filter((one) => one !== line && isSettled(one) && left.some((cell) => one.cells.includes(cell)));
  const because = uses.length ? `, because ${factWords(line, uses)}` : "";
  const also = done.length ? `; ${listed(done.map(({ name }) => name))} ${done.length === 1 ? "is" : "are"} done` : "";
  const says = `${put("refused", { name: capital(line.name), because })}${also}.`;
  const cells = wrong.length ? wrong.slice(0, 1) : left.length ? [] : used.filter((cell) => givens[cell] === UNKNOWN);
  return hintOfWrong(line, cells.length ? cells : used, cells, ownStep("contradiction", CONFLICT, line, uses, []), says);
}

function hintOfWrong(line, cells, mistaken, step, why) {
  const words = { line: line.name, title: titled(line), cells: placeWords(line, cells) };
  const place = ownStep("", PLAIN, line, [], []);
  return { step, mistaken, place, where: put("wrong", words), cell: put("cell", words), why };
}

// A wrong mark that no line contradicts yet. The reason is a step of the explanation, if the marks that are right are
// enough for it.
function mistakenMark(mistaken) {
  if (!mistaken.length) return null;
  const refutes = ([cell, mask]) => (maskOf(state[cell]) & mask) === 0n;
  const right = state.map((value, cell) => (mistaken.includes(cell) ? ANYTHING : maskOf(value)));
  const step = openSteps(right).find(({ sets }) => sets.some(refutes));
  const [cell, mask] = step ? step.sets.find(refutes) : [mistaken[0]];
  const row = geometry.linesOf(cell)[0];
  const why = step ? ` is ${maskWords(mask)}. ${step.says}` : " is wrong; no single line shows why yet.";
  return hintOfWrong(row, [cell], [cell], step ?? ownStep("", PLAIN, row, [], []), `${capital(cellWords(cell))}${why}`);
}

// The steps of the explanation that the player can take now.
function openSteps(known) {
  const holds = ([cell, mask]) => (known[cell] & ~mask) === 0n;
  return explanation.steps.filter(({ sets, uses }) => uses.every(holds) && !(sets.length && sets.every(holds)));
}

// Steps of one line come before others, steps that set a cell before those that narrow it, and steps of the explanation
// before those found here.
function nextStep(known) {
  const open = openSteps(known);
  const simple = open.filter(({ lines }) => lines.length === 1);
  const sets = ({ sets }) => sets.some(([cell, mask]) => single(mask) && known[cell] !== mask);
  const step = simple.find(sets) ?? ((geometry.ordered && simple[0]) || lineStep(known)) ?? open[0];
  return step ? { step, mistaken: [], place: step, ...step.hints, why: step.says } : null;
}

/* Steps of single lines that are found here. */

export function lineStep(known) {
  const news = lines.map((line) => {
    const found = narrowed(line, known);
    const cells = line.cells.filter((cell, i) => found[i] !== (known[cell] & everything));
    return { line, cells, marks: cells.filter((cell) => single(found[line.cells.indexOf(cell)])) };
  }).filter(({ cells }) => cells.length);
  // Facts that marks cannot express (in colour: what a cell is not) help less.
  news.sort((a, b) => b.marks.length - a.marks.length || b.cells.length - a.cells.length);
  const steps = news.slice(0, TRIED).map(({ line, cells, marks }) =>
    (marks.length ? forced(line, known, marks, single) : forced(line, known, cells, () => true)));
  return steps.sort((a, b) => a.uses.length - b.uses.length || b.sets.length - a.sets.length)[0];
}

// A step of one line: a minimal set of known cells that decides one of these cells, and all that it decides of them.
function forced(line, known, cells, enough) {
  const told = (found) => cells.flatMap((cell) => {
    const mask = found[line.cells.indexOf(cell)];
    return enough(mask) && (known[cell] & ~mask) !== 0n ? [[cell, mask]] : [];
  });
  const uses = fewest(line, known, (found) => told(found).length > 0);
  const sets = told(narrowed(line, Object.fromEntries([...line.cells.map((cell) => [cell, ANYTHING]), ...uses])));
  const technique = "all arrangements";
  const what = factWords(line, sets);
  const all = put(line.clue.length ? "all" : "empty", { every: technique, what });
  const why = { name: capital(line.name), told: uses.length ? put("so", { known: factWords(line, uses), what: all }) : all };
  const step = ownStep(technique, PLAIN, line, uses, sets, put("why", why));
  const words = {
    line: line.name,
    title: titled(line),
    technique,
    cells: placeWords(line, sets.map(([cell]) => cell)),
  };
  step.hints = Object.fromEntries(["where", "cell"].map((level) => [level, put(level, words)]));
  return step;
}

// How hard the easiest step in a line is to find, from 1; 0 if the page itself cannot tell.
export function levelOf(line) {
  const known = whatIsKnown();
  const steps = openSteps(known).filter((step) => step.lines.length === 1 && lines[step.lines[0]] === line);
  return steps.length && Math.min(...steps.map(({ name }) => levels[name]));
}

// A minimal set of known cells of a line that still gives the result.
function fewest(line, known, kept) {
  const masks = line.cells.map((cell) => known[cell]);
  line.cells.forEach((_, i) => {
    const mask = masks[i];
    masks[i] = ANYTHING;
    if (!kept(rules.narrow(masks, line.clue))) masks[i] = mask;
  });
  return line.cells.map((cell, i) => [cell, masks[i] & everything]).filter(([, mask]) => mask !== everything);
}

function ownStep(name, kind, line, uses, sets, says = "") {
  return asStep(name, [{ kind, depth: 0, lines: [lines.indexOf(line)], uses, sets, says }]);
}

// The sentence to show if no step is found.
export function nothingMore() {
  const { done, contradiction, open } = explanation.end;
  if (lines.every((line) => line.done)) return SOLVED;
  if (done && !contradiction && open) {
    return `Nothing more is certain: the clues leave ${open} cells open, so there is more than one solution.`;
  }
  return "No single line gives anything more, and the explanation in this page goes no further.";
}
