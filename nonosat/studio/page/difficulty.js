// The difficulty: class, hardest step, and where to start; steps are shown on the grid.
import { element } from "../../pages/shared/elements.js";
import { redraw, reveal, view } from "../../pages/shared/view.js";
import { verdict } from "./verdict.js";

const CLASS_WORDS = {
  trivial: "trivial (no line is needed twice)",
  lines: "lines (solvable one line at a time)",
  moderate: "moderate (needs short refutations)",
  deep: "deep (needs long refutations)",
  summing: "summing (needs sums of rows against columns)",
  guessing: "guessing (needs several assumptions at a time)",
};

export const difficulty = {
  rating: null,
  steps: [],

  forget() {
    Object.assign(difficulty, { rating: null, steps: [] });
    view.pointed = null;
  },

  show() {
    const section = document.getElementById("difficulty");
    section.hidden = verdict.said !== "unique" || !difficulty.rating;
    const { rating, steps } = difficulty;
    const of = section.hidden ? "" : JSON.stringify(difficulty);
    if (section.dataset.of === of) return;
    section.dataset.of = of;
    if (section.hidden) {
      for (const id of ["hardest", "starts"]) document.getElementById(id).replaceChildren();
      return;
    }
    const least = rating.at_least ? "at least " : "";
    document.getElementById("class").textContent = `Class: ${least}${CLASS_WORDS[rating.class]}`;
    const { effort, footholds } = rating;
    document.getElementById("effort").textContent =
      `Effort: ${least}${Math.round(effort)}; ${many(footholds, "line")} ${footholds === 1 ? "decides" : "decide"} cells at the start`;
    document.getElementById("hardest").replaceChildren(...(rating.hardest ? [pointer(rating.hardest)] : []));
    document.getElementById("starts").replaceChildren(...steps.map((step) => element("li", {}, pointer(step))));
  },
};

export const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// A button that shows lines and cells on the grid while focused or under the pointer; a click scrolls to them.
function pointer({ says, lines, cells: cellsOf }) {
  const button = element("button", { type: "button", textContent: says, className: "suggestion" });
  const point = (is) => {
    view.pointed = is ? { lines: lines.map(lineOfName), cells: new Set(cellsOf) } : null;
    redraw();
  };
  for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => point(true));
  for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => point(false));
  button.addEventListener("click", () => {
    point(true);
    if (cellsOf.length) reveal(cellsOf[0]);
  });
  return button;
}

const lineOfName = (name) => view.geometry.lines.find((line) => line.name === name);
