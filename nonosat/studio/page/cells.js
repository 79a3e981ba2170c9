// The grid for keys and screen readers: elements over the canvas for the cells around the focused one.
const grid = document.getElementById("grid");
const AROUND = 2;  // rows and columns on each side

const cells = { at: 0, elements: new Map() };

function showCells() {
  cells.at = Math.min(cells.at, size() - 1);
  grid.setAttribute("aria-rowcount", puzzle.height + 1);
  grid.setAttribute("aria-colcount", puzzle.width + 1);
  grid.ariaLabel = `${puzzle.about.title || connection.name || "Puzzle"}, ${puzzle.height} rows, ${puzzle.width} columns`;
  const near = (at, count) => range(count).slice(Math.max(0, at - AROUND), at + AROUND + 1);
  const columns = near(columnOf(cells.at), puzzle.width);
  const rows = near(rowOf(cells.at), puzzle.height);
  const kept = cells.elements;
  const focused = grid.contains(document.activeElement);  // an element loses the focus when it is moved
  cells.elements = new Map();
  const head = element("div", { role: "row" }, ...columns.map((column) => header("columnheader", "columns", column)));
  head.setAttribute("aria-rowindex", 1);
  const lines = rows.map((row) => {
    const made = element("div", { role: "row" }, header("rowheader", "rows", row));
    made.setAttribute("aria-rowindex", row + 2);
    for (const column of columns) made.append(cellElement(row * puzzle.width + column, kept));
    return made;
  });
  grid.replaceChildren(head, ...lines);
  if (focused) cells.elements.get(cells.at).focus({ preventScroll: true });
}

function header(role, axis, index) {
  const made = element("div", { role, className: "header" });
  made.setAttribute("aria-colindex", role === "rowheader" ? 1 : index + 2);
  made.ariaLabel = lineName(axis, index);
  return made;
}

const lineName = (axis, index) =>
  `${axis === "rows" ? "row" : "column"} ${index + 1}: ${clueWords(clues[axis][index], puzzle.palette)}`;

function cellElement(cell, kept) {
  const made = kept.get(cell) ?? element("div", { role: "gridcell", className: "cell" });
  made.dataset.cell = cell;
  made.setAttribute("aria-colindex", columnOf(cell) + 2);
  made.tabIndex = cell === cells.at ? 0 : -1;
  made.style.left = `${view.left + columnOf(cell) * view.cell}px`;
  made.style.top = `${view.top + rowOf(cell) * view.cell}px`;
  made.style.width = made.style.height = `${view.cell}px`;
  made.ariaLabel = cellWords(cell);
  cells.elements.set(cell, made);
  return made;
}

function cellWords(cell) {
  const value = shownValue(cell);
  const words = [
    `row ${rowOf(cell) + 1}, column ${columnOf(cell) + 1}: ${value === NOT_GIVEN ? "unknown" : puzzle.palette[value].name}`,
  ];
  if (puzzle.givens[cell] !== NOT_GIVEN) words.push("given");
  if (verdict.status.length) {
    const status = verdict.status[cell];
    const group = verdict.group[cell];
    words.push(CELL_WORDS[status] + (status === CELL.VARYING && group !== undefined ? ` in group ${letterOf(group)}` : ""));
  }
  return words.join(", ");
}

function focusCell(cell) {
  cells.at = cell;
  reveal(cell);
  showCells();
  cells.elements.get(cell).focus({ preventScroll: true });
  showHere();
  redraw();
}

// Show the clues of this cell's lines in large letters below the grid, since they may be small on it.
function showHere() {
  const texts = [lineName("rows", rowOf(cells.at)), lineName("columns", columnOf(cells.at))];
  document.getElementById("here").textContent = `${texts.join("   ")}   ${cellWords(cells.at)}`;
}

grid.addEventListener("focusin", () => { showHere(); redraw(); });
grid.addEventListener("focusout", redraw);
