// The difficulty: class, hardest step, and where to start; steps are shown on the grid.
import { byId, element } from "../../pages/shared/elements.js";
import { redraw, reveal, view } from "../../pages/shared/view.js";
import { on } from "./events.js";
import { blank, pending, verdict } from "./verdict.js";

export const difficulty = { rating: null, steps: [] };

const hearingRating = {
  lines() {
    Object.assign(difficulty, { rating: null, steps: [] });
    view.pointed = null;
  },
  rating(data) { difficulty.rating = data; },
  starts(data) { difficulty.steps = data.steps; },
};
on("answered", (what, data) => hearingRating[what]?.(data));

on("verdict", () => {
  const section = byId("difficulty");
  const { rating, steps } = difficulty;
  const waits = pending() && ["unknown", "unique"].includes(verdict.said) && !blank();
  section.toggleAttribute("data-stale", waits && !rating);
  if (waits && (!rating || !steps.length)) return;
  section.hidden = verdict.said !== "unique" || !rating || blank();
  if (section.hidden) return;
  const of = JSON.stringify([rating, steps]);
  if (section.dataset.of === of) return;
  section.dataset.of = of;
  ["class", "effort"].forEach((id, k) => { byId(id).textContent = rating.says[k]; });
  byId("hardest").replaceChildren(...(rating.hardest ? [pointer(rating.hardest)] : []));
  byId("starts").replaceChildren(...steps.map((step) => element("li", {}, pointer(step))));
});

// A button that shows lines and cells on the grid while focused or under the pointer; a click scrolls to them.
export function pointer({ says, lines, cells: cellsOf }) {
  const button = element("button", { type: "button", textContent: says, className: "suggestion" });
  const point = (is) => {
    view.pointed = is ? { lines: lines.map(lineOfName).filter(Boolean), cells: new Set(cellsOf) } : null;
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
