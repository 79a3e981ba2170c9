// What the board shows in the studio: the drawing, and what is known about each cell.
import { cells, labelAll, labelLine, showCells } from "../../pages/shared/cells.js";
import { byId, inkOn, mixed } from "../../pages/shared/elements.js";
import { colours, look, numberStyle, shown } from "../../pages/shared/paint.js";
import { strokes } from "../../pages/shared/stroke.js";
import { redraw, setGeometry, view } from "../../pages/shared/view.js";
import { inConflict, isCellInConflict } from "./conflicts.js";
import { on } from "./events.js";
import { symbolIn } from "./gives.js";
import { mend } from "./mend.js";
import { nameOf, opened } from "./opened.js";
import { layOutAnew, NOT_GIVEN, puzzle, size, written } from "./puzzle.js";
import { regionColour } from "./regions.js";
import { STATUSES, verdict } from "./verdict.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const letterOf = (group) => LETTERS[group] ?? "*";

// The letters of colours, for whoever cannot tell them apart; they are remembered.
const LETTERED = "nonosat-letters";
byId("letters").checked = localStorage.getItem(LETTERED) === "1";
byId("letters").addEventListener("change", ({ target }) => {
  localStorage.setItem(LETTERED, target.checked ? "1" : "");
  redraw();
});
const letterFor = (value) => (byId("letters").checked && value > 0 && puzzle.palette.length > 2 ? puzzle.palette[value].char : undefined);

// The drawing or, if the clues are written, what follows from them.
look.value = (cell) => {
  if (mend.compared) return mend.compared[cell];
  if (!written()) return puzzle.picture[cell] ?? 0;
  return puzzle.givens[cell] === NOT_GIVEN ? followed(cell) : puzzle.givens[cell];
};

// What is not drawn but follows; from what contradicts itself, all would.
const followed = (cell) => (verdict.said === "none" ? NOT_GIVEN : verdict.known[cell] ?? NOT_GIVEN);
const onlyFollows = (cell) => written() && !mend.compared && puzzle.givens[cell] === NOT_GIVEN && !view.preview?.has(cell);

function paperOf(cell, plain) {
  const letter = view.geometry.regions?.[view.geometry.rowOf(cell)]?.[view.geometry.columnOf(cell)];
  return letter ? regionColour(letter) : plain;
}

look.style = (value, cell) => {
  const text = view.geometry.texts?.[cell] ?? (cell === undefined || view.geometry.walls?.has(cell) ? undefined : symbolIn(cell, value));
  if (view.geometry.walls?.has(cell)) return { fill: "#333", ink: "#fff", text };
  if (value === NOT_GIVEN) return { fill: paperOf(cell, colours.paper), ink: "#1b1b1b", text };
  const { rgb, halves, sign } = puzzle.palette[value];
  const paper = cell !== undefined && paperOf(cell, "");
  if (value === 0 && paper) return { fill: paper, ink: "#1b1b1b", text };
  // What only follows is pale, and never looks drawn.
  if (cell !== undefined && value > 0 && onlyFollows(cell)) {
    return { fill: paper || mixed([mixed([rgb, "/", "#ffffff"]), "/", "#ffffff"]), ink: "#6a6f78", text: text ?? sign ?? (paper ? "\u25cf" : undefined) };
  }
  return { fill: rgb, halves, ink: inkOn(puzzle.palette[value]), text: text ?? sign ?? letterFor(value) };
};

look.marks = (cell) => {
  const found = [];
  if (puzzle.givens[cell] !== NOT_GIVEN) found.push(["given"]);
  if (puzzle.protected[cell] !== NOT_GIVEN) found.push(["protected"]);
  const status = (verdict.shown && verdict.said !== "none" && verdict.status[cell]) || "lines";
  if (status !== "lines") found.push([status, status === "varying" ? groupOf(cell) : ""]);
  if (heatOf(cell) > 0) found.push(["heat", Math.min(0.8, 0.1 + Math.round(10 * heatOf(cell) / verdict.hottest) / 10)]);
  if (isCellInConflict(cell) || mend.differs(cell) || view.pointed?.cells.has(cell)) found.push(["changed"]);
  return found;
};

const heatOf = (cell) => (verdict.heated ? verdict.heat[cell] ?? 0 : 0);

// With one group, letters would say nothing.
const groupOf = (cell) => (verdict.group[cell] === undefined || verdict.groups < 2 ? "" : letterOf(verdict.group[cell]));

look.numbers = (line) => {
  const known = written() ? view.geometry.rules.finished(line.cells.map((cell) => shown(cell)), line.clue) : [];
  return view.geometry.rules.numbers(line.clue).map(({ text, colour }, k) => ({
    ...(colour && puzzle.palette.length > 2 ? numberStyle(puzzle.palette[colour]) : {}),
    text: text + (letterFor(colour) ?? ""),
    done: known[k],
  }));
};

look.state = (line) => (view.pointed?.lines.includes(line) ? "look" : inConflict(line.name) ? "conflict" : isHere(line) ? "here" : "");

const isHere = (line) => view.geometry.linesOf(cells.at).includes(line) && document.activeElement?.role === "gridcell";

const sizeWords = () => (puzzle.outline.length ? `${size()} triangles` : `${puzzle.height} rows, ${puzzle.width} columns`);
cells.name = () => `${puzzle.about.title || nameOf(opened)}, ${sizeWords()}`;
cells.line = (line) => `${line.name}: ${view.geometry.rules.words(line.clue, puzzle.palette)}${inConflict(line.name) ? ", in conflict" : ""}`;
cells.words = (cell, value) => {
  const symbol = view.geometry.texts?.[cell];
  const words = [`${view.geometry.name(cell)}${symbol ? `, ${symbol}` : ""}: ${value === NOT_GIVEN ? "unknown" : puzzle.palette[value].name}`];
  const status = verdict.status[cell];
  if (status === "lines" || (status && !verdict.shown)) words.push(STATUSES[status]);
  if (isCellInConflict(cell)) words.push("in conflict");
  if (status === "varying" && groupOf(cell)) words.push(`group ${groupOf(cell)}`);
  if (heatOf(cell) > 0) words.push(`a change decides ${heatOf(cell)} cells more`);
  return words.join(", ");
};

// Show the clues of this cell's lines in large letters below the grid, since they may be small on it.
function showHere() {
  const lines = view.geometry.linesOf(cells.at);
  const texts = (puzzle.rules ? lines.slice(0, 3) : lines).map((line) => cells.line(line));
  byId("here").textContent = [...texts, cells.words(cells.at, look.value(cells.at))].join(" \u00b7 ");
}
cells.followed.push(showHere);

// Show the share of filled cells or, during a stroke, how many rows and columns it covers.
function showDensity(stroke = null) {
  const { geometry } = view;
  const extent = (of) => new Set(stroke.cells.map(of)).size;
  const filled = puzzle.picture.filter((value) => value > 0).length / geometry.count;
  byId("density").textContent = stroke ? `${extent(geometry.columnOf)} \u00d7 ${extent(geometry.rowOf)}`
    : written() ? "" : `${Math.round(100 * filled)} % filled`;
}
strokes.going = showDensity;

on("changed", ({ kind }) => {
  if (["whole", "board"].includes(kind) && view.geometry !== puzzle.geometry) setGeometry(puzzle.geometry);
});

on("show", ({ kind, cells: drawn = [] }) => {
  if (kind === "whole") showCells();
  labelAll();
  showHere();
  const changed = kind === "paint" ? new Set(drawn.flatMap((cell) => view.geometry.linesOf(cell))) : view.geometry.lines;
  changed.forEach(labelLine);
  byId("size").textContent = puzzle.outline.length ? sizeWords() : `${puzzle.width} \u00d7 ${puzzle.height}`;
  showDensity();
  redraw();
});

on("answered", showHere);
on("conflicts", () => view.geometry.lines.forEach(labelLine));

// Where clues stand, and how far thick lines are apart.
export function arrange(changes) {
  layOutAnew(changes);
  setGeometry(puzzle.geometry);
  showCells();
}
