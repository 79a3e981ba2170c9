// Title, author and so on.
import { byId } from "../../pages/shared/elements.js";
import { commit } from "./changes.js";
import { on } from "./events.js";
import { ABOUT, puzzle } from "./puzzle.js";

const fieldOf = (key) => byId(`about-${key}`);

for (const key of ABOUT) {
  fieldOf(key).addEventListener("change", ({ target }) => commit({ kind: "about", key, text: target.value }));
}

on("show", ({ kind }) => {
  if (kind === "paint") return;
  for (const key of ABOUT) if (fieldOf(key) !== document.activeElement) fieldOf(key).value = puzzle.about[key];
});
