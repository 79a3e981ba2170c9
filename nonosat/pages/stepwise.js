// The page of an explanation or a trace: which step is shown, and how.
import { cells, labelCell, showCells } from "./shared/cells.js";
import { byId, element, within } from "./shared/elements.js";
import { UNKNOWN } from "./shared/lines.js";
import { look } from "./shared/paint.js";
import { layOut, setGeometry, view } from "./shared/view.js";
import { bindActions, coloured, geometry, givens, palette, wordsOf } from "./puzzle.js";
import {
  ASSUMPTION, CONCLUSION, CONFLICT, PLAIN, bringInSight, capital, clearMarks, everything, frameItem, mark, markStep, marksOf,
  maskWords, readSteps, single, stateOf, valuesIn,
} from "./steps.js";

const data = JSON.parse(byId("data").textContent);
const { start, steps } = readSteps(data);
const KINDS = { [PLAIN]: "follows", [ASSUMPTION]: "assumption", [CONFLICT]: "contradiction", [CONCLUSION]: "conclusion" };

// Where the reader is: a step, and the frame inside it or null. `supposed` has what holds only in that frame.
let at = 0;
let inside = null;
let known = knownAfter(0);
let supposed = new Map();

function knownAfter(count) {
  const masks = start.map((mask) => mask & everything);
  for (const { sets } of steps.slice(0, count)) for (const [cell, mask] of sets) masks[cell] &= mask;
  return masks;
}

const maskAt = (cell) => supposed.get(cell) ?? known[cell];
const isPartly = (cell) => !single(maskAt(cell)) && maskAt(cell) !== everything;

look.value = (cell) => (single(maskAt(cell)) ? valuesIn(maskAt(cell))[0] : UNKNOWN);
look.marks = (cell) => [...(givens[cell] === UNKNOWN ? [] : [["given"]]), ...marksOf(cell)];
look.state = stateOf;
const plainStyle = look.style;
look.style = (value, cell) => {
  const partly = cell !== undefined && isPartly(cell);
  return { ...plainStyle(value), ...(partly ? { text: valuesIn(maskAt(cell)).map((one) => palette[one].char).join("") } : {}) };
};
cells.role = "table";
cells.words = (cell, value) => wordsOf(cell, value, isPartly(cell) ? maskWords(maskAt(cell)) : "");

function go(step, frame = null) {
  const before = start.map((_, cell) => maskAt(cell));
  [at, inside] = [within(step, steps.length), frame];
  clearMarks();
  known = knownAfter(frame === null ? at : at - 1);
  supposed = frame === null ? new Map() : supposedIn(steps[at - 1].frames, frame);
  if (at) markStep(frame === null ? steps[at - 1] : steps[at - 1].frames[frame]);
  start.forEach((_, cell) => { if (maskAt(cell) !== before[cell]) labelCell(cell); });
  tell();
}

// The assumptions in force at a frame, each with what follows from it.
function supposedIn(frames, last) {
  let facts = [];
  frames.slice(0, last + 1).forEach((frame, i) => {
    const { kind, depth, sets } = frame;
    facts = facts.filter((fact) => fact.depth < depth || (fact.depth === depth && kind !== ASSUMPTION));
    for (const [cell, mask] of sets) facts.push({ cell, mask, depth, from: i, assumed: kind === ASSUMPTION });
  });
  const found = new Map();
  for (const { cell, mask, from, assumed, depth } of facts) {
    found.set(cell, (found.get(cell) ?? known[cell]) & mask);
    if (depth > 0 && from < last) mark(cell, assumed ? "assumed" : "follows");
  }
  return found;
}

/* Words. */

function tell() {
  const step = steps[at - 1];
  const count = `${data.known[at]} of ${start.length} cells known.`;
  const frame = inside === null ? null : step.frames[inside];
  const place = `${capital(data.word)} ${at} of ${steps.length}`;
  const words = !at ? `Before the first ${data.word}: ${count}`
    : frame ? `${place}, inside ${inside + 1} of ${step.frames.length} (${KINDS[frame.kind]}): ${frame.says}`
    : `${place}${step.name && ` (${step.name})`}: ${step.says} ${count}`;
  byId("now").textContent = words;
  byId("now").scrollTop = 0;
  byId("slider").value = at;
  byId("slider").setAttribute("aria-valuetext", words);
  for (const name of ["first", "previous"]) byId(name).disabled = at === 0;
  for (const name of ["next", "last"]) byId(name).disabled = at === steps.length;
  tellInside(step);
  current(byId("steps"), rows[at]);
  byId("text").textContent = asText();
  if (at) bringInSight(frame ?? step);
}

function tellInside(step) {
  const list = byId("inside");
  const many = at > 0 && step.frames.length > 1;
  byId("in").hidden = list.hidden = !many;
  if (!many) return;
  byId("in").textContent = inside === null ? "Step inside" : inside === step.frames.length - 1 ? "Step out" : "Next inside";
  if (list.dataset.step !== String(at)) {
    list.dataset.step = at;
    list.replaceChildren(...step.frames.map((frame, i) => frameItem(frame, KINDS[frame.kind], () => go(at, i))));
  }
  current(list, inside === null ? null : list.children[inside]);
}

// Mark the current item of a list, and scroll it into view.
function current(list, item) {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  if (!item) return;
  item.setAttribute("aria-current", "step");
  const [frame, box] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (box.top < frame.top + 40 || box.bottom > frame.bottom) {
    list.scrollTop += box.top - frame.top - (frame.height - box.height) / 2;
  }
}

// The cells as text; rows of triangles have an edge at each end.
function asText() {
  const char = (cell) => palette[look.value(cell)]?.char ?? "?";
  const rows = geometry.rows.map((row) => row.map(char).join(""));
  return rows.map((row, i) => (data.edges[i] ? data.edges[i][0] + row + data.edges[i][1] : row)).join("\n");
}

function tableOfSteps() {
  const named = steps.some(({ name }) => name);
  const columns = (name, ...others) => (named ? [name, ...others] : others);
  const row = (number, name, says) => {
    const button = element("button", { type: "button", className: "text", textContent: number || "start" });
    button.addEventListener("click", () => jump(number));
    return element("tr", {}, ...[button, ...columns(name, says, data.known[number])].map((part) => element("td", {}, part)));
  };
  const found = [row(0, "", ""), ...steps.map((step, i) => row(i + 1, step.name, step.says))];
  const titles = [capital(data.word), ...columns("Kind", "What it says", "Known")];
  const head = element("tr", {}, ...titles.map((title) => element("th", { scope: "col", textContent: title })));
  byId("steps").append(element("table", {}, element("thead", {}, head), element("tbody", {}, ...found)));
  return found;
}

/* Playing: one step after another, in 20 seconds or less. */

let timer = null;

function stop() {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = "Play";
}

function play() {
  if (timer !== null) return stop();
  if (at === opening || at === steps.length) go(0);
  byId("play").textContent = "Stop";
  timer = setInterval(() => {
    go(at + 1);
    if (at === steps.length) stop();
  }, Math.max(100, Math.min(700, 20_000 / steps.length)));
  return true;
}

/* Input. */

function goInside(by) {
  const count = steps[at - 1]?.frames.length ?? 0;
  if (count < 2) return false;
  stop();
  const frame = inside === null ? (by > 0 ? 0 : count - 1) : inside + by;
  go(at, frame >= 0 && frame < count ? frame : null);
  return true;
}

function jump(step) {
  stop();
  go(step);
}

const actions = {
  first: () => jump(0),
  previous: () => jump(at - 1),
  next: () => jump(at + 1),
  last: () => jump(steps.length),
  in: () => goInside(1),
};
bindActions({ ...actions, play });
byId("slider").max = steps.length;
byId("slider").addEventListener("input", (event) => jump(Number(event.target.value)));

const stepKeys = {
  ArrowLeft: actions.previous,
  ArrowRight: actions.next,
  Home: actions.first,
  End: actions.last,
  ArrowDown: () => goInside(1),
  ArrowUp: () => goInside(-1),
  " ": play,
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  // The focused element may handle the key itself.
  if (event.key === " " ? event.target.closest("button, summary") : event.target === byId("slider")) return;
  if (event.key in stepKeys && stepKeys[event.key]() !== false) event.preventDefault();
});

byId("board").tabIndex = 0;  // it may scroll, and no cell can be focused
setGeometry(geometry);
showCells();
const rows = tableOfSteps();
byId("colours").textContent = coloured
  ? `Colours: ${palette.map(({ char, name }, i) => (i ? `${char} ${name}` : `\u00d7 ${name}`)).join(", ")}.` : "";

// It opens on the first step that needs an assumption, or else that uses what was found, with what is known by then.
const firstOf = (is) => 1 + steps.findIndex(is);
const opening = firstOf(({ frames }) => frames.length > 1) || firstOf(({ uses }) => uses.length) || Math.min(1, steps.length);
go(opening);

// In print the grid, with its clues, is as wide as the page, and as sharp as the printer.
const frame = byId("frame");
const PRINTED = 640;  // pixels across a page
addEventListener("beforeprint", () => {
  view.before = view.cell;
  view.cell = Math.max(6, Math.min(26, Math.floor(view.cell * (PRINTED / view.paper[0]))));
  layOut();
  Object.assign(frame.style, { width: `${view.paper[0]}px`, height: `${view.paper[1]}px` });
  layOut(3);
});
addEventListener("afterprint", () => {
  view.cell = view.before;
  Object.assign(frame.style, { width: "", height: "" });
  layOut();
});
