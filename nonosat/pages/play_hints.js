// The button for hints, and the levels of a hint: from where to look to the full reason.
import { byId } from "./shared/elements.js";
import { labelCell } from "./shared/cells.js";
import { anywhere, keyboard } from "./shared/keymap.js";
import { UNKNOWN, maskOf } from "./shared/lines.js";
import { unpack } from "./shared/packed.js";
import { stroke } from "./shared/stroke.js";
import { reveal } from "./shared/view.js";
import { explanation, levelOf, nextHint, note, nothingMore, takeExplanation } from "./hints.js";
import { afterChange, commit, easiest, showAll, state } from "./play_state.js";
import { bindActions, isSolved } from "./puzzle.js";
import { ASSUMPTION, bringInSight, clearMarks, frameItem, mark, markStep, readSteps, single, valuesIn } from "./steps.js";
import { showKeys } from "./play_input.js";

const ORDER = ["where", "cell", "why"];
const hintParts = Object.fromEntries(
  ["hint", "hint-ask", "hint-said", "hint-steps", "hint-keys", "hint-do"].map((name) => [name, byId(name)]));
const levelButtons = [...document.querySelectorAll("[data-level]")];
let hint = null;
let level = 0;

// Asking again reveals more of the same hint.
function askHint() {
  if (stroke.pointer !== null || hintParts["hint-ask"].disabled) return;
  const next = nextHint();
  level = next && hint && next.why === hint.why ? Math.min(level + 1, ORDER.length - 1) : 0;
  hint = next;
  showHint();
}

// Show as much of the hint as was chosen.
function askFor(name) {
  hint = nextHint();
  level = ORDER.indexOf(name);
  showHint();
}

// Do what the hint says: fill in the cells that follow, or clear the wrong ones.
function doHint() {
  const { step, mistaken } = hint;
  note(step);
  const change = mistaken.length ? mistaken.map((cell) => [cell, UNKNOWN])
    : step.sets.filter(([, mask]) => single(mask)).map(([cell, mask]) => [cell, valuesIn(mask)[0]]);
  closeHint();
  commit(change);
}

function showHint() {
  clearMarks();
  const name = ORDER[level];
  const prefix = explanation.end.contradiction ? "This puzzle has no solution. " : "";
  hintParts.hint.hidden = false;
  hintParts["hint-said"].textContent = hint ? prefix + hint[name] : nothingMore();
  for (const button of levelButtons) {
    button.hidden = !hint;
    button.ariaPressed = String(button.dataset.level === name);
  }
  hintParts["hint-do"].hidden = !hint || (!hint.mistaken.length && !hint.step.sets.some(([, mask]) => single(mask)));
  hintParts["hint-keys"].hidden = !hint || name !== "why";
  const inside = hint && name === "why" && hint.step.frames.length > 1 ? hint.step.frames : [];
  hintParts["hint-steps"].hidden = !inside.length;
  hintParts["hint-steps"].replaceChildren(...inside.map((frame) => frameItem(frame, "", () => showFrame(frame))));
  if (!hint) return;
  if (name === "why") note(hint.step);
  markHint(hint, name);
}

function showFrame(frame) {
  clearMarks();
  markStep(frame);
  showMarks(frame);
}

function markHint({ step: reason, place, mistaken }, name) {
  const [cells, why] = [name === "cell" || name === "why", name === "why"];
  const step = why ? reason : place;
  const assumed = step.lines.length > 1 && step.frames[0].kind === ASSUMPTION ? step.frames[0] : null;
  // If a hint is about many lines, the first level names none.
  if (name !== "where" || step.lines.length === 1) markStep(step, { cells: cells && (why || !assumed), why });
  if (cells && assumed && !why) mark(assumed.sets[0][0], "assumed");
  if (cells) for (const cell of mistaken) mark(cell, "mistaken");
  showMarks(cells ? step : { uses: [], sets: [] }, mistaken);
}

function showMarks(step, others = []) {
  others.forEach(labelCell);
  bringInSight(step);
  if (others.length) reveal(others[0]);
}

function closeHint() {
  clearMarks();
  if (hintParts.hint.contains(document.activeElement)) hintParts["hint-ask"].focus();
  hintParts.hint.hidden = true;
  hint = null;
}

// A hint stays while the player follows it, and disappears when it is done.
function hintFollowed() {
  if (!hint || hintParts.hint.hidden) return;
  const filled = hint.step.sets.filter(([, mask]) => single(mask));
  const followed = filled.length > 0 && filled.every(([cell, mask]) => maskOf(state[cell]) === mask);
  if (followed || isSolved()) closeHint();
}

bindActions({ "hint-ask": askHint, "hint-do": doHint, "hint-close": closeHint });
for (const button of levelButtons) button.addEventListener("click", () => askFor(button.dataset.level));
afterChange.push(hintFollowed);
anywhere["?"] = [askHint, "?: a hint, and more of it"];
keyboard.cancel = closeHint;
showKeys();
// In a browser that cannot unpack the explanation, hints are only about single lines.
unpack(byId("packed").textContent)
  .then((plain) => {
    takeExplanation(readSteps(plain));
    easiest.level = levelOf;
    showAll();
  }, () => {})
  .then(() => { hintParts["hint-ask"].disabled = false; });
