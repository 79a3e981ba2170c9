// Keys. Tab reaches one cell of the grid; arrows move from there.
const anchor = { cell: null };  // the start of a line or box drawn with the keyboard

function go(down, right, drawing) {
  const before = cells.at;
  const row = within(rowOf(before) + down, puzzle.height - 1);
  const column = within(columnOf(before) + right, puzzle.width - 1);
  const to = row * puzzle.width + column;
  if (drawing && to !== before) {
    const value = shownStroke(before);
    commitCells(tool.layer, [to], strokeValues([to], value));
  }
  focusCell(to);
  if (anchor.cell !== null) previewStroke(TOOLS[tool.name].cells([anchor.cell, to]), anchor.value);
}

// With Shift, a cell becomes like the previous one.
const shownStroke = (cell) => layerOf(tool.layer)[cell];

function press(erasing = false) {
  if (tool.name === "move") takeTool("pencil");
  if (TOOLS[tool.name].ends && !erasing) {
    if (anchor.cell === null) {
      Object.assign(anchor, { cell: cells.at, value: strokeValue(cells.at, false) });
      previewStroke([cells.at], anchor.value);
      say(`${TOOLS[tool.name].name}: go to its other end and press Space.`);
      return;
    }
    const list = TOOLS[tool.name].cells([anchor.cell, cells.at]);
    endStroke(list, anchor.value);
    anchor.cell = null;
    return;
  }
  const list = erasing ? [cells.at] : TOOLS[tool.name].cells([cells.at]);
  const value = strokeValue(cells.at, erasing);
  endStroke(list, value);
}

function cancelStroke() {
  say("");
  anchor.cell = null;
  finishStroke(false);
  view.preview = null;
  redraw();
}

const onCells = {
  " ": () => press(),
  Enter: () => press(),
  x: () => press(true),
  Delete: () => press(true),
  Backspace: () => press(true),
  ArrowLeft: (drawing) => go(0, -1, drawing),
  ArrowRight: (drawing) => go(0, 1, drawing),
  ArrowUp: (drawing) => go(-1, 0, drawing),
  ArrowDown: (drawing) => go(1, 0, drawing),
  PageUp: () => go(-5, 0),
  PageDown: () => go(5, 0),
  Home: () => go(0, -puzzle.width),
  End: () => go(0, puzzle.width),
};

const anywhere = {
  Escape: cancelStroke,
  "+": () => zoom(view.cell * 1.25, cells.at),
  "-": () => zoom(view.cell * 0.8, cells.at),
  0: () => fit(),
};

const withControl = {
  z: (shifted) => (shifted ? redo() : undo()),
  y: redo,
  s: () => files.save(),
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, dialog");
  if (event.altKey || typing || stroke.pointer !== null && event.key !== "Escape") return;
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    const action = withControl[key.toLowerCase()];
    if (!action) return;
    action(event.shiftKey);
  } else if (key in onCells && event.target.getAttribute("role") === "gridcell") {
    onCells[key](event.shiftKey);
  } else if (key in anywhere) {
    anywhere[key]();
  } else if (/^[1-9]$/.test(key) && Number(key) < puzzle.palette.length) {
    takeColour(Number(key));
  } else {
    const named = Object.keys(TOOLS).find((name) => TOOLS[name].key === key);
    if (!named) return;
    takeTool(named);
  }
  event.preventDefault();
});
