// The clues as texts to edit: a line for each clue, one field per side of the grid. They are read as they are typed; what is typed
// in one visit of a field is one step.
import { byId, element, number, range, say } from "../../pages/shared/elements.js";
import { BACKGROUND } from "../../pages/shared/lines.js";
import { SIDES } from "../../pages/shared/triangles.js";
import { redraw, view } from "../../pages/shared/view.js";
import { commitAlong, commitWhole, timeline } from "./changes.js";
import { inConflict } from "./conflicts.js";
import { on, tell } from "./events.js";
import { changeGrid } from "./grid_changes.js";
import { charOf, NOT_GIVEN, puzzle, settings, text, written } from "./puzzle.js";
import { lacks, verdict } from "./verdict.js";

function clueText(clue) {
  const plainBlack = puzzle.palette.length === 2 && puzzle.palette[1].char === "#";
  return clue.map((block) => number(block) + (plainBlack ? "" : puzzle.palette[block.colour].char)).join(" ") || "0";
}

// The sides with clues: their names, their numbers of clues, and the number of the first one.
function sides() {
  const rows = [puzzle.geometry.inside ? "numbers" : "rows", puzzle.height];
  const named = puzzle.outline.length ? SIDES.map((name, side) => [name, puzzle.outline[side]])
    : puzzle.geometry.inside ? [rows] : [rows, ["columns", puzzle.width]];
  let begin = 0;
  return named.map(([name, count]) => [name, count, (begin += count) - count]).filter(([, count]) => count);
}

const areaOf = (name) => byId(`${name.replace(" ", "-")}-text`);
let typed = null;  // the step of what is typed in the focused field

on("show", ({ kind }) => {
  if (kind === "paint") return;
  const writes = written();
  byId("write-clues").hidden = writes;
  byId("draw-again").hidden = !writes;
  byId("clue-texts").hidden = !writes || Boolean(puzzle.rules);
  if (puzzle.rules) return;
  const of = sides().map(([name]) => name).join();
  const areas = byId("clue-areas");
  if (areas.dataset.of !== of) {
    areas.dataset.of = of;
    areas.replaceChildren(...sides().map(([name]) => clueField(name)));
  }
  for (const [name, count, begin] of sides()) {
    const wanted = puzzle.clues.slice(begin, begin + count).join("\n");
    if (areaOf(name) !== document.activeElement && areaOf(name).value !== wanted) areaOf(name).value = wanted;
  }
  numberClues();
});

function clueField(name) {
  const area = element("textarea", { id: `${name.replace(" ", "-")}-text`, wrap: "off", spellcheck: false, autocomplete: "off" });
  area.addEventListener("focus", () => { typed = null; });
  area.addEventListener("input", () => readClueTexts(false));
  area.addEventListener("change", () => readClueTexts(true));
  area.addEventListener("blur", () => pointAtClue(null));
  const words = element("span", { textContent: name[0].toUpperCase() + name.slice(1) });
  return element("label", {}, words, element("span", { className: "numbered" }, element("span", { className: "at", ariaHidden: "true" }), area));
}

// The numbers of the clues beside them: with a sign if one is in conflict, and at the one that is typed.
function numberClues() {
  if (puzzle.rules || !written()) return;
  for (const [name, count, begin] of sides()) {
    const area = areaOf(name);
    if (!area) return;
    const at = area === document.activeElement ? area.value.slice(0, area.selectionStart).split("\n").length - 1 : -1;
    const wrong = range(count).filter((k) => inConflict(puzzle.geometry.inside ? "" : puzzle.geometry.lines[begin + k]?.name));
    area.rows = Math.max(count, area.value.split("\n").length);
    area.ariaInvalid = String(wrong.length > 0);
    area.previousSibling.replaceChildren(...range(count).map((k) => {
      const sign = wrong.includes(k) ? "!" : at === k ? "\u25b8" : "";
      return element("span", { className: wrong.includes(k) ? "wrong" : "", textContent: `${sign} ${k + 1}` });
    }));
    if (at >= 0) pointAtClue(puzzle.geometry.inside ? null : puzzle.geometry.lines[begin + at]);
  }
}
on("conflicts", numberClues);
document.addEventListener("selectionchange", () => byId("clue-areas").contains(document.activeElement) && numberClues());

function pointAtClue(line) {
  view.pointed = line ? { lines: [line], cells: new Set() } : null;
  redraw();
}

// Switch to written clues; the grid then takes givens.
export function writeClues() {
  const { lines, inside, rows } = puzzle.geometry;
  const texts = puzzle.rules ? [] : inside ? rows.map((row) => row.map((cell) => lines[cell].clue ?? "?").join("")) : lines.map(({ clue }) => clueText(clue));
  commitWhole({ clues: texts, hidden: "", ...(puzzle.rules ? { picture: "" } : {}) });
  say("You now write the clues; cells that you draw become givens.");
}

// Switch to clues that follow from a picture: the solution, if there is one, else the earlier drawing.
export function drawAgain() {
  const solution = verdict.solutions[0];
  const picture = solution ? text(solution) : puzzle.picture.length ? text(puzzle.picture)
    : puzzle.givens.map((value) => charOf(Math.max(value, BACKGROUND))).join("");
  const agree = puzzle.givens.map((value, cell) => (value === NOT_GIVEN ? "?" : picture[cell])).join("");
  const { lines, inside } = puzzle.geometry;
  const hidden = inside && lines.some(({ clue }) => clue === null) ? lines.map(({ clue }) => (clue === null ? "#" : "?")).join("") : "";
  commitWhole({ clues: [], picture, hidden, givens: /[^?]/.test(agree) ? agree : "" });
}

// The lines of a field: as many as there are clues, if only blank ones are too many.
function linesOf(area, count) {
  const lines = area.value.split("\n");
  while (lines.length > count && !lines.at(-1).trim()) lines.pop();
  return lines.map((clue) => clue.trim() || "0");
}

// Each clue that differs becomes a change. Another number of lines of a nonogram changes the size, once the field is `left`.
function readClueTexts(left) {
  const lists = sides().map(([name, count]) => linesOf(areaOf(name), count));
  const wrong = sides().findIndex(([, count], side) => lists[side].length !== count);
  const texts = lists.flat();
  numberClues();
  if (wrong >= 0 && (!left || puzzle.kind !== "nonogram")) {
    const [name, count] = sides()[wrong];
    lacks(`${lists[wrong].length} clues for ${count} ${name}`);
    if (left) say(`Expected ${count} lines for ${name}; Resize changes the grid.`);
  } else if (lists.some((list) => list.length > settings.maxSide)) {
    say(`At most ${settings.maxSide} lines.`);
  } else if (wrong >= 0) {
    changeGrid("resize", { width: lists[1].length, height: lists[0].length }, { clues: texts });
  } else {
    const different = range(texts.length).filter((index) => texts[index] !== puzzle.clues[index]);
    if (different.length) {
      commitAlong(typed !== null && timeline.past.at(-1) === typed, ...different.map((index) => ({ kind: "clue", index, text: texts[index] })));
      typed = timeline.past.at(-1);
    } else if (verdict.said === "lacking") tell("drawn");
  }
}
