// Changes of the drawing, and undo.
import { range, say } from "../../pages/shared/elements.js";
import { History } from "../../pages/shared/history.js";
import { finishStroke } from "../../pages/shared/stroke.js";
import { tell } from "./events.js";
import { charOf, clues, NOT_GIVEN, plain, puzzle, size, take, text, values, written } from "./puzzle.js";

export const pen = { free: false };  // whether this page may draw

export const timeline = new History((change) => {
  apply(change);
  changed(change);
}, () => {
  say("");
  tell("drawn");
});
// A stroke that is being drawn ends first: it is about this grid.
for (const way of ["undo", "redo"]) {
  const act = timeline[way];
  timeline[way] = () => {
    finishStroke(true);
    if (pen.free) act();
  };
}

export function changed(change) {
  tell("changed", change);
  tell("show", change);
}

// Apply a change; return the one that undoes it.
function apply(change) {
  if (change.kind === "paint") return applyPaint(change);
  if (change.kind === "whole") {
    const drawing = plain();
    take(change.drawing);
    return { kind: "whole", drawing };
  }
  const [texts, key] = { clue: [puzzle.clues, change.index], given: [puzzle.gives, change.key], about: [puzzle.about, change.key] }[change.kind];
  const text = texts[key];
  texts[key] = change.text;
  clues.all();
  return { ...change, text };
}

function applyPaint(change) {
  const layer = puzzle[change.layer];
  const after = values(change.chars);
  const before = change.cells.map((cell) => layer[cell] ?? 0);
  if (layer.length === 0) puzzle.picture = range(size()).map(() => 0);
  change.cells.forEach((cell, i) => { puzzle[change.layer][cell] = after[after.length === 1 ? 0 : i]; });
  if (["picture", "hidden"].includes(change.layer) && !written() && !puzzle.rules) clues.of(change.cells);
  return { ...change, chars: text(before) };
}

// Make changes by the user as one step, which can be undone.
export const commit = (...changes) => commitAlong(false, ...changes);

// Make changes as a part of the last step, if `along`; a text that it has changed already is changed once.
export function commitAlong(along, ...changes) {
  if (!pen.free) return;
  say("");
  changes.forEach((change, k) => {
    const inverse = apply(change);
    const again = along && change.kind === "clue" && timeline.past.at(-1).find(([one]) => one.kind === "clue" && one.index === change.index);
    if (again) again[0] = change;
    else timeline.remember(change, inverse, along || k > 0);
    changed(change);
  });
  tell("drawn");
}

// Set cells of a layer to values in one change, or in none if nothing differs. The givens of a picture are
// cells of it, so they change with it.
export function commitCells(layer, cells, after) {
  const different = cells.map((cell, i) => [cell, after[i]]).filter(([cell, value]) => puzzle[layer][cell] !== value);
  if (different.length === 0) return;
  const given = layer === "picture" && !written() ? different.filter(([cell]) => puzzle.givens[cell] !== NOT_GIVEN) : [];
  commit(paintChange(layer, different), ...(given.length ? [paintChange("givens", given)] : []));
}

function paintChange(layer, list) {
  const after = list.map(([, value]) => value);
  const same = after.every((value) => value === after[0]);
  return { kind: "paint", layer, cells: list.map(([cell]) => cell), chars: same ? charOf(after[0]) : text(after) };
}

export function commitWhole(replaced) {
  commit({ kind: "whole", drawing: plain(replaced) });
}
