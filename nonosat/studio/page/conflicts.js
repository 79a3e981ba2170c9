// The clues that contradict each other, marked where they stand, and the likely misprints, each a button that corrects it.
import { byId, element, say } from "../../pages/shared/elements.js";
import { view } from "../../pages/shared/view.js";
import { commitWhole } from "./changes.js";
import { pointer } from "./difficulty.js";
import { on, tell } from "./events.js";
import { puzzle } from "./puzzle.js";
import { shows } from "./shows.js";
import { pending, verdict } from "./verdict.js";

const MOST_EDITS = 3;

export const conflicts = { list: [], misprints: null, notes: [], names: new Set(), cells: [] };

export const inConflict = (name) => conflicts.names.has(name);
export const isCellInConflict = (cell) => conflicts.cells.includes(cell);

function takeConflicts(found) {
  const names = new Set((found.list ?? conflicts.list).flatMap((one) => one.names));
  Object.assign(conflicts, found, { names, cells: cellsOf([...names]) });
}

const forgetConflicts = () => takeConflicts({ list: [], misprints: null, notes: [] });
const hearingConflicts = {
  lines: forgetConflicts,
  wrong: forgetConflicts,
  conflicts: (data) => takeConflicts({ list: data.conflicts }),
  misprints: (data) => takeConflicts(data),
};
on("answered", (what, data) => hearingConflicts[what]?.(data));
on("changed", ({ kind }) => kind === "whole" && forgetConflicts());

on("verdict", () => {
  const section = byId("conflicts");
  section.hidden = verdict.said !== "none" || !conflicts.list.length;
  section.toggleAttribute("data-stale", pending() && verdict.busy === "facts");
  const of = JSON.stringify([conflicts.list, conflicts.misprints, verdict.rested]);
  if (section.hidden || section.dataset.of === of) return;
  section.dataset.of = of;
  const focused = [...section.querySelectorAll("button")].indexOf(document.activeElement);
  byId("conflict-list").replaceChildren(...conflicts.list.map((one) => element("li", {}, whyButton(one))));
  const { misprints } = conflicts;
  const none = misprints ? conflicts.notes.join(". ") : verdict.rested ? "" : "looking for the clue that is wrong\u2026";
  const made = misprints?.length ? misprints.map(correction) : [none];
  byId("misprints").replaceChildren(...made.map((one) => element("li", {}, one)));
  section.querySelectorAll("button")[focused]?.focus();
  tell("conflicts");
});

// A conflict points at its clues; a click explains it.
function whyButton({ names, says }) {
  const button = pointer({ says, lines: names, cells: cellsOf(names) });
  button.title = "Explain why";
  button.addEventListener("click", () => shows.open("explanation", names));
  return button;
}

// The cells that are named: a given, or a symbol, "in row 3, column 5".
function cellsOf(names) {
  const found = names.map((name) => /row (\d+), column (\d+)/.exec(name)).filter(Boolean);
  return found.map(([, row, column]) => view.geometry.rows[row - 1]?.[column - 1]).filter((cell) => cell !== undefined);
}

// A button that makes the clues those that were meant, in one step.
function correction({ edits, what, after }) {
  const more = edits.length > MOST_EDITS ? ` and ${edits.length - MOST_EDITS} more` : "";
  const words = edits.slice(0, MOST_EDITS).join("; ") + more;
  const button = element("button", { type: "button", className: "suggestion" }, element("b", { textContent: words }), element("span", { textContent: what }));
  button.addEventListener("click", () => {
    const sized = after.width !== puzzle.width || after.height !== puzzle.height;
    const clues = after.clues.map((text, k) => clueKept(text, k, sized));
    commitWhole({ ...after, clues, ...(sized ? { picture: "", givens: "", protected: "", costs: "" } : {}) });
    say(`Corrected: ${words}. Undo reverts it.`);
  });
  return button;
}

// A clue that stays is left as it was typed.
const spacedClue = (text) => text.split(/[\s,]+/).filter(Boolean).join(" ");
const clueKept = (text, k, sized) => (!sized && spacedClue(puzzle.clues[k] ?? "") === text ? puzzle.clues[k] : text);
