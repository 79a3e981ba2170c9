// Triangular cells, with clues on six sides: the geometry of triddlers.
//
// The puzzle gives each cell as [row, place, up]: `place` counts half sides from the left, `up` says whether a corner
// is at the top. It gives each line as { name, clue, cells, side }; its clue is written at the end that is farther in
// the direction `side`: 0 right, 1 right and down, 2 left and down, 3 left, 4 left and up, 5 right and up. It may give
// the lines between cells as `edges`, [x0, y0, x1, y1, thick].
import { clueWords, number } from "./elements.js";
import { lineRules } from "./lines.js";

const TALL = Math.sqrt(3) / 2;  // the height of a triangle of side 1
const STEP = 0.62;  // a number of a clue

export class Triangles {
  pinned = false;
  ordered = true;
  rules = {
    ...lineRules,
    words: clueWords,
    numbers: (clue) => clue.map((block) => ({ text: number(block), colour: block.colour })),
  };

  constructor({ cells, lines, edges }) {
    this.given = edges;
    const left = Math.min(...cells.map(([, place]) => place));
    this.cells = cells.map(([row, place, up]) => ({ row, x: (place - left) / 2, up: Boolean(up) }));
    this.count = cells.length;
    this.width = Math.max(...this.cells.map(({ x }) => x)) + 1;
    this.height = (Math.max(...this.cells.map(({ row }) => row)) + 1) * TALL;
    this.rows = [];
    this.cells.forEach(({ row }, cell) => (this.rows[row] ??= []).push(cell));
    this.at = new Map(this.cells.map(({ row, x, up }, cell) => [`${row} ${2 * x} ${up}`, cell]));
    this.about = cells.map(() => []);
    this.lines = lines.map((line) => this.#line(line));
    for (const line of this.lines) for (const cell of line.cells) this.about[cell].push(line);
  }

  // A clue continues its line, in the middle of the line's strip.
  #line({ name, clue, cells, side }) {
    const angle = (side * Math.PI) / 3;
    const along = [Math.cos(angle), Math.sin(angle)];
    const far = (cell) => this.middle(cell)[0] * along[0] + this.middle(cell)[1] * along[1];
    const outer = far(cells[0]) >= far(cells.at(-1)) ? cells : [...cells].reverse();
    const [first, second] = [outer[0], outer[1] ?? outer[0]].map((cell) => this.middle(cell));
    const across = ((second[1] - first[1]) * along[0] - (second[0] - first[0]) * along[1]) / 2;
    const at = [first[0] + along[0] * 0.42 - along[1] * across, first[1] + along[1] * 0.42 + along[0] * across];
    return { kind: "line", name, clue, cells, spots: [{ at, along }] };
  }

  rowOf = (cell) => this.cells[cell].row;
  columnOf = (cell) => this.rows[this.rowOf(cell)].indexOf(cell);
  name = (cell) => `row ${this.rowOf(cell) + 1}, cell ${this.columnOf(cell) + 1}`;
  linesOf(cell) { return this.about[cell]; }
  ways(cell) { return this.about[cell]; }

  corners(cell) {
    const { row, x, up } = this.cells[cell];
    const [top, bottom] = [row * TALL, (row + 1) * TALL];
    return up ? [[x, bottom], [x + 0.5, top], [x + 1, bottom]] : [[x, top], [x + 1, top], [x + 0.5, bottom]];
  }

  middle(cell) {
    const { row, x, up } = this.cells[cell];
    return [x + 0.5, (row + (up ? 2 / 3 : 1 / 3)) * TALL];
  }

  inner(cell) {
    const [x, y] = this.middle(cell);
    return [x - 0.24, y - 0.24, 0.48];
  }

  cellAt(x, y) {
    const row = Math.floor(y / TALL);
    const down = y / TALL - row;  // from the top of the row
    for (const up of [true, false]) {
      const lean = (up ? 1 - down : down) / 2;
      for (const place of [Math.floor(2 * x), Math.floor(2 * x) - 1]) {
        const cell = this.at.get(`${row} ${place} ${up}`);
        if (cell !== undefined && x >= place / 2 + lean && x <= place / 2 + 1 - lean) return cell;
      }
    }
    return null;
  }

  nearest(x, y) {
    const far = (cell) => Math.hypot(this.middle(cell)[0] - x, this.middle(cell)[1] - y);
    return this.cells.reduce((best, _, cell) => (far(cell) < far(best) ? cell : best), 0);
  }

  within() { return this.cells.keys(); }

  // The room on each side that the longest clue there takes.
  room() {
    const room = { left: 0.5, top: 0.5, right: 0.5, bottom: 0.5 };
    for (const { clue, spots: [{ at, along }] } of this.lines) {
      const end = at.map((value, k) => value + along[k] * (Math.max(1, clue.length) * STEP + 0.3));
      room.left = Math.max(room.left, 0.3 - end[0]);
      room.top = Math.max(room.top, 0.3 - end[1]);
      room.right = Math.max(room.right, end[0] - this.width + 0.3);
      room.bottom = Math.max(room.bottom, end[1] - this.height + 0.3);
    }
    return room;
  }

  reach = () => STEP;

  // Each side of a cell once; those of one cell only are the border.
  edges() {
    if (this.given) return this.given;
    const found = new Map();
    this.cells.forEach((_, cell) => {
      const corners = this.corners(cell);
      corners.forEach(([x, y], k) => {
        const [u, v] = corners[(k + 1) % 3];
        const ends = [[x, y], [u, v]].sort((a, b) => a[0] - b[0] || a[1] - b[1]).flat();
        const key = ends.map((value) => value.toFixed(3)).join(" ");
        found.set(key, [...ends, !found.has(key)]);
      });
    });
    return [...found.values()];
  }
}
