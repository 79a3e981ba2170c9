// The grid on a canvas that fills its window: only the visible part is painted, however large the puzzle is.
const board = document.getElementById("board");
const paper = document.getElementById("paper");
const canvas = document.getElementById("canvas");
const context = canvas.getContext("2d");
const SMALLEST = 6;
const LARGEST = 60;

// Measures in pixels: a cell's side and the bands of the clues; and whether these scroll with the grid (`loose`).
// `auto` says that the page chooses the size, until the user does.
const view = { cell: 28, left: 0, top: 0, loose: false, preview: null, pointed: null, auto: true };

let waiting = false;
function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    draw();
  });
}

function measure() {
  const longest = (axis) => Math.max(0, ...clues[axis].map((clue) => clue.length));
  // A little more room than needed, so that the grid does not move with each stroke.
  const room = (count) => Math.max(3, 2 * Math.ceil((count + 1) / 2));
  const [rows, columns] = [room(longest("rows")), room(longest("columns"))];
  const wide = Math.max(...clues.rows.map((clue) => clue.filter((block) => block.low > 9).length), 0);
  view.left = Math.ceil(view.cell * (rows * 0.66 + wide * 0.25) + 8);
  view.top = Math.ceil(view.cell * columns * 0.74 + 8);
  view.loose = view.left > board.clientWidth / 2 || view.top > board.clientHeight / 2;
  paper.style.width = `${view.left + puzzle.width * view.cell + 2}px`;
  paper.style.height = `${view.top + puzzle.height * view.cell + 2}px`;
}

function layOut() {
  const scale = devicePixelRatio;
  const [width, height] = [board.clientWidth, board.clientHeight];
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  measure();
  redraw();
}

// The layout: `bands` is where the clues end, `x` and `y` where the first cell begins.
function place() {
  const [left, top] = [board.scrollLeft, board.scrollTop];
  const band = (size, scrolled) => (view.loose ? size - scrolled : size);
  return {
    x: view.left - left,
    y: view.top - top,
    bandX: band(view.left, left),
    bandY: band(view.top, top),
    width: board.clientWidth,
    height: board.clientHeight,
  };
}

// The cell at a point of the window; outside the grid null or, if `clamped`, the nearest cell.
function cellAt(x, y, clamped = false) {
  const edge = board.getBoundingClientRect();
  const at = place();
  const [px, py] = [x - edge.left - board.clientLeft, y - edge.top - board.clientTop];
  const [column, row] = [Math.floor((px - at.x) / view.cell), Math.floor((py - at.y) / view.cell)];
  const inside = column >= 0 && column < puzzle.width && row >= 0 && row < puzzle.height
    && px >= at.bandX && py >= at.bandY;
  if (!inside && !clamped) return null;
  return within(row, puzzle.height - 1) * puzzle.width + within(column, puzzle.width - 1);
}

// Scroll so that a cell is visible, next to the clues.
function reveal(cell) {
  const at = place();
  const [x, y] = [at.x + columnOf(cell) * view.cell, at.y + rowOf(cell) * view.cell];
  const [firstX, firstY] = [Math.max(0, at.bandX), Math.max(0, at.bandY)];
  if (x < firstX) board.scrollLeft += x - firstX;
  else if (x + view.cell > at.width) board.scrollLeft += x + view.cell - at.width + 2;
  if (y < firstY) board.scrollTop += y - firstY;
  else if (y + view.cell > at.height) board.scrollTop += y + view.cell - at.height + 2;
}

function zoom(cell, keep = null) {
  view.auto = false;
  const before = view.cell;
  view.cell = within(Math.round(cell) - SMALLEST, LARGEST - SMALLEST) + SMALLEST;
  if (view.cell === before) return;
  layOut();
  if (keep !== null) reveal(keep);
  showCells();
}

const inSight = () => view.left + puzzle.width * view.cell <= board.clientWidth - 4
  && view.top + puzzle.height * view.cell <= board.clientHeight - 4;

// The size at which the whole grid is visible, if cells are still large enough to draw on.
function fit() {
  view.auto = true;
  const tries = range(LARGEST - SMALLEST + 1).map((i) => LARGEST - i).filter((cell) => cell <= 44);
  const least = matchMedia("(pointer: coarse)").matches ? 20 : 10;
  for (const cell of tries) {
    view.cell = cell;
    measure();
    if (inSight() || cell <= least) break;
  }
  layOut();
  showCells();
}

const colours = {};
function readColours() {
  const style = getComputedStyle(root);
  for (const name of ["page", "ink", "soft", "rule", "mark", "paper", "line", "thick", "wrong"]) {
    colours[name] = style.getPropertyValue(`--${name}`).trim();
  }
}

// What a cell shows: the drawing or, if the clues are written, what follows from them.
function shownValue(cell) {
  if (view.preview?.has(cell)) return view.preview.get(cell);
  if (mend.compared) return mend.compared[cell];
  if (!written()) return puzzle.picture[cell] ?? 0;
  return puzzle.givens[cell] === NOT_GIVEN ? verdict.known[cell] ?? NOT_GIVEN : puzzle.givens[cell];
}

function draw() {
  const scale = devicePixelRatio;
  const at = place();
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.fillStyle = colours.page;
  context.fillRect(0, 0, at.width, at.height);
  const first = (origin, band) => Math.max(0, Math.floor((band - origin) / view.cell));
  const last = (origin, end, count) => Math.min(count, Math.ceil((end - origin) / view.cell));
  const [left, right] = [first(at.x, Math.max(0, at.bandX)), last(at.x, at.width, puzzle.width)];
  const [top, bottom] = [first(at.y, Math.max(0, at.bandY)), last(at.y, at.height, puzzle.height)];
  for (let row = top; row < bottom; row++) drawRow(row, left, right, at);
  drawAllMarks(at, left, right, top, bottom);
  drawLines(at, left, right, top, bottom);
  drawClues(at, left, right, top, bottom);
  drawPointed(at);
}

// Draw a row, with one rectangle per run of cells of one colour.
function drawRow(row, left, right, at) {
  const y = at.y + row * view.cell;
  for (let column = left; column < right;) {
    const value = shownValue(row * puzzle.width + column);
    const begin = column;
    while (++column < right && shownValue(row * puzzle.width + column) === value);
    context.fillStyle = value === NOT_GIVEN ? colours.paper : puzzle.palette[value].rgb;
    context.fillRect(at.x + begin * view.cell, y, (column - begin) * view.cell, view.cell);
  }
}

function drawLines(at, left, right, top, bottom) {
  const { width, height } = puzzle;
  const [x0, x1] = [at.x + left * view.cell, at.x + right * view.cell];
  const [y0, y1] = [at.y + top * view.cell, at.y + bottom * view.cell];
  const thick = (index, count) => index % 5 === 0 || index === count;
  for (const bold of [false, true]) {
    context.fillStyle = bold ? colours.thick : colours.line;
    const wide = bold ? 2 : 1;
    for (let column = left; column <= right; column++) {
      if (thick(column, width) === bold) context.fillRect(at.x + column * view.cell - wide / 2, y0, wide, y1 - y0);
    }
    for (let row = top; row <= bottom; row++) {
      if (thick(row, height) === bold) context.fillRect(x0, at.y + row * view.cell - wide / 2, x1 - x0, wide);
    }
  }
}

function drawClues(at, left, right, top, bottom) {
  context.fillStyle = colours.page;
  if (at.bandY > 0) context.fillRect(0, 0, at.width, at.bandY - 1);
  if (at.bandX > 0) context.fillRect(0, 0, at.bandX - 1, at.height);
  const font = Math.max(5, view.cell * 0.5);
  context.textBaseline = "middle";
  context.textAlign = "center";
  const number = (block, x, y) => {
    const said = block ? (block.low === block.high ? String(block.low) : "?") : "0";
    const colour = block && puzzle.palette[block.colour];
    const coloured = colour && puzzle.palette.length > 2;
    context.font = `${said.length > 2 ? font * 0.75 : font}px system-ui, sans-serif`;
    if (coloured) {
      context.fillStyle = colour.rgb;
      context.fillRect(x - view.cell * 0.3, y - view.cell * 0.33, view.cell * 0.6, view.cell * 0.66);
    }
    context.fillStyle = coloured ? (colour.light ? "#000" : "#fff") : block ? colours.ink : colours.soft;
    context.fillText(said, x, y);
  };
  const here = { row: rowOf(cells.at), column: columnOf(cells.at) };
  context.save();
  context.beginPath();
  context.rect(Math.max(0, at.bandX), 0, at.width, Math.max(0, at.bandY));
  context.clip();
  for (let column = left; column < right; column++) {
    const x = at.x + (column + 0.5) * view.cell;
    highlight(column === here.column, x - view.cell / 2, 0, view.cell, at.bandY);
    const clue = clues.columns[column];
    const shown = clue.length ? clue : [null];
    shown.forEach((block, k) => number(block, x, at.bandY - 6 - (shown.length - k - 0.5) * view.cell * 0.72));
  }
  context.restore();
  context.save();
  context.beginPath();
  context.rect(0, Math.max(0, at.bandY), Math.max(0, at.bandX), at.height);
  context.clip();
  for (let row = top; row < bottom; row++) {
    const y = at.y + (row + 0.5) * view.cell;
    highlight(row === here.row, 0, y - view.cell / 2, at.bandX, view.cell);
    let x = at.bandX - 6;
    const clue = clues.rows[row];
    for (const block of [...(clue.length ? clue : [null])].reverse()) {
      const wide = view.cell * (block && block.low > 9 && block.low === block.high ? 0.84 : 0.64);
      number(block, x - wide / 2, y);
      x -= wide;
    }
  }
  context.restore();
}

function highlight(is, x, y, width, height) {
  if (!is || document.activeElement?.getAttribute("role") !== "gridcell") return;
  context.strokeStyle = colours.mark;
  context.lineWidth = 2;
  context.strokeRect(x + 1, y + 1, width - 2, height - 2);
}

board.addEventListener("scroll", redraw);
new ResizeObserver(() => {
  if (!puzzle.palette.length) return;  // nothing is shown yet
  if (view.auto) fit();
  else layOut();
}).observe(board);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  readColours();
  redraw();
});
