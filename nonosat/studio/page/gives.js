// What a puzzle of a declared kind gives: texts in the panel, and symbols to put into cells. The server says what its board
// is, and which numbers the solution has that is drawn.
import { byId, element } from "../../pages/shared/elements.js";
import { commit } from "./changes.js";
import { on, tell } from "./events.js";
import { clues, plain, puzzle, written } from "./puzzle.js";
import { server } from "./server.js";
import { takeTool, tool } from "./tool.js";

const givesBox = byId("gives");
const givenField = (name) => byId(`gives-${name}`);

// The symbols of a picture or, if it has regions, their letters, and one for another region.
function symbolsOf(name) {
  if (puzzle.pictures[name].length) return puzzle.pictures[name];
  const used = [...new Set(puzzle.gives[name].replace(/\s/g, ""))].sort();
  return [...used, [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"].find((char) => !used.includes(char))].filter(Boolean);
}

on("show", ({ kind }) => {
  givesBox.hidden = !puzzle.rules;
  if (kind === "paint" || !puzzle.rules) return;
  if (givesBox.dataset.of !== puzzle.rules) {
    givesBox.dataset.of = puzzle.rules;
    givesBox.replaceChildren(...Object.keys(puzzle.gives).map((name) => {
      const area = element("textarea", { id: `gives-${name}`, rows: name in puzzle.pictures ? 8 : 1, spellcheck: false });
      area.addEventListener("change", () => commit({ kind: "given", key: name, text: area.value.trim() }));
      const symbols = element("div", { className: "bar", role: "group", ariaLabel: `put into cells: ${name}` });
      symbols.dataset.name = name;
      return element("div", {}, element("label", {}, name.replaceAll("_", " "), area), symbols);
    }));
  }
  for (const [name, text] of Object.entries(puzzle.gives)) {
    if (givenField(name) !== document.activeElement) givenField(name).value = text;
  }
  showSymbols();
});

function showSymbols() {
  for (const bar of givesBox.querySelectorAll("[data-name]")) {
    const { name } = bar.dataset;
    const symbols = name in puzzle.pictures ? symbolsOf(name) : [];
    // A button that is replaced while it is pressed hears no click.
    if (bar.textContent !== symbols.join("")) bar.replaceChildren(...symbols.map((char) => symbolButton(name, char)));
    for (const button of bar.children) {
      button.ariaPressed = String(tool.name === "clue" && chosen.name === name && chosen.char === button.textContent);
    }
  }
}

function symbolButton(name, char) {
  const button = element("button", { type: "button", textContent: char });
  button.addEventListener("click", () => {
    Object.assign(chosen, { name, char });
    takeTool("clue");
  });
  return button;
}
on("tool", showSymbols);

// What the tool puts into cells: a symbol, into a picture.
const chosen = { name: "", char: "" };

// The symbol that a stroke puts into cells.
export function symbol(erasing) {
  if (!(chosen.name in puzzle.pictures)) Object.assign(chosen, { name: Object.keys(puzzle.pictures)[0], char: "" });
  const symbols = symbolsOf(chosen.name);
  if (!symbols.includes(chosen.char)) chosen.char = symbols.at(-1);
  return (erasing && puzzle.pictures[chosen.name][0]) || chosen.char;
}

export function symbolAt(cell) {
  const { rowOf, columnOf } = puzzle.geometry;
  return puzzle.gives[chosen.name].split("\n")[rowOf(cell)]?.[columnOf(cell)];
}

export function putSymbols(cells, char) {
  const rows = puzzle.gives[chosen.name].split("\n").map((row) => [...row]);
  for (const cell of cells) {
    const row = rows[puzzle.geometry.rowOf(cell)];
    if (row) row[puzzle.geometry.columnOf(cell)] = char;
  }
  const text = rows.map((row) => row.join("")).join("\n");
  if (text !== puzzle.gives[chosen.name]) commit({ kind: "given", key: chosen.name, text });
}

// The board is asked for anew when what it shows has changed.
let boardOf = "";
on("drawn", async () => {
  if (!puzzle.rules) return;
  const shows = () => JSON.stringify([puzzle.kind, puzzle.rules, puzzle.width, puzzle.height, puzzle.gives, written() || puzzle.picture]);
  const of = shows();
  if (puzzle.board && of === boardOf) return;
  const response = await server.make("board", JSON.stringify(plain())).catch(() => null);  // the answers say why not
  const { gives, ...board } = (await response?.json()) ?? {};
  if (!gives || of !== shows()) return;
  puzzle.board = board;
  const follows = !written() && JSON.stringify(gives) !== JSON.stringify(puzzle.gives);
  if (follows) puzzle.gives = gives;
  boardOf = shows();
  clues.all();
  tell("changed", { kind: "board" });
  tell("show", { kind: "whole" });
  if (follows) tell("followed");
});
