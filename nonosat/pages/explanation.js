// The page of an explanation: which step is shown, and how.
import { cells, labelCell, showCells } from "./shared/cells.js";
import { byId, element, within } from "./shared/elements.js";
import { UNKNOWN } from "./shared/lines.js";
import { look } from "./shared/paint.js";
import { layOut, paperHeight, paperWidth, redraw, setGeometry, view } from "./shared/view.js";
import { bindActions, coloured, geometry, givens, palette, wordsOf } from "./puzzle.js";
import {
  ASSUMPTION, CONCLUSION, CONFLICT, PLAIN, bringInSight, clearMarks, everything, mark, markStep, marksOf, maskWords,
  readSteps, single, stateOf, valuesIn,
} from "./steps.js";

const { start, steps } = readSteps(JSON.parse(byId("data").textContent));
const KINDS = { [PLAIN]: "follows", [ASSUMPTION]: "assumption", [CONFLICT]: "contradiction", [CONCLUSION]: "conclusion" };

// The known cells after step `reached`, and the changes of each step: [cell, before, after].
const known = start.map((mask) => mask & everything);
let reached = 0;
const counts = [known.filter(single).length];
const differences = followed();

// Where the reader is: a step, and the frame inside it or null. `supposed` has what holds only in that frame.
let at = 0;
let inside = null;
let supposed = new Map();

function followed() {
  const masks = [...known];
  return steps.map((step) => {
    const changed = step.sets.map(([cell, mask]) => {
      const before = masks[cell];
      masks[cell] &= mask;
      return [cell, before, masks[cell]];
    });
    counts.push(counts.at(-1) + changed.filter(([, before, after]) => single(after) && !single(before)).length);
    return changed;
  });
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

/* Moving between steps: only changed cells are redrawn. */

function go(step, frame = null) {
  [at, inside] = [within(step, steps.length), frame];
  const touched = clearMarks();
  const touch = (cells) => cells.forEach((cell) => touched.add(cell));
  touch(reach(frame === null ? at : at - 1));
  touch([...supposed.keys()]);
  supposed = frame === null ? new Map() : supposedIn(steps[at - 1].frames, frame);
  if (at) markStep(frame === null ? steps[at - 1] : steps[at - 1].frames[frame]);
  for (const cell of touched) labelCell(cell);
  redraw();
  tell();
}

// Apply or undo steps until `count` are applied; return the changed cells.
function reach(count) {
  const cells = [];
  const put = (cell, mask) => {
    known[cell] = mask;
    cells.push(cell);
  };
  for (; reached < count; reached++) for (const [cell, , after] of differences[reached]) put(cell, after);
  for (; reached > count; reached--) {
    for (const [cell, before] of [...differences[reached - 1]].reverse()) put(cell, before);
  }
  return cells;
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
  const count = `${counts[at]} of ${known.length} cells known`;
  const frame = inside === null ? null : step.frames[inside];
  const place = `Step ${at} of ${steps.length}`;
  const words = !at ? `Before the first step: ${count}.`
    : frame ? `${place}, inside ${inside + 1} of ${step.frames.length} (${KINDS[frame.kind]}): ${frame.says}`
    : `${place} (${step.name}): ${step.says} ${at === steps.length ? `At the end ${count}.` : ""}`;
  byId("now").textContent = words.trim();
  byId("now").scrollTop = 0;
  byId("slider").value = at;
  byId("slider").setAttribute("aria-valuetext", words);
  for (const name of ["first", "previous"]) byId(name).disabled = at === 0;
  for (const name of ["next", "last"]) byId(name).disabled = at === steps.length;
  tellInside(step);
  current(byId("steps"), rows[at]);
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
    list.replaceChildren(...step.frames.map((frame, i) => {
      const button = element("button", { type: "button", textContent: frame.says });
      button.addEventListener("click", () => go(at, i));
      const item = element("li", { className: KINDS[frame.kind] }, button);
      item.style.marginLeft = `${frame.depth}rem`;
      return item;
    }));
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

function tableOfSteps() {
  const row = (number, name, says) => {
    const button = element("button", { type: "button", textContent: number || "start" });
    button.addEventListener("click", () => go(number));
    return element("tr", {}, ...[button, name, says, counts[number]].map((part) => element("td", {}, part)));
  };
  const found = [row(0, "", ""), ...steps.map((step, i) => row(i + 1, step.name, step.says))];
  const titles = ["Step", "Kind", "What it says", "Known"];
  const head = element("tr", {}, ...titles.map((title) => element("th", { scope: "col", textContent: title })));
  byId("steps").append(element("table", {}, element("thead", {}, head), element("tbody", {}, ...found)));
  return found;
}

/* Input. */

function goInside(by) {
  const count = steps[at - 1]?.frames.length ?? 0;
  if (count < 2) return false;
  const frame = inside === null ? (by > 0 ? 0 : count - 1) : inside + by;
  go(at, frame >= 0 && frame < count ? frame : null);
  return true;
}

const actions = {
  first: () => go(0),
  previous: () => go(at - 1),
  next: () => go(at + 1),
  last: () => go(steps.length),
  in: () => goInside(1),
};
bindActions(actions);
byId("slider").max = steps.length;
byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));

const stepKeys = {
  ArrowLeft: actions.previous,
  ArrowRight: actions.next,
  Home: actions.first,
  End: actions.last,
  ArrowDown: () => goInside(1),
  ArrowUp: () => goInside(-1),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === byId("slider")) return;
  if (event.key in stepKeys && stepKeys[event.key]() !== false) event.preventDefault();
});

byId("board").tabIndex = 0;  // it may scroll, and no cell can be focused
setGeometry(geometry);
showCells();
const rows = tableOfSteps();
byId("colours").textContent = coloured
  ? `Colours: ${palette.map(({ char, name }, i) => (i ? `${char} ${name}` : `\u00d7 ${name}`)).join(", ")}.` : "";
go(0);

// In print the grid, with its clues, is as wide as the page, and as sharp as the printer.
const frame = byId("frame");
const PRINTED = 640;  // pixels across a page
addEventListener("beforeprint", () => {
  view.before = view.cell;
  view.cell = Math.max(6, Math.min(26, Math.floor(view.cell * (PRINTED / paperWidth()))));
  layOut();
  Object.assign(frame.style, { width: `${paperWidth()}px`, height: `${paperHeight()}px` });
  layOut(3);
});
addEventListener("afterprint", () => {
  view.cell = view.before;
  Object.assign(frame.style, { width: "", height: "" });
  layOut();
});
