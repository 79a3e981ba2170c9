// The tools, the current one, and the effect of a stroke with it.
const TOOLS = {
  pencil: { name: "Pencil", key: "p", cells: (path) => path.flatMap((cell, i) => (i ? line(path[i - 1], cell) : [cell])) },
  eraser: { name: "Eraser", key: "e", cells: (path) => TOOLS.pencil.cells(path) },
  line: { name: "Line", key: "l", ends: true, cells: (path) => line(path[0], path.at(-1)) },
  rectangle: { name: "Rectangle", key: "r", ends: true, cells: (path) => rectangle(path[0], path.at(-1)) },
  box: { name: "Filled box", key: "b", ends: true, cells: (path) => box(path[0], path.at(-1)) },
  flood: { name: "Flood", key: "f", cells: (path) => flood(path[0], layerOf(tool.layer)) },
  given: { name: "Given", key: "g", cells: (path) => TOOLS.pencil.cells(path) },
  move: { name: "Move", key: "v", cells: () => [] },
};

const tool = {
  name: "pencil",
  colour: 1,
  get layer() { return written() || tool.name === "given" ? "givens" : "picture"; },
};

const layerOf = (name) => (name === "picture" && puzzle.picture.length === 0 ? range(size()).map(() => 0) : puzzle[name]);

function takeTool(name) {
  tool.name = name;
  board.toggleAttribute("data-move", name === "move");
  for (const button of document.getElementById("tools").children) {
    button.ariaPressed = String(button.dataset.tool === name);
  }
}

function takeColour(value) {
  tool.colour = within(value, puzzle.palette.length - 1);
  if (tool.name === "eraser" || tool.name === "move" || tool.name === "given") takeTool("pencil");
  for (const button of document.getElementById("colours").children) {
    button.ariaPressed = String(Number(button.dataset.value) === tool.colour);
  }
}

// The value of a stroke that begins on this cell; if the cell already has the tool's value, the stroke removes it.
function strokeValue(cell, erasing) {
  const empty = tool.layer === "picture" ? BACKGROUND : NOT_GIVEN;
  if (tool.name === "given" && !written()) {
    return erasing || puzzle.givens[cell] !== NOT_GIVEN ? NOT_GIVEN : "picture";
  }
  if (erasing || tool.name === "eraser") return empty;
  return layerOf(tool.layer)[cell] === tool.colour && !TOOLS[tool.name].ends ? empty : tool.colour;
}

const strokeValues = (list, value) => list.map((cell) => (value === "picture" ? puzzle.picture[cell] : value));

// Show a stroke that is not finished yet.
function previewStroke(list, value) {
  view.preview = new Map(list.map((cell, i) => [cell, strokeValues(list, value)[i]]));
  redraw();
}

function endStroke(list, value, keep = true) {
  view.preview = null;
  if (keep && list.length) commitCells(tool.layer, list, strokeValues(list, value));
  redraw();
}

function addTools() {
  const bar = document.getElementById("tools");
  for (const [name, { name: said, key }] of Object.entries(TOOLS)) {
    const hint = element("kbd", { textContent: key, ariaHidden: "true" });
    const button = element("button", { type: "button" }, said, hint);
    button.dataset.tool = name;
    button.setAttribute("aria-keyshortcuts", key);
    button.addEventListener("click", () => takeTool(name));
    bar.append(button);
  }
  takeTool("pencil");
}
