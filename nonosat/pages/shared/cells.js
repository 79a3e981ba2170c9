// The grid for keys and screen readers: an element over the canvas for each cell, or for those around the focused one.
import { byId, element } from "./elements.js";
import { markWord } from "./marks.js";
import { look } from "./paint.js";
import { fit, middleOf, moved, redraw, reveal, view, zoom } from "./view.js";

const grid = byId("grid");
const ALL = 1600;  // the most cells that all have an element
const AROUND = 3;  // otherwise, the rows and cells on each side that have one

// `at` is the cell that Tab reaches; `words` are a cell's, `line` a line's; `role` is grid, or table without keys.
// `fixed` says whether a cell cannot be changed.
export const cells = {
  at: 0, elements: new Map(), role: "grid", name: () => "", words: () => "", line: (line) => line.name, fixed: () => false,
};
export const heads = new Map();  // the elements of lines

// Build the elements anew: for another grid or, in a large one, for another focused cell.
export function showCells() {
  const { geometry } = view;
  cells.at = Math.min(cells.at, geometry.count - 1);
  const near = (list, at) => (geometry.count <= ALL ? list : list.slice(Math.max(0, at - AROUND), at + AROUND + 1));
  const kept = cells.elements;
  const focused = grid.contains(document.activeElement);  // an element loses the focus when it is moved
  cells.elements = new Map();
  heads.clear();
  const [row, column] = [geometry.rowOf(cells.at), geometry.columnOf(cells.at)];
  const down = geometry.down && !geometry.inside ? near(geometry.down, column) : [];
  const top = element("div", { role: "row" }, ...down.map((line) => head("columnheader", line, geometry.down.indexOf(line) + 2)));
  top.setAttribute("aria-rowindex", 1);
  const rows = near(geometry.rows, row).map((list) => {
    const made = element("div", { role: "row" });
    const index = geometry.rowOf(list[0]);
    if (geometry.across?.[index] && !geometry.inside) made.append(head("rowheader", geometry.across[index], 1));
    made.setAttribute("aria-rowindex", index + 2);
    for (const cell of near(list, column)) made.append(cellElement(cell, kept));
    return made;
  });
  grid.setAttribute("role", cells.role);
  grid.setAttribute("aria-rowcount", geometry.rows.length + 1);
  grid.setAttribute("aria-colcount", Math.max(...geometry.rows.map((list) => list.length)) + 1);
  grid.ariaLabel = cells.name();
  const numbers = geometry.inside || !geometry.down ? geometry.lines.map((line) => head("note", line, 0)) : [];
  grid.replaceChildren(...(down.length ? [top] : []), ...rows);
  if (numbers.length && numbers.length <= ALL) grid.after(listOf(numbers));
  if (focused) cells.elements.get(cells.at).focus({ preventScroll: true });
}

// The clues that are not of a row or column.
function listOf(numbers) {
  document.getElementById("clue-list")?.remove();
  return element("div", { id: "clue-list", role: "group", ariaLabel: "clues", className: "unseen" }, ...numbers);
}

function head(role, line, index) {
  const made = element("div", { role, className: "unseen" });
  if (index) made.setAttribute("aria-colindex", index);
  made.ariaLabel = made.textContent = cells.line(line);
  heads.set(line, made);
  return made;
}

function cellElement(cell, kept) {
  const { geometry } = view;
  const made = kept.get(cell) ?? element("div", { className: "cell" });
  made.setAttribute("role", cells.role === "grid" ? "gridcell" : "cell");
  made.dataset.cell = cell;
  made.setAttribute("aria-colindex", geometry.columnOf(cell) + 2);
  if (cells.role === "grid") made.tabIndex = cell === cells.at ? 0 : -1;
  const points = geometry.corners(cell);
  const ends = (k) => [Math.min, Math.max].map((f) => f(...points.map((one) => one[k])));
  const [[x0, x1], [y0, y1]] = [ends(0), ends(1)];
  made.style.left = `calc(var(--left) + ${x0} * var(--cell))`;
  made.style.top = `calc(var(--top) + ${y0} * var(--cell))`;
  made.style.width = `calc(${x1 - x0} * var(--cell))`;
  made.style.height = `calc(${y1 - y0} * var(--cell))`;
  cells.elements.set(cell, made);
  labelCell(cell);
  return made;
}

// Say anew what a cell is.
export function labelCell(cell) {
  const made = cells.elements.get(cell);
  if (!made) return;
  const marks = look.marks(cell).map(([name]) => name);
  const words = [cells.words(cell, look.value(cell)), ...marks.map(markWord)].filter(Boolean).join(", ");
  if (made.ariaLabel !== words) made.ariaLabel = words;
  const names = ["cell", ...marks].join(" ");
  if (made.className !== names) made.className = names;
  if (cells.fixed(cell) && cells.role === "grid") made.ariaReadOnly = "true";
}

export function labelAll() {
  for (const cell of cells.elements.keys()) labelCell(cell);
}

export function labelLine(line) {
  const made = heads.get(line);
  if (made) made.ariaLabel = made.textContent = cells.line(line);
}

export const zooms = { larger: () => zoom(view.cell * 1.25, middleOf(cells.at)), smaller: () => zoom(view.cell * 0.8, middleOf(cells.at)), fit };

export function focusCell(cell) {
  const before = cells.elements.get(cells.at);
  cells.at = cell;
  reveal(cell);
  if (view.geometry.count > ALL || !cells.elements.has(cell)) showCells();
  else before.tabIndex = -1;
  const made = cells.elements.get(cell);
  made.tabIndex = 0;
  made.focus({ preventScroll: true });
  for (const act of cells.followed) act();
  redraw();
}

cells.followed = [];  // called when another cell has the focus
moved.push(redraw);
grid.addEventListener("focusin", () => { for (const act of cells.followed) act(); redraw(); });
grid.addEventListener("focusout", redraw);
