// Changes of the drawing, and undo. A change is applied here at once, and sent to the server.
import { range, say } from "../../pages/shared/elements.js";
import { History } from "../../pages/shared/history.js";
import { connection } from "./connection.js";
import { changed } from "./main.js";
import { charOf, clues, NOT_GIVEN, plain, puzzle, shape, size, take, text, values, written } from "./puzzle.js";

export const timeline = new History((change) => {
  apply(change);
  connection.send(change);
  changed(change);
}, () => {
  say("");
  store();
});

/* Undo is kept over a restart, in this browser: with the drawing that it belongs to. */

const DRAWER = "nonosat-undo";
let storing = 0;

function store() {
  clearTimeout(storing);
  storing = setTimeout(() => {
    try {
      localStorage.setItem(DRAWER, JSON.stringify({ of: JSON.stringify(plain()), ...timeline.plain() }));
    } catch {
      localStorage.removeItem(DRAWER);  // it is too large for the browser
    }
  }, 300);
}

// Take the past of the drawing that is shown, if it is the one that was kept last.
export function recall() {
  timeline.forget();
  try {
    const kept = JSON.parse(localStorage.getItem(DRAWER));
    if (kept?.of === JSON.stringify(plain())) timeline.take(kept);
  } catch {
    localStorage.removeItem(DRAWER);
  }
}

// Apply a change; return the one that undoes it.
function apply(change) {
  if (change.kind === "paint") return applyPaint(change);
  if (change.kind === "whole") {
    const drawing = plain();
    take(change.drawing);
    return { kind: "whole", drawing };
  }
  const [texts, key] = change.kind === "clue" ? [puzzle.clues, change.index] : [puzzle.about, change.key];
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
  if (["picture", "hidden"].includes(change.layer) && !written()) clues.of(change.cells);
  return { ...change, chars: text(before) };
}

// Make a change by the user, which can be undone and is sent; `along` makes it one step with the one before.
export function commit(change, along = false) {
  say("");
  timeline.remember(change, apply(change), along);
  connection.send(change);
  changed(change);
  store();
}

// Set cells of a layer to values in one change, or in none if nothing differs. The givens of a picture are
// cells of it, so they change with it.
export function commitCells(layer, cells, after) {
  const different = cells.map((cell, i) => [cell, after[i]]).filter(([cell, value]) => puzzle[layer][cell] !== value);
  if (different.length === 0) return;
  const [where, what] = [different.map(([cell]) => cell), different.map(([, value]) => value)];
  commit(paintChange(layer, where, what));
  if (layer === "picture" && !written()) {
    const given = where.map((cell, i) => [cell, what[i]]).filter(([cell]) => puzzle.givens[cell] !== NOT_GIVEN);
    if (given.length) commit(paintChange("givens", given.map(([cell]) => cell), given.map(([, value]) => value)), true);
  }
}

function paintChange(layer, cells, after) {
  const same = after.every((value) => value === after[0]);
  return { kind: "paint", layer, cells, chars: same ? charOf(after[0]) : text(after) };
}

export function commitWhole(replaced) {
  commit({ kind: "whole", drawing: plain(replaced) });
}

// Apply a change by another page; the server applied it before the changes of ours that it has not confirmed.
export function foreign(change, ours) {
  timeline.remember(change, apply(change));
  for (const own of ours) if (own.shape === shape()) apply(own.change);
  changed(change);
}

// Take the server's drawing, and apply our changes that it does not have yet. Return those that fit.
export function rebase(drawing, ours) {
  const before = plain();
  take(drawing);
  const fitting = ours.filter((own) => {
    const fits = own.shape === shape();
    if (fits) apply(own.change);
    return fits;
  });
  const after = plain();
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    timeline.remember({ kind: "whole", drawing: after }, { kind: "whole", drawing: before });
  }
  return fitting;
}
