// Square cells in rows and columns, with a clue for each line: the geometry of nonograms.
//
// A geometry says where cells and clues are, in units of a cell's side from the grid's top left corner, and how a
// clue is read. It has:
//   count, width, height    the number of cells, and the extent of the grid
//   rows                    the cells row by row, for screen readers and for the keys
//   lines                   what has a clue: name, clue, cells; `spots` is where clues are written: `at` a point of
//                           the border, `along` a direction away from it
//   cellIn(row, place)      the cell at a place of a row, or null; placeOf(cell) is its place
//   stepped(down, places)   the nearest shift of the grid onto itself
//   neighbours(cell)        the cells that share a side with it
//   corners(cell)           the outline;  inner(cell): [x, y, side] of a square within it, for marks
//   cellAt(x, y)            the cell at a point, or null;  within(x0, y0, x1, y1): the cells to draw
//   linesOf(cell), ways(cell)   the lines with a clue about a cell; those that a straight stroke may follow
//   room(length)            the units that clues take on each side; `length` limits the blocks of a clue
//   edges()                 [x0, y0, x1, y1, thick] for each line of the grid
//   rules                   done, possible, narrow, finished, settled, words and numbers of a clue
//   walls, texts            at most: cells that are never filled, and what is written in cells
//   pinned                  whether clues stay in sight when the grid scrolls
//   fine                    the steps per unit after which a straight line has met all of its cells
//   ordered                 whether the cells of a line are counted from its beginning
import { clueWords, number, range } from "./elements.js";
import { lineRules } from "./lines.js";

const HIGH = 0.66;  // a number in a column's clue
const WIDE = 0.54;  // a number in a row's clue
const WIDER = 0.76;  // one of two digits

// Longer clues are possible, but rare; they are written smaller.
export const likely = (length) => Math.min(Math.ceil(length / 2), Math.ceil(length / 4) + 1);

export const blockWidth = (block) => (block && block.low > 9 && block.low === block.high ? WIDER : WIDE);

// What geometries have in common.
export class Geometry {
  ordered = true;
  rules = {
    ...lineRules,
    words: clueWords,
    numbers: (clue) => clue.map((block) => ({ text: number(block), colour: block.colour })),
  };

  // Take the lines, and note those of each cell.
  setLines(lines) {
    this.lines = lines;
    this.about = range(this.count).map(() => []);
    for (const line of lines) for (const cell of line.cells) this.about[cell].push(line);
  }

  linesOf(cell) { return this.about[cell]; }
  ways(cell) { return this.about[cell]; }
  neighbours(cell) { return this.around(cell).map(([row, place]) => this.cellIn(row, place)).filter((one) => one !== null); }
}

export class Squares extends Geometry {
  pinned = true;
  fine = 1;

  // `both` writes the clues at the right and below, too, and `numbered` the numbers of lines there instead; `every` is
  // the distance of thick lines.
  constructor({ width, height, rows = [], columns = [] }, { both = false, every = 5, numbered = false } = {}) {
    super();
    Object.assign(this, { width, height, both, every, numbered: numbered && !both, count: width * height });
    this.rows = range(height).map((r) => range(width).map((c) => r * width + c));
    this.across = this.rows.map((cells, r) => this.#line("row", r, rows[r], cells, [[0, r + 0.5], [-1, 0]], [[width, r + 0.5], [1, 0]]));
    this.down = range(width).map((c) => this.#line("column", c, columns[c], range(height).map((r) => r * width + c),
      [[c + 0.5, 0], [0, -1]], [[c + 0.5, height], [0, 1]]));
    this.setLines([...this.across, ...this.down]);
  }

  #line(kind, index, clue, cells, first, second) {
    const spots = (this.both ? [first, second] : [first]).map(([at, along]) => ({ at, along }));
    return { kind, name: `${kind} ${index + 1}`, clue: clue ?? [], cells, spots };
  }

  rowOf = (cell) => Math.floor(cell / this.width);
  columnOf = (cell) => cell % this.width;
  name = (cell) => `row ${this.rowOf(cell) + 1}, column ${this.columnOf(cell) + 1}`;
  placeOf = this.columnOf;
  cellIn(row, place) { return this.rows[row]?.[place] ?? null; }
  stepped = (down, places) => [down, places];
  ways(cell) { return [this.across[this.rowOf(cell)], this.down[this.columnOf(cell)]]; }

  around(cell) {
    const [row, column] = [this.rowOf(cell), this.columnOf(cell)];
    return [[row, column - 1], [row, column + 1], [row - 1, column], [row + 1, column]];
  }

  corners(cell) {
    const [x, y] = [this.columnOf(cell), this.rowOf(cell)];
    return [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
  }

  inner(cell) { return [this.columnOf(cell), this.rowOf(cell), 1]; }

  cellAt(x, y) {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column >= 0 && column < this.width && row >= 0 && row < this.height ? row * this.width + column : null;
  }

  // The nearest cell to a point outside the grid.
  nearest(x, y) {
    const inside = (value, count) => Math.max(0, Math.min(count - 1, Math.floor(value)));
    return inside(y, this.height) * this.width + inside(x, this.width);
  }

  within(x0, y0, x1, y1) {
    const [left, right] = [Math.max(0, Math.floor(x0)), Math.min(this.width, Math.ceil(x1))];
    return this.rows.slice(Math.max(0, Math.floor(y0)), Math.max(0, Math.ceil(y1))).flatMap((row) => row.slice(left, right));
  }

  room(length) {
    const most = (lines, size) => Math.max(1, ...lines.map((line) => line.clue.reduce((sum, block) => sum + size(block), 0)));
    const [left, top] = length
      ? [WIDE * likely(this.width), HIGH * likely(this.height)]
      : [most(this.across, blockWidth), most(this.down, () => HIGH)];
    const [x, y] = [left + 0.5, top + 0.4];
    const other = this.numbered ? 1.1 : 0;
    return { left: x, top: y, right: this.both ? x : other, bottom: this.both ? y : other };
  }

  // How far along its direction a clue's number takes up room.
  reach = (block, along) => (along[0] ? blockWidth(block) : HIGH);

  edges() {
    const thick = (index, count) => index % this.every === 0 || index === count;
    return [
      ...range(this.width + 1).map((x) => [x, 0, x, this.height, thick(x, this.width)]),
      ...range(this.height + 1).map((y) => [0, y, this.width, y, thick(y, this.height)]),
    ];
  }
}
