// The clues as texts to edit: one line per row and per column.
import { number, say } from "../../pages/shared/elements.js";
import { BACKGROUND } from "../../pages/shared/lines.js";
import { commit, commitWhole } from "./changes.js";
import { OUTSIDE, remade } from "./grid_changes.js";
import { AXES, charOf, clues, NOT_GIVEN, puzzle, settings, text, written } from "./puzzle.js";
import { verdict } from "./verdict.js";

function clueText(clue) {
  const plainBlack = puzzle.palette.length === 2 && puzzle.palette[1].char === "#";
  return clue.map((block) => number(block) + (plainBlack ? "" : puzzle.palette[block.colour].char)).join(" ") || "0";
}

export function showClueTexts() {
  const writes = written();
  document.getElementById("write-clues").hidden = writes;
  document.getElementById("clue-texts").hidden = !writes;
  for (const axis of AXES) {
    const area = document.getElementById(`${axis}-text`);
    const wanted = puzzle[axis].join("\n");
    if (area !== document.activeElement && area.value !== wanted) area.value = wanted;
  }
}

// Switch to written clues; the grid then takes givens.
export function writeClues() {
  const [rows, columns] = AXES.map((axis) => clues[axis].map(clueText));
  commitWhole({ rows, columns });
  say("You now write the clues; cells that you draw become givens.");
}

// Switch to clues that follow from a picture: the solution, if there is one, else the earlier drawing.
export function drawAgain() {
  const solution = verdict.solutions[0];
  const picture = solution ? text(solution) : puzzle.picture.length ? text(puzzle.picture)
    : puzzle.givens.map((value) => charOf(Math.max(value, BACKGROUND))).join("");
  const agree = puzzle.givens.map((value, cell) => (value === NOT_GIVEN ? "?" : picture[cell])).join("");
  commitWhole({ rows: [], columns: [], picture, givens: /[^?]/.test(agree) ? agree : "" });
}

// Each clue that differs becomes a change; another number of lines changes the size.
export function readClueTexts() {
  const [rows, columns] = AXES.map((axis) => document.getElementById(`${axis}-text`).value.trimEnd().split("\n"));
  if (rows.length !== puzzle.height || columns.length !== puzzle.width) {
    if (rows.length > settings.maxSide || columns.length > settings.maxSide) {
      say(`At most ${settings.maxSide} lines.`);
      return;
    }
    const replaced = remade(columns.length, rows.length, (row, column) =>
      (row < puzzle.height && column < puzzle.width ? row * puzzle.width + column : OUTSIDE));
    commitWhole({ ...replaced, rows, columns });
    return;
  }
  let along = false;
  for (const [axis, lines] of [["rows", rows], ["columns", columns]]) {
    lines.forEach((written, index) => {
      if (written.trim() === puzzle[axis][index]) return;
      const change = { kind: "clue", axis, index, text: written.trim() || "0" };
      commit(change, along);
      along = true;
    });
  }
}
