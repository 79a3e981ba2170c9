// What a stroke with a tool does, by mouse, finger and keys; and the bar of tools.
import { cells } from "../../pages/shared/cells.js";
import { byId, element, range, say } from "../../pages/shared/elements.js";
import { drawIcon } from "../../pages/shared/icons.js";
import { anywhere, keyboard, keyWords, onCells, undoKeys, withControl } from "../../pages/shared/keymap.js";
import { BACKGROUND } from "../../pages/shared/lines.js";
import { shown } from "../../pages/shared/paint.js";
import { drawPath, previewStroke, strokes } from "../../pages/shared/stroke.js";
import { board, redraw, view } from "../../pages/shared/view.js";
import { commitCells, timeline } from "./changes.js";
import { on } from "./events.js";
import { save } from "./files.js";
import { putSymbols, symbol, symbolAgain, symbolAt } from "./gives.js";
import { NOT_GIVEN, puzzle, written } from "./puzzle.js";
import { movedBy, select, selection, transfer, transferred, turnings, withMirrored } from "./selection.js";
import { LAYER_OF, layerOf, takeColour, takeTool, tool, TOOLS, usable } from "./tool.js";

const empty = () => (tool.layer === "picture" ? BACKGROUND : NOT_GIVEN);

strokes.begins = (cell, erasing) => {
  if (TOOLS[tool.name].selects) return selection.has(cell) && !erasing ? { from: cell } : { selects: true };
  if (tool.name === "border") return null;
  if (["clue", "bucket"].includes(tool.name)) return { symbol: symbol(erasing, cell) };
  if (erasing || tool.name === "eraser") return empty();
  if (tool.name === "given" && !written()) return "picture";
  return tool.name in LAYER_OF ? 1 : tool.colour;
};

// What a click, which is a stroke of one cell, puts there: it takes the tool's value away where that is there already.
function clicked(cell, value) {
  if (value.symbol) return { symbol: symbolAt(cell) === value.symbol ? symbolAgain(cell) : value.symbol };
  const had = layerOf(tool.layer)[cell];
  const same = value === "picture" ? had !== NOT_GIVEN : had === value;
  return same && !TOOLS[tool.name].ends && tool.name !== "replace" ? empty() : value;
}

strokes.moves = () => tool.name === "move";
strokes.covers = (path, value) => {
  if (value.from !== undefined) {
    value.after = transferred(movedBy(value.from, path.at(-1)));
    return [...value.after.keys()];
  }
  const list = TOOLS[tool.name].cells(path);
  return value.selects || tool.name === "bucket" ? list : withMirrored(list);
};
strokes.values = (list, value) => list.map((cell) => {
  if (value === "picture") return puzzle.picture[cell];
  return value.after ? value.after.get(cell) : value.selects || value.symbol ? shown(cell) : value;
});
strokes.ends = (list, value, path) => {
  if (value.from !== undefined) return transfer(movedBy(value.from, path.at(-1)));
  if (value.selects) return select(path.length > 1 ? list : []);
  const put = path.length > 1 ? value : clicked(path[0], value);
  if (put.symbol) putSymbols(list.filter((cell) => cell !== null), put.symbol);
  else if (list.length) commitCells(tool.layer, list, strokes.values(list, put));
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
const GIVES = ["clue", "bucket", "border"];
keyboard.drag = (from, to) => !GIVES.includes(tool.name) && commitCells(tool.layer, [to], strokes.values([to], layerOf(tool.layer)[from]));

keyboard.went = (to) => {
  if (anchor.cell !== null) previewStroke(strokes.covers([anchor.cell, to], anchor.value), anchor.value);
};

function forgetEnd() {
  if (anchor.cell === null) return;
  anchor.cell = view.preview = null;
  say("");
  redraw();
}

keyboard.cancel = () => {
  say("");
  forgetEnd();
  select([]);
};

onCells.x[1] = "x, Delete: erase";
undoKeys(timeline);
withControl.a = [turnings.all, "Ctrl+A, C, X, V: select all, copy, cut, paste at the focused cell"];
anywhere.Delete = anywhere.Backspace = [() => selection.size > 0 && turnings.clear()];
Object.assign(withControl, { c: [turnings.copy], x: [turnings.cut], v: [turnings.paste] });
withControl.arrowleft = [() => turnings.shift(0, -1), "Ctrl with arrows: shift the selection, or all"];
withControl.arrowright = [() => turnings.shift(0, 1)];
withControl.arrowup = [() => turnings.shift(-1, 0)];
withControl.arrowdown = [() => turnings.shift(1, 0)];
withControl.s = [() => save(), "Ctrl+S: save"];
for (const value of range(9)) {
  anywhere[value + 1] = [() => value + 1 < puzzle.palette.length && takeColour(value + 1), value ? "" : "1 to 9: a colour"];
}
for (const [name, { name: said, key, fits, does }] of Object.entries(TOOLS)) {
  anywhere[key] = [() => takeTool(name), `${key}: ${said}`];
  const button = element("button", { type: "button", textContent: said, hidden: Boolean(fits) });
  Object.assign(button.dataset, { tool: name, icon: name === "clue" ? "clues" : name });
  button.setAttribute("aria-keyshortcuts", key);
  drawIcon(button);
  button.addEventListener("click", () => {
    takeTool(name);
    say(`${said}${does ? `: ${does}` : ""}.`);  // on a phone, there is no tooltip
  });
  byId("tools").append(button);
}

on("tool", () => {
  forgetEnd();
  board.toggleAttribute("data-move", tool.name === "move");
  for (const button of byId("tools").children) {
    button.hidden = !usable(button.dataset.tool);
    button.ariaPressed = String(button.dataset.tool === tool.name);
    if (button.dataset.tool === tool.name) button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
});

export const listKeys = () => byId("keys").replaceChildren(...keyWords().map((words) => element("li", { textContent: words })));
