// The clues as texts to edit: a line for each clue, one field per side of the grid.
import { byId, element, number, range, say } from "../../pages/shared/elements.js";
import { BACKGROUND } from "../../pages/shared/lines.js";
import { SIDES } from "../../pages/shared/triangles.js";
import { commit, commitWhole } from "./changes.js";
import { on } from "./events.js";
import { changeGrid } from "./grid_changes.js";
import { charOf, NOT_GIVEN, puzzle, settings, text, written } from "./puzzle.js";
import { verdict } from "./verdict.js";

function clueText(clue) {
  const plainBlack = puzzle.palette.length === 2 && puzzle.palette[1].char === "#";
  return clue.map((block) => number(block) + (plainBlack ? "" : puzzle.palette[block.colour].char)).join(" ") || "0";
}

// The sides with clues, and the number of clues at each.
function sides() {
  if (puzzle.outline.length) return SIDES.map((name, side) => [name, puzzle.outline[side]]).filter(([, count]) => count);
  const rows = [puzzle.geometry.inside ? "numbers" : "rows", puzzle.height];
  return puzzle.geometry.inside ? [rows] : [rows, ["columns", puzzle.width]];
}

const areaOf = (name) => byId(`${name.replace(" ", "-")}-text`);

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
    areas.replaceChildren(...sides().map(([name]) => {
      const area = element("textarea", { id: `${name.replace(" ", "-")}-text`, rows: 8, spellcheck: false });
      area.addEventListener("change", readClueTexts);
      return element("label", {}, name[0].toUpperCase() + name.slice(1), area);
    }));
  }
  let begin = 0;
  for (const [name, count] of sides()) {
    const wanted = puzzle.clues.slice(begin, begin += count).join("\n");
    if (areaOf(name) !== document.activeElement && areaOf(name).value !== wanted) areaOf(name).value = wanted;
  }
});

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

// Each clue that differs becomes a change; another number of lines of a nonogram changes the size.
function readClueTexts() {
  const lists = sides().map(([name]) => areaOf(name).value.trimEnd().split("\n").map((clue) => clue.trim() || "0"));
  const wrong = sides().findIndex(([, count], side) => lists[side].length !== count);
  const texts = lists.flat();
  if (wrong >= 0 && puzzle.kind !== "nonogram") {
    say(`Expected ${sides()[wrong][1]} lines for ${sides()[wrong][0]}; Resize changes the grid.`);
  } else if (lists.some((list) => list.length > settings.maxSide)) {
    say(`At most ${settings.maxSide} lines.`);
  } else if (wrong >= 0) {
    changeGrid("resize", { width: lists[1].length, height: lists[0].length }, { clues: texts });
  } else {
    const different = range(texts.length).filter((index) => texts[index] !== puzzle.clues[index]);
    if (different.length) commit(...different.map((index) => ({ kind: "clue", index, text: texts[index] })));
  }
}
