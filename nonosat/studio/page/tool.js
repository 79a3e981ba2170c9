// The tools, the one that is taken, and the layer of the drawing that it changes.
import { range, within } from "../../pages/shared/elements.js";
import { on, tell } from "./events.js";
import { puzzle, size, written } from "./puzzle.js";
import { drawsRegions, regionAround } from "./regions.js";
import { box, ellipse, enclosed, flood, line, rectangle } from "./shapes.js";

const pencil = (path) => path.flatMap((cell, i) => (i ? line(path[i - 1], cell) : [cell]));
// First those that a declared kind has for what it gives.
export const TOOLS = {
  clue: { name: "Clue", does: "draw in cells what is chosen above", key: "n", fits: () => Object.keys(puzzle.pictures).length > 0, cells: pencil },
  border: { name: "Border pen", does: "draw along the edges of cells", key: "d", fits: () => drawsRegions(), cells: () => [] },
  bucket: { name: "Fill a region", does: "tap inside its borders", key: "u", fits: () => drawsRegions(), cells: (path) => regionAround(path[0]) },
  pencil: { name: "Pencil", key: "p", cells: pencil },
  eraser: { name: "Eraser", key: "e", cells: pencil },
  line: { name: "Line", key: "l", ends: true, cells: (path) => line(path[0], path.at(-1)) },
  rectangle: { name: "Rectangle", key: "r", ends: true, fits: () => !puzzle.outline.length, cells: (path) => rectangle(path[0], path.at(-1)) },
  box: { name: "Filled box", key: "b", ends: true, cells: (path) => box(path[0], path.at(-1)) },
  ellipse: { name: "Ellipse", key: "o", ends: true, fits: () => !puzzle.outline.length, cells: (path) => ellipse(path[0], path.at(-1)) },
  flood: { name: "Fill", key: "f", cells: (path) => flood(path[0], layerOf(tool.layer)) },
  replace: { name: "Replace colour", key: "c", cells: (path) => sameColour(path[0]) },
  given: { name: "Given", key: "g", cells: pencil },
  hide: { name: "Hide number", key: "h", fits: () => puzzle.kind === "mosaic" && !written(), cells: pencil },
  protect: { name: "Protect", key: "k", cells: pencil },
  select: { name: "Select", key: "s", selects: true, ends: true, cells: (path) => box(path[0], path.at(-1)) },
  lasso: { name: "Lasso", key: "a", selects: true, cells: enclosed },
  move: { name: "Move view", key: "v", cells: () => [] },
};

export const LAYER_OF = { protect: "protected", hide: "hidden" };

// Whether a tool has a sense for the puzzle: numbers can be hidden if they follow from the picture.
export const usable = (name) => TOOLS[name].fits?.() ?? true;

export const tool = {
  name: "pencil",
  chosen: 1,  // the colour that was chosen; an undo may take it away, and a redo bring it back
  get colour() { return Math.min(tool.chosen, puzzle.palette.length - 1); },
  get layer() { return LAYER_OF[tool.name] ?? (written() || tool.name === "given" ? "givens" : "picture"); },
};

export const layerOf = (name) => (name === "picture" && puzzle.picture.length === 0 ? range(size()).map(() => 0) : puzzle[name]);

// Whether the tool puts the chosen colour into cells.
export const paints = () => !["eraser", "move", "given", "clue", "border", "bucket", ...Object.keys(LAYER_OF)].includes(tool.name);

const sameColour = (cell) => range(size()).filter((one) => layerOf(tool.layer)[one] === layerOf(tool.layer)[cell]);

export function takeTool(name) {
  if (!usable(name)) return;
  tool.name = name;
  tell("tool");
}

export function takeColour(value) {
  tool.chosen = within(value, puzzle.palette.length - 1);
  if (!paints()) tool.name = "pencil";
  tell("tool");
}

on("changed", ({ kind }) => {
  if (kind !== "whole") return;
  if (!usable(tool.name)) tool.name = "pencil";
  tell("tool");
});
