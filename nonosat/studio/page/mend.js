// Fixes: changes that are shown on the grid before they are applied; and two solutions to compare.
import { labelAll } from "../../pages/shared/cells.js";
import { byId, element, say } from "../../pages/shared/elements.js";
import { redraw, view } from "../../pages/shared/view.js";
import { commitCells } from "./changes.js";
import { on } from "./events.js";
import { values, written } from "./puzzle.js";
import { blank, pending, verdict } from "./verdict.js";

const MOST_SHOWN = 4;

export const mend = {
  list: [],
  noneWith: -1,
  givens: null,
  compared: null,  // the solution that is shown instead of the drawing
  flipped: 0,

  // Whether the two compared solutions differ in this cell.
  differs(cell) {
    return mend.compared !== null && verdict.solutions.length > 1
      && verdict.solutions[0][cell] !== verdict.solutions[1][cell];
  },

  compare(which) {
    mend.flipped = which;
    mend.compared = which === null ? null : verdict.solutions[which];
    redraw();
    labelAll();
    mend.show();
  },

  showMore() {
    mend.all = true;
    mend.show();
  },

  show() {
    const mending = byId("mending");
    const several = verdict.said === "multiple";
    const waits = pending() && !mend.list.length && !blank();
    mending.toggleAttribute("data-stale", waits);
    if (waits && verdict.said !== "multiple") return;
    mending.hidden = blank() || !several && !mend.list.length;
    const easier = verdict.said === "unique";
    byId("aim-label").textContent = easier ? "Make it easier:" : "Fixes that make it";
    const offers = mend.list.length || mend.noneWith >= 0 || mend.stopped || pending() && !written();
    byId("aim").closest(".row").hidden = !offers;  // only drawings have fixes
    byId("aim").options[0].textContent = easier ? "any" : "unique";
    if (mending.hidden) return;
    if (!waits || !byId("suggestions").querySelector("button")) showSuggestions();
    const found = byId("givens-found");
    found.replaceChildren(...(mend.givens ? [suggestion(mend.givens, "givens")] : []));
    const compare = byId("compare");
    compare.hidden = !several || verdict.solutions.length < 2;
    for (const button of compare.querySelectorAll("button")) {
      const which = button.dataset.solution === "" ? null : Number(button.dataset.solution);
      button.ariaPressed = String((mend.compared === null ? null : mend.flipped) === which);
    }
  },
};

const forget = () => Object.assign(mend, { list: [], noneWith: -1, givens: null, compared: null, stopped: "", all: false });
const hearingFixes = {
  lines: forget,
  suggestions: (data) => Object.assign(mend, { list: data.suggestions, noneWith: data.none_with, stopped: data.stopped }),
  givens: (data) => { mend.givens = data; },
};
on("answered", (what, data) => hearingFixes[what]?.(data));
on("changed", ({ kind }) => {
  mend.compared = null;
  if (kind === "whole") forget();
});
on("verdict", () => mend.show());

const REACHED = { lines: ["trivial", "lines"], moderate: ["trivial", "lines", "moderate"] };

// Those of the class that the user aims at; without any, all. They are ranked by how little they disturb.
export function wanted() {
  const levels = REACHED[byId("aim").value];
  const found = mend.list.filter(({ level }) => !levels || levels.includes(level));
  return found.length ? found : mend.list;
}

function showSuggestions() {
  const list = byId("suggestions");
  const aim = byId("aim").value;
  const all = wanted();
  byId("more-fixes").hidden = mend.all || all.length <= MOST_SHOWN;
  const made = (mend.all ? all : all.slice(0, MOST_SHOWN)).map((one) => {
    const button = suggestion(one, "picture");
    const pictures = [one.before, one.after].map((src) => element("img", { src, alt: "" }));
    const words = [one.does, one.keeps, one.says].map((said, k) => element(k ? "span" : "b", { textContent: said }));
    button.replaceChildren(element("span", { className: "pair" }, ...pictures), ...words);
    button.title = one.where;  // for whoever wants the coordinates
    return element("li", {}, button);
  });
  if (!made.length) {
    const none = mend.noneWith >= 0 ? `No change of ${mend.noneWith} cells or fewer gives one solution.` : "";
    made.push(element("li", { textContent: mend.stopped ? `Given up: ${mend.stopped}.` : none || (pending() ? "\u2026" : "") }));
  }
  const focused = [...list.querySelectorAll("button")].indexOf(document.activeElement);
  const of = JSON.stringify([mend.list, aim, mend.all]);
  if (list.dataset.of === of && mend.list.length) return;
  list.dataset.of = of;
  list.replaceChildren(...made);
  if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
}

// A button that shows cells on the grid while focused or under the pointer, and changes them when pressed.
function suggestion(one, layer) {
  const button = element("button", { type: "button", textContent: one.says, className: "suggestion" });
  const after = values(one.chars);
  const preview = (is) => {
    view.preview = is ? new Map(one.cells.map((cell, i) => [cell, after[i]])) : null;
    redraw();
  };
  for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => preview(true));
  for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => preview(false));
  button.addEventListener("click", () => {
    preview(false);
    mend.compared = null;
    commitCells(layer, one.cells, after);
    say("Done. Undo reverts it.");
  });
  return button;
}
