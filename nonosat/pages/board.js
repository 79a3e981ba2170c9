// The puzzle as a table: clues, cells, their names and size. Each page decides what a cell shows.
const puzzle = JSON.parse(document.getElementById("puzzle").textContent);
const { width, height, palette, givens } = puzzle;
const coloured = palette.length > 2;
const root = document.documentElement;
const board = document.getElementById("board");

// The cells' elements, row by row.
const elements = [];
// Rows, then columns, each with its clue, its cells and, once built, the elements of its clue.
const line = (kind, index, clue, cells) => ({ name: `${kind} ${index + 1}`, clue, cells });
const lines = [
  ...puzzle.rows.map((clue, r) => line("row", r, clue, range(width).map((c) => r * width + c))),
  ...puzzle.columns.map((clue, c) => line("column", c, clue, range(height).map((r) => r * width + c))),
];
const rowOf = (cell) => lines[Math.floor(cell / width)];
const columnOf = (cell) => lines[height + (cell % width)];

function nearlyWhite(colour) {
  return colour.rgb.slice(1).match(/../g).every((part) => parseInt(part, 16) > 200);
}

function clueHead(line, scope) {
  line.words = clueWords(line.clue, palette);
  line.numbers = line.clue.map((block) => {
    const made = element("span", { textContent: number(block), className: block.low > 99 ? "long" : "" });
    if (coloured) paint(made, palette[block.colour]);
    made.dataset.char = coloured ? palette[block.colour].char : "";
    return made;
  });
  line.head = element("th", { scope }, element("div", {}, ...(line.clue.length ? line.numbers : ["0"])));
  return line.head;
}

// A clue as people write it: "3r 1b".
function clueText(line) {
  return line.numbers.map((made) => made.textContent + made.dataset.char).join(" ") || "0";
}

// `role` is "grid" if keys move from cell to cell.
function build(role) {
  const table = element("table", { role, ariaLabel: document.title });
  const columns = lines.slice(height).map((line) => clueHead(line, "col"));
  table.append(element("thead", {}, element("tr", {}, element("th", { ariaLabel: "clues" }), ...columns)));
  const body = element("tbody");
  lines.slice(0, height).forEach((line) => {
    const row = element("tr", {}, clueHead(line, "row"));
    for (const cell of line.cells) {
      elements[cell] = element("td");
      if (role === "grid") elements[cell].tabIndex = -1;
      elements[cell].setAttribute("role", role === "grid" ? "gridcell" : "cell");
      elements[cell].dataset.cell = cell;
      if (givens[cell] !== UNKNOWN) elements[cell].setAttribute("aria-readonly", "true");
      row.append(elements[cell]);
    }
    body.append(row);
  });
  table.append(body);
  board.append(table);
  root.style.setProperty("--background", palette[0].rgb);
  root.toggleAttribute("data-pale", palette.slice(1).some(nearlyWhite));
}

// Show a cell's value, or that it is UNKNOWN; `note` and the marks are added to its name.
function paintCell(cell, value, note = "") {
  const made = elements[cell];
  made.dataset.state = value === UNKNOWN ? "unknown" : value === BACKGROUND ? "crossed" : "filled";
  made.textContent = value === BACKGROUND ? "\u00d7" : value > 0 && coloured ? palette[value].char : "";
  if (value > 0) paint(made, palette[value]);
  else made.style.background = made.style.color = "";
  const word = value > 0 && coloured ? palette[value].name : value === UNKNOWN ? "empty" : made.dataset.state;
  const place = [rowOf(cell), columnOf(cell)].map((line) => `${line.name} (${line.words})`).join(", ");
  const given = givens[cell] === UNKNOWN ? "" : "given";
  made.ariaLabel = `${place}: ${[note || word, given, ...markWords(made)].filter(Boolean).join(", ")}`;
}

// All measures of the grid scale with the cell's side.
function resize(cell) {
  root.style.setProperty("--cell", `${within(cell - 14, 46) + 14}px`);
  const corner = board.querySelector("thead th").getBoundingClientRect();
  const loose = { rows: corner.width > board.clientWidth / 2, columns: corner.height > board.clientHeight / 2 };
  board.dataset.loose = Object.keys(loose).filter((name) => loose[name]).join(" ");
  board.style.scrollPadding = `${loose.columns ? 0 : corner.height}px 0 0 ${loose.rows ? 0 : corner.width}px`;
}

// The size at which the whole grid is visible, if that is still readable.
function fit() {
  const table = board.firstElementChild.getBoundingClientRect();
  const cell = elements[0].getBoundingClientRect().width;
  const scale = Math.min((board.clientWidth - 2) / table.width, (board.clientHeight - 2) / table.height);
  const least = matchMedia("(pointer: coarse)").matches ? 24 : 16;
  resize(Math.max(least, Math.min(40, Math.floor(cell * scale))));
}

// Scroll the board, and nothing else, so that a cell is visible next to the clues.
function reveal(cell) {
  const [frame, box] = [board, elements[cell]].map((made) => made.getBoundingClientRect());
  const [top, , , left] = board.style.scrollPadding.split(" ").map(parseFloat);
  const moved = (low, high, first, last) => (low < first ? low - first : Math.max(0, high - last));
  board.scrollTop += moved(box.top, box.bottom, frame.top + top, frame.top + board.clientHeight);
  board.scrollLeft += moved(box.left, box.right, frame.left + left, frame.left + board.clientWidth);
}

function zoom(factor) {
  resize(Math.round(elements[0].getBoundingClientRect().width * factor));
}

// The buttons that every page with a board has.
const actions = {
  smaller: () => zoom(0.8),
  larger: () => zoom(1.25),
  letters: () => {
    document.getElementById("letters").ariaPressed = String(root.toggleAttribute("data-letters"));
  },
};

function bindActions() {
  for (const [name, action] of Object.entries(actions)) {
    document.getElementById(name).addEventListener("click", action);
  }
  document.getElementById("letters").hidden = !coloured;
}
