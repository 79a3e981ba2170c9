// What a puzzle of a declared kind gives: numbers in the panel; regions and symbols, which are drawn with their tool or typed into
// cells. The server says what its board is, and which numbers the solution has that is drawn.
import { cells } from "../../pages/shared/cells.js";
import { byId, element, say } from "../../pages/shared/elements.js";
import { keyboard } from "../../pages/shared/keymap.js";
import { commit } from "./changes.js";
import { on, tell } from "./events.js";
import { clues, plain, puzzle, written } from "./puzzle.js";
import { charAt, drawsRegions, freshRegion, hasRegions, lettersOf, NO_REGION, putChars, putRegions, regionColour } from "./regions.js";
import { server } from "./server.js";
import { takeTool, tool } from "./tool.js";

const givesBox = byId("gives");
const givenField = (name) => byId(`gives-${name}`);
const GROW = "grow";  // a stroke draws the region on in which it begins

// What the tool puts into cells: a symbol or a letter, into a picture.
const chosen = { name: "", char: GROW };

on("changed", ({ kind }) => {
  if (kind !== "whole" || chosen.rules === puzzle.rules) return;
  const [name = ""] = Object.keys(puzzle.pictures);
  Object.assign(chosen, { rules: puzzle.rules, name, char: hasRegions(name) ? GROW : puzzle.pictures[name]?.at(1) });
  takeTool(name ? "clue" : "pencil");
});

on("show", ({ kind }) => {
  givesBox.hidden = !puzzle.rules;
  if (kind === "paint" || !puzzle.rules) return showSymbols();
  const numbers = Object.keys(puzzle.gives).filter((name) => !(name in puzzle.pictures));
  if (givesBox.dataset.of !== puzzle.rules) {
    givesBox.dataset.of = puzzle.rules;
    givesBox.replaceChildren(...numbers.map((name) => {
      const field = element("input", { id: `gives-${name}`, spellcheck: false, autocomplete: "off" });
      field.addEventListener("change", () => commit({ kind: "given", key: name, text: field.value.trim() }));
      return element("label", {}, name.replaceAll("_", " "), field);
    }));
    const anew = element("button", { type: "button", textContent: "Draw the regions anew", hidden: !drawsRegions() });
    anew.addEventListener("click", () => {
      putRegions(new Map(puzzle.geometry.rows.flat().map((cell) => [cell, NO_REGION])));
      takeTool("border");
    });
    givesBox.append(anew);
  }
  for (const name of numbers) if (givenField(name) !== document.activeElement) givenField(name).value = puzzle.gives[name];
  return showSymbols();
});

// The tool's symbols, beside the colours: the regions, each in its colour, and one more.
function showSymbols() {
  const offered = Object.keys(puzzle.pictures).flatMap((name) => {
    const letters = hasRegions(name) && lettersOf(name);
    const chars = letters ? [GROW, freshRegion(), ...letters, NO_REGION] : puzzle.pictures[name];
    return chars.filter(Boolean).map((char) => [name, char, letters && !letters.includes(char)]);
  });
  const of = JSON.stringify(offered);
  const box = byId("symbols");
  // A button that is replaced while it is pressed hears no click.
  if (box.dataset.of !== of) {
    box.dataset.of = of;
    box.replaceChildren(...offered.map((one) => symbolButton(...one)));
  }
  for (const button of box.children) {
    const taken = ["clue", "bucket"].includes(tool.name) && chosen.name === button.dataset.name && chosen.char === button.dataset.char;
    button.ariaPressed = String(taken);
    if (taken) button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function symbolButton(name, char, isNew) {
  const regions = hasRegions(name);
  const blank = !regions && char === puzzle.pictures[name][0];
  const [words, sign] = char === GROW ? ["Draw a region on", "\u2194"] : regions && char === NO_REGION ? ["No region", "\u2013"]
    : isNew ? ["A new region", "+"] : regions ? [`Region ${char}`, char] : blank ? ["Nothing", "\u2013"] : [char, char];
  const swatch = element("span", { className: "swatch", ariaHidden: "true", textContent: sign });
  if (regions && char !== GROW) Object.assign(swatch.style, { background: regionColour(char), color: "#1b1b1b" });
  const button = element("button", { type: "button", title: words, ariaLabel: words }, swatch);
  Object.assign(button.dataset, { name, char });
  button.addEventListener("click", () => {
    Object.assign(chosen, { name, char });
    takeTool(tool.name === "bucket" ? "bucket" : "clue");
    showSymbols();
    say(`${words}.`);
  });
  return button;
}
on("tool", showSymbols);

// The symbol that a stroke puts into cells.
export function symbol(erasing, cell) {
  if (erasing) return puzzle.pictures[chosen.name][0] ?? NO_REGION;
  return chosen.char !== GROW ? chosen.char : tool.name === "bucket" ? freshRegion() : symbolAt(cell);
}

// What a click puts where the symbol is already.
export const symbolAgain = (cell) => (chosen.char === GROW ? symbolAt(cell) : symbol(true, cell));

export const symbolAt = (cell) => charAt(chosen.name, cell);

// The symbol that a cell shows where it has no value that stands for it.
export function symbolIn(cell, value) {
  const char = Object.keys(puzzle.pictures).filter((name) => !hasRegions(name)).map((name) => [charAt(name, cell), puzzle.pictures[name][0]])
    .find(([symbolHere, blankHere]) => symbolHere !== blankHere)?.[0];
  const coloured = value > 0 || value === 0 && puzzle.palette.some((colour) => colour.char === char);
  return coloured || puzzle.geometry.linesOf(cell).some((line) => line.cell === cell) ? undefined : char;
}

export const putSymbols = (list, char) => putChars(chosen.name, new Map(list.map((cell) => [cell, char])));

// A symbol or a letter that is offered goes into the focused cell when it is typed.
keyboard.types = (char) => {
  const offered = [...byId("symbols").children].some(({ dataset }) => dataset.name === chosen.name && dataset.char === char);
  const known = tool.name === "clue" && offered;
  if (known) putSymbols([cells.at], char);
  return known;
};

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
