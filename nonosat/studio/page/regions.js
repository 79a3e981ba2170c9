// Regions: their letters, their colours, and the loose borders in them.
import { range } from "../../pages/shared/elements.js";
import { commit } from "./changes.js";
import { puzzle } from "./puzzle.js";

// Pale, so that what is drawn in them is seen.
const PALE = range(12).map((k) => `hsl(${[0, 205, 95, 48, 265, 170, 320, 25, 225, 70, 140, 290][k]} ${k % 2 ? 70 : 60}% ${k < 6 ? 86 : 80}%)`);

export const regionColour = (char) => (char === "." ? "#fff" : PALE[char.codePointAt(0) % 12]);

const LETTERS_OF_REGIONS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];
export const NO_REGION = ".";
export const hasRegions = (name) => puzzle.pictures[name]?.length === 0;
export const lettersOf = (name) => [...new Set(puzzle.gives[name].replace(/[\s.]/g, ""))].sort();
export const drawsRegions = () => hasRegions(regionsName());
const regionsName = () => Object.keys(puzzle.pictures).find(hasRegions);

// A letter that no region has yet.
export function freshRegion(used = []) {
  const letters = lettersOf(regionsName());
  return LETTERS_OF_REGIONS.find((char) => !letters.includes(char) && !used.includes(char));
}

export const charAt = (name, cell) => puzzle.gives[name].split("\n")[puzzle.geometry.rowOf(cell)]?.[puzzle.geometry.columnOf(cell)];
export const regionAt = (cell) => charAt(regionsName(), cell);

export function putChars(name, changed) {
  const rows = puzzle.gives[name].split("\n").map((row) => [...row]);
  for (const [cell, char] of changed) {
    const row = rows[puzzle.geometry.rowOf(cell)];
    if (row) row[puzzle.geometry.columnOf(cell)] = char;
  }
  const text = rows.map((row) => row.join("")).join("\n");
  if (text !== puzzle.gives[name]) commit({ kind: "given", key: name, text });
}

export const putRegions = (changed) => putChars(regionsName(), changed);

// Borders that divide nothing yet; they are no part of the drawing.
export const loose = new Set();

// A border has the two cells beside it, and the two points at its ends.
export const borderKey = (one, other) => [one, other].sort((a, b) => a - b).join();

// The cells that can be reached from one within its region, without crossing a border.
export function regionAround(first) {
  const found = new Set([first]);
  for (const cell of found) {  // it grows meanwhile
    for (const next of puzzle.geometry.neighbours(cell)) {
      if (regionAt(next) === regionAt(first) && !loose.has(borderKey(cell, next))) found.add(next);
    }
  }
  return [...found];
}
