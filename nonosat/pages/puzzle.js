// The puzzle of a page to play or of an explanation, and how its cells look. Each page decides what a cell is.
import { cells, zooms } from "./shared/cells.js";
import { byId, inkOn, isLight, shownSign } from "./shared/elements.js";
import { geometryOf } from "./shared/kinds.js";
import { BACKGROUND, UNKNOWN } from "./shared/lines.js";
import { colours, look, numberStyle } from "./shared/paint.js";
import { redraw } from "./shared/view.js";

export const puzzle = JSON.parse(byId("puzzle").textContent);
export const { palette, givens } = puzzle;
for (const value of palette) value.sign = shownSign(value.sign);
export const coloured = palette.length > 2;
export const root = document.documentElement;
export const geometry = geometryOf(puzzle);
export const { lines } = geometry;
// Paper that differs from colours that are nearly white.
const nearlyWhite = ({ rgb }) => rgb.slice(1).match(/../g).every((part) => parseInt(part, 16) > 200);
root.toggleAttribute("data-coloured", coloured);
root.toggleAttribute("data-pale", palette.slice(1).some(nearlyWhite));
for (const line of lines) line.words = geometry.rules.words(line.clue, palette);

// A clue as people write it: "3r 1b".
export function clueText(line) {
  if (geometry.inside) return line.words;
  const one = ({ text, colour }) => text + (coloured ? palette[colour].char : "");
  return geometry.rules.numbers(line.clue).map(one).join(" ") || "0";
}

const letters = () => root.hasAttribute("data-letters");
export const isSolved = () => root.hasAttribute("data-solved");
// A picture, without regions or symbols, which is shown alone at the end.
export const pictorial = !geometry.texts;
look.finished = () => isSolved() && pictorial;

// What a value looks like.
look.style = (value, cell) => {
  const text = geometry.texts?.[cell];
  const on = (fill) => ({ fill, ink: isLight(fill) ? "#333" : "#fff", text });
  if (geometry.walls?.has(cell)) return on(colours.wall);
  if (value <= BACKGROUND) return { ...on(look.finished() ? palette[0].rgb : colours.paper), cross: value === BACKGROUND && !isSolved() };
  const { rgb, char, halves, sign } = palette[value];
  const shows = text ?? sign ?? (coloured && letters() ? char : "");
  // By night the paper is dark, and what is black on it is light, until the picture is shown.
  if (!coloured && rgb === "#000000" && !look.finished()) return { ...on(colours.filled), text: shows };
  return { fill: rgb, halves, ink: inkOn(palette[value]), text: shows };
};

look.numbers = (line) => geometry.rules.numbers(line.clue).map(({ text, colour }, k) => ({
  text: text + (coloured && letters() && colour ? palette[colour].char : ""),
  ...(coloured && colour ? numberStyle(palette[colour]) : {}),
  done: line.single?.[k],
  soft: look.finished(),
}));

function placeOf(cell) {
  if (!geometry.inside) return geometry.linesOf(cell).map((line) => `${line.name} (${line.words})`).join(", ");
  const number = geometry.linesOf(cell).find((line) => line.cell === cell);
  return geometry.name(cell) + (number ? `, number ${number.words}` : geometry.texts?.[cell] ? `, ${geometry.texts[cell]}` : "");
}

// A cell's words: its place, the clues of a row and a column, and what it shows.
export function wordsOf(cell, value, note = "") {
  const shown = value === UNKNOWN ? "empty" : value === BACKGROUND ? "crossed" : coloured || geometry.walls ? palette[value].name : "filled";
  const word = geometry.walls?.has(cell) ? "wall" : shown;
  return `${placeOf(cell)}: ${note || word}`;
}

cells.name = () => document.title;
cells.fixed = (cell) => givens[cell] !== UNKNOWN;
cells.line = (line) => `${line.name}: ${line.words}`;

// Whether colours have letters, for whoever cannot tell them apart: in all puzzles, once it is wished.
const LETTERS = "nonosat-letters";

function showLetters(shown) {
  root.toggleAttribute("data-letters", shown);
  byId("letters").ariaPressed = String(shown);
  redraw();
}

// The buttons that every page with a board has.
const boardActions = {
  ...zooms,
  letters: () => {
    showLetters(!letters());
    try {
      localStorage.setItem(LETTERS, letters() ? "1" : "");
    } catch { /* a browser may refuse to store anything */ }
  },
};

export function bindActions(bound) {
  for (const [name, action] of Object.entries(bound)) byId(name).addEventListener("click", () => action());
}
bindActions(boardActions);
byId("letters").hidden = !coloured;
try {
  showLetters(localStorage.getItem(LETTERS) === "1");
} catch { /* as above */ }
