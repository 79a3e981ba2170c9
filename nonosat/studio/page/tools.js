// The tools, the current one, and the effect of a stroke with it.
import { cells } from "../../pages/shared/cells.js";
import { byId, element, range, say, within } from "../../pages/shared/elements.js";
import { anywhere, keyboard, keyWords, onCells, undoKeys, withControl } from "../../pages/shared/keymap.js";
import { BACKGROUND } from "../../pages/shared/lines.js";
import { shown } from "../../pages/shared/paint.js";
import { drawPath, previewStroke, strokes } from "../../pages/shared/stroke.js";
import { board, view } from "../../pages/shared/view.js";
import { commitCells, timeline } from "./changes.js";
import { files } from "./files.js";
import { NOT_GIVEN, puzzle, size, written } from "./puzzle.js";
import {
  enclosed, movedBy, select, selection, transfer, transferred, turnings, withMirrored } from "./selection.js";
import { box, ellipse, flood, line, rectangle } from "./shapes.js";

const pencil = (path) => path.flatMap((cell, i) => (i ? line(path[i - 1], cell) : [cell]));
const TOOLS = {
  pencil: { name: "Pencil", key: "p", cells: pencil },
  eraser: { name: "Eraser", key: "e", cells: pencil },
  line: { name: "Line", key: "l", ends: true, cells: (path) => line(path[0], path.at(-1)) },
  rectangle: { name: "Rectangle", key: "r", ends: true, only: ["nonogram", "mosaic"], cells: (path) => rectangle(path[0], path.at(-1)) },
  box: { name: "Filled box", key: "b", ends: true, cells: (path) => box(path[0], path.at(-1)) },
  ellipse: { name: "Ellipse", key: "o", ends: true, only: ["nonogram", "mosaic"], cells: (path) => ellipse(path[0], path.at(-1)) },
  flood: { name: "Fill", key: "f", cells: (path) => flood(path[0], layerOf(tool.layer)) },
  replace: { name: "Replace colour", key: "c", cells: (path) => sameColour(path[0]) },
  given: { name: "Given", key: "g", cells: pencil },
  hide: { name: "Hide number", key: "h", only: ["mosaic"], cells: pencil },
  protect: { name: "Protect", key: "k", cells: pencil },
  select: { name: "Select", key: "s", selects: true, ends: true, cells: (path) => box(path[0], path.at(-1)) },
  lasso: { name: "Lasso", key: "a", selects: true, cells: enclosed },
  move: { name: "Move view", key: "v", cells: () => [] },
};

const LAYER_OF = { protect: "protected", hide: "hidden" };

// Whether a tool has a sense for the puzzle: numbers can be hidden if they follow from the picture.
const usable = (name) => (TOOLS[name].only?.includes(puzzle.kind) ?? true) && !(name === "hide" && written());

export const tool = {
  name: "pencil",
  colour: 1,
  get layer() { return LAYER_OF[tool.name] ?? (written() || tool.name === "given" ? "givens" : "picture"); },
};

export const layerOf = (name) => (name === "picture" && puzzle.picture.length === 0 ? range(size()).map(() => 0) : puzzle[name]);

const sameColour = (cell) => range(size()).filter((one) => layerOf(tool.layer)[one] === layerOf(tool.layer)[cell]);

export function takeTool(name) {
  if (!usable(name)) return;
  tool.name = name;
  if (!TOOLS[name].selects) select([]);
  board.toggleAttribute("data-move", name === "move");
  for (const button of byId("tools").children) button.ariaPressed = String(button.dataset.tool === name);
}

// Show the tools that have a sense for the puzzle.
export function showTools() {
  for (const button of byId("tools").children) button.hidden = !usable(button.dataset.tool);
  takeTool(usable(tool.name) ? tool.name : "pencil");
}

export function takeColour(value) {
  tool.colour = within(value, puzzle.palette.length - 1);
  if (["eraser", "move", "given", ...Object.keys(LAYER_OF)].includes(tool.name)) takeTool("pencil");
  for (const button of byId("colours").children) button.ariaPressed = String(Number(button.dataset.value) === tool.colour);
}

// The value of a stroke that begins on this cell; if the cell already has the tool's value, the stroke removes it.
strokes.begins = (cell, erasing) => {
  if (TOOLS[tool.name].selects) return selection.has(cell) && !erasing ? { from: cell } : { selects: true };
  const empty = tool.layer === "picture" ? BACKGROUND : NOT_GIVEN;
  if (tool.name === "given" && !written()) {
    return erasing || puzzle.givens[cell] !== NOT_GIVEN ? NOT_GIVEN : "picture";
  }
  if (tool.name in LAYER_OF) return erasing || puzzle[tool.layer][cell] !== NOT_GIVEN ? NOT_GIVEN : 1;
  if (erasing || tool.name === "eraser") return empty;
  const same = layerOf(tool.layer)[cell] === tool.colour;
  return same && !TOOLS[tool.name].ends && tool.name !== "replace" ? empty : tool.colour;
};

strokes.moves = () => tool.name === "move";
strokes.covers = (path, value) => {
  if (value.from !== undefined) {
    value.after = transferred(movedBy(value.from, path.at(-1)));
    return [...value.after.keys()];
  }
  const list = TOOLS[tool.name].cells(path);
  return value.selects ? list : withMirrored(list);
};
strokes.values = (list, value) => list.map((cell) => {
  if (value === "picture") return puzzle.picture[cell];
  return value.after ? value.after.get(cell) : value.selects ? shown(cell) : value;
});
strokes.ends = (list, value, path) => {
  if (value.from !== undefined) transfer(movedBy(value.from, path.at(-1)));
  else if (value.selects) select(path.length > 1 ? list : []);
  else if (list.length) commitCells(tool.layer, list, strokes.values(list, value));
};

/* Keys. The first of a line's or box's ends is remembered until the other one is chosen. */

const anchor = { cell: null };

keyboard.press = (erasing) => {
  if (selection.size && erasing) {
    turnings.clear();
    return;
  }
  if (tool.name === "move") takeTool("pencil");
  if (!TOOLS[tool.name].ends || erasing) {
    drawPath([cells.at], Boolean(erasing));
  } else if (anchor.cell === null) {
    Object.assign(anchor, { cell: cells.at, value: strokes.begins(cells.at, false) });
    previewStroke([cells.at], anchor.value);
    say(`${TOOLS[tool.name].name}: go to its other end and press Space.`);
  } else {
    view.preview = null;
    const path = [anchor.cell, cells.at];
    strokes.ends([...new Set(strokes.covers(path, anchor.value))], anchor.value, path);
    anchor.cell = null;
  }
};

// With Shift, a cell becomes like the previous one.
keyboard.drag = (from, to) => commitCells(tool.layer, [to], strokes.values([to], layerOf(tool.layer)[from]));

keyboard.went = (to) => {
  if (anchor.cell !== null) previewStroke(strokes.covers([anchor.cell, to], anchor.value), anchor.value);
};

keyboard.cancel = () => {
  say("");
  anchor.cell = null;
  view.preview = null;
  select([]);
};

export function addTools() {
  onCells.x[1] = "x, Delete: erase";
  undoKeys(timeline);
  withControl.a = [turnings.all, "Ctrl+A, C, X, V: select all, copy, cut, paste at the focused cell"];
  anywhere.Delete = anywhere.Backspace = [() => selection.size > 0 && turnings.clear()];
  Object.assign(withControl, { c: [turnings.copy], x: [turnings.cut], v: [turnings.paste] });
  withControl.arrowleft = [() => turnings.shift(0, -1), "Ctrl with arrows: shift the selection, or all"];
  withControl.arrowright = [() => turnings.shift(0, 1)];
  withControl.arrowup = [() => turnings.shift(-1, 0)];
  withControl.arrowdown = [() => turnings.shift(1, 0)];
  withControl.s = [() => files.save(), "Ctrl+S: save"];
  for (const value of range(9)) {
    anywhere[value + 1] = [() => value + 1 < puzzle.palette.length && takeColour(value + 1), value ? "" : "1 to 9: a colour"];
  }
  for (const [name, { name: said, key }] of Object.entries(TOOLS)) {
    anywhere[key] = [() => takeTool(name), `${key}: ${said}`];
    const hint = element("kbd", { textContent: key, ariaHidden: "true" });
    const button = element("button", { type: "button" }, said, hint);
    button.dataset.tool = name;
    button.setAttribute("aria-keyshortcuts", key);
    button.addEventListener("click", () => takeTool(name));
    byId("tools").append(button);
  }
  byId("keys").replaceChildren(...keyWords().map((words) => element("li", { textContent: words })));
  takeTool("pencil");
}
