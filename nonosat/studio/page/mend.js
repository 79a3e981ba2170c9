// Fixes: changes of shown on the grid before they are applied; and two solutions to compare.
import { labelAll } from "../../pages/shared/cells.js";
import { byId, element, say } from "../../pages/shared/elements.js";
import { colours } from "../../pages/shared/paint.js";
import { redraw, view } from "../../pages/shared/view.js";
import { commitCells } from "./changes.js";
import { puzzle, values } from "./puzzle.js";
import { imagesOf } from "./selection.js";
import { verdict } from "./verdict.js";

const MOST_PLACES = 6;
const MOST_NAMED = 3;  // cells of a fix; its picture shows more
const MOST_SHOWN = 4;

export const mend = {
  list: [],
  noneWith: -1,
  givens: null,
  compared: null,  // the solution that is shown instead of the drawing
  flipped: 0,

  hear(data) {
    mend.list = data.suggestions;
    mend.noneWith = data.none_with;
    mend.stopped = data.stopped;
  },
  hearGivens(data) { mend.givens = data; },

  forget() {
    Object.assign(mend, { list: [], noneWith: -1, givens: null, compared: null, stopped: "", all: false });
  },

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

  show() {
    const mending = document.getElementById("mending");
    const several = verdict.said === "multiple";
    mending.hidden = !several && !mend.list.length;
    if (mending.hidden) return;
    showSuggestions();
    const asked = document.getElementById("ask-givens");
    asked.hidden = !several;
    asked.disabled = verdict.busy === "givens";
    const found = document.getElementById("givens-found");
    found.replaceChildren(...(mend.givens ? [suggestion(mend.givens, "givens", givenWords(mend.givens))] : []));
    const compare = document.getElementById("compare");
    compare.hidden = !several || verdict.solutions.length < 2;
    for (const button of compare.querySelectorAll("button")) {
      const which = button.dataset.solution === "" ? null : Number(button.dataset.solution);
      button.ariaPressed = String((mend.compared === null ? null : mend.flipped) === which);
    }
  },
};

function givenWords({ cells: list, chars, smallest, stopped }) {
  if (!list.length) return smallest ? "No given is needed" : `Given up: ${stopped}`;
  const fewest = smallest ? "fewer are not enough" : "fewer may be enough";
  const more = list.length > MOST_PLACES ? ` and ${list.length - MOST_PLACES} more` : "";
  return `Give ${places(list.slice(0, MOST_PLACES), chars)}${more}: one solution; ${fewest}`;
}

// Cells with the names of the colours of these characters.
const places = (list, chars) => list.map((cell, i) => {
  const { name } = puzzle.palette.find((colour) => colour.char === chars[i]);
  return `${view.geometry.name(cell)} ${name}`;
}).join("; ");

/* How little a fix disturbs: few cells, none left alone, symmetries and edges kept. */

const SAME = 3;  // a cell alone counts as this many changes, a lost symmetry twice that

function disturbance({ cells: list, chars }) {
  const after = new Map(list.map((cell, i) => [cell, values(chars)[i]]));
  const { picture, geometry } = puzzle;
  const value = (cell) => after.get(cell) ?? picture[cell];
  const near = (cell) => geometry.neighbours(cell);
  const alone = list.filter((cell) => !near(cell).some((next) => value(next) === value(cell))).length;
  const broken = ["across", "down"].flatMap(imagesOf).filter((image) => {
    const same = (of) => picture.every((_, cell) => of(cell) === of(image[cell]));
    return same((cell) => picture[cell]) && !same(value);
  }).length;
  const edges = list.filter((cell) => near(cell).length < geometry.corners(cell).length).length;
  return list.length + SAME * alone + 2 * SAME * broken + edges;
}

const REACHED = { lines: ["trivial", "lines"], moderate: ["trivial", "lines", "moderate"] };

// Those of the class that the user aims at; without any, all.
export function wanted() {
  const aim = byId("aim").value;
  const ranked = [...mend.list].sort((one, other) => disturbance(one) - disturbance(other));
  const found = ranked.filter(({ says }) => (REACHED[aim] ?? [""]).some((level) => says.startsWith(level)));
  return found.length ? found : ranked;
}

// The drawing around the changed cells, which are marked.
function thumbnail({ cells: list, chars }) {
  const made = element("canvas", { className: "thumbnail", ariaHidden: "true" });
  const after = new Map(list.map((cell, i) => [cell, values(chars)[i]]));
  const { geometry } = puzzle;
  const { width, height } = geometry;
  const side = Math.max(2, Math.min(9, Math.floor(108 / Math.max(width, height))));
  Object.assign(made, { width: Math.ceil(side * width), height: Math.ceil(side * height) });
  const context = made.getContext("2d");
  const outline = (cell) => {
    const path = new Path2D();
    for (const [x, y] of geometry.corners(cell)) path.lineTo(x * side, y * side);
    path.closePath();
    return path;
  };
  puzzle.picture.forEach((value, cell) => {
    context.fillStyle = puzzle.palette[after.get(cell) ?? value].rgb;
    context.fill(outline(cell));
  });
  Object.assign(context, { strokeStyle: colours.mark, lineWidth: 2 });
  for (const cell of list) context.stroke(outline(cell));
  return made;
}

function showSuggestions() {
  const list = document.getElementById("suggestions");
  const aim = byId("aim").value;
  const all = wanted();
  byId("more-fixes").hidden = mend.all || all.length <= MOST_SHOWN;
  const made = (mend.all ? all : all.slice(0, MOST_SHOWN)).map((one) => {
    const where = one.cells.length > MOST_NAMED ? `${one.cells.length} cells` : places(one.cells, one.chars);
    const button = suggestion(one, "picture", `${where}: ${one.says}`);
    button.prepend(thumbnail(one));
    return element("li", {}, button);
  });
  if (!made.length) {
    const none = mend.noneWith >= 0 ? `No change of ${mend.noneWith} cells or fewer gives one solution.` : "";
    made.push(element("li", { textContent: mend.stopped ? `Given up: ${mend.stopped}.` : none || "\u2026" }));
  }
  const focused = [...list.querySelectorAll("button")].indexOf(document.activeElement);
  const of = JSON.stringify([mend.list, aim, mend.all]);
  if (list.dataset.of === of && mend.list.length) return;
  list.dataset.of = of;
  list.replaceChildren(...made);
  if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
}

// A button that shows cells on the grid while focused or under the pointer, and changes them when pressed.
function suggestion(one, layer, words) {
  const button = element("button", { type: "button", textContent: words, className: "suggestion" });
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
