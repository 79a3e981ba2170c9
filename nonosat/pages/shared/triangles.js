// Triangular cells, with clues on six sides: the geometry of triddlers, from the six sides of the outline and the clues
// of all lines. A place counts half sides; a cell points up if its row and place are even together. Its lines are a row,
// one along / and one along \\, numbered `at` (as in nonosat/puzzles/triangles.py).
import { range } from "./elements.js";
import { Geometry, likely } from "./squares.js";

const TALL = Math.sqrt(3) / 2;  // the height of a triangle of side 1
const STEP = 0.62;  // a number of a clue
export const SIDES = ["top left", "bottom left", "top", "top right", "bottom", "bottom right"];
// Where clues stand at each side.
const AWAY = [[-1, 0], [-1, 0], [0.5, -TALL], [0.5, -TALL], [0.5, TALL], [0.5, TALL]];

export class Triangles extends Geometry {
  pinned = false;
  fine = 8;

  constructor({ outline, clues = [] }) {
    super();
    this.outline = outline;
    const [topLeft, bottomLeft, top, topRight] = outline;
    this.left = 1 - topLeft;
    this.cells = [];
    this.rows = [];
    let [first, end] = [1, 1 + 2 * top];
    for (const row of range(topLeft + bottomLeft)) {
      const [from, to] = [first - (row < topLeft), end - (row >= topRight)];
      this.rows.push(range(to - from).map((k) => this.cells.length + k));
      for (const place of range(to - from).map((k) => from + k)) {
        const [along, down] = [Math.floor((row + place) / 2), (row + place) & 1];
        this.cells.push({ row, place, x: (place - this.left) / 2, up: !down, at: [row, along, along - row - 1 + down] });
      }
      first += row < topLeft ? -1 : 1;
      end += row >= topRight ? -1 : 1;
    }
    this.count = this.cells.length;
    this.width = this.cells.reduce((most, { x }) => Math.max(most, x), 0) + 1;
    this.height = this.rows.length * TALL;
    this.places = new Map(this.cells.map(({ row, place }, cell) => [`${row} ${place}`, cell]));
    this.firsts = range(3).map((k) => this.cells.reduce((least, { at }) => Math.min(least, at[k]), Infinity));
    const lines = outline.flatMap((length, side) => range(length).map((k) => ({ side, k, cells: [] })));
    const starts = range(3).map((k) => outline.slice(0, 2 * k).reduce((sum, length) => sum + length, 0));
    this.cells.forEach(({ at }, cell) => at.forEach((index, k) => lines[starts[k] + index - this.firsts[k]].cells.push(cell)));
    this.setLines(lines.map((line, index) => this.#line(line, clues[index] ?? [])));
  }

  // A clue continues its line, in the middle of the line's strip.
  #line({ side, k, cells }, clue) {
    // Lines along / are read from their upper end, each row from the right.
    if (side === 2 || side === 3) cells.sort((one, other) => this.rowOf(one) - this.rowOf(other) || other - one);
    const along = AWAY[side];
    const far = (cell) => this.middle(cell)[0] * along[0] + this.middle(cell)[1] * along[1];
    const outer = far(cells[0]) >= far(cells.at(-1)) ? cells : [...cells].reverse();
    const [first, second] = [outer[0], outer[1] ?? outer[0]].map((cell) => this.middle(cell));
    const across = ((second[1] - first[1]) * along[0] - (second[0] - first[0]) * along[1]) / 2;
    const at = [first[0] + along[0] * 0.42 - along[1] * across, first[1] + along[1] * 0.42 + along[0] * across];
    return { kind: "line", name: `line ${k + 1} from the ${SIDES[side]}`, clue, cells, spots: [{ at, along }] };
  }

  rowOf = (cell) => this.cells[cell].row;
  columnOf = (cell) => this.rows[this.rowOf(cell)].indexOf(cell);
  name = (cell) => `row ${this.rowOf(cell) + 1}, cell ${this.columnOf(cell) + 1}`;
  placeOf = (cell) => this.cells[cell].place;
  cellIn(row, place) { return this.places.get(`${row} ${place}`) ?? null; }
  // A triangle that points up stays so.
  stepped = (down, places) => [down, (down + places) & 1 ? places + (Math.sign(places) || 1) : places];
  around(cell) {
    const { row, place, up } = this.cells[cell];
    return [[row, place - 1], [row, place + 1], [up ? row + 1 : row - 1, place]];
  }

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
    for (const place of [Math.floor(2 * x), Math.floor(2 * x) - 1]) {
      const cell = this.cellIn(row, place + this.left);
      if (cell === null) continue;
      const lean = (this.cells[cell].up ? 1 - down : down) / 2;
      if (x >= place / 2 + lean && x <= place / 2 + 1 - lean) return cell;
    }
    return null;
  }

  nearest(x, y) {
    const far = (cell) => Math.hypot(this.middle(cell)[0] - x, this.middle(cell)[1] - y);
    return this.cells.reduce((best, _, cell) => (far(cell) < far(best) ? cell : best), 0);
  }

  within() { return this.cells.keys(); }

  // The room on each side that the longest clue there takes.
  room(length) {
    const room = { left: 0.5, top: 0.5, right: 0.5, bottom: 0.5 };
    for (const { clue, cells, spots: [{ at, along }] } of this.lines) {
      const numbers = Math.max(length ? likely(cells.length) : 1, clue.length);
      const end = at.map((value, k) => value + along[k] * (numbers * STEP + 0.3));
      room.left = Math.max(room.left, 0.3 - end[0]);
      room.top = Math.max(room.top, 0.3 - end[1]);
      room.right = Math.max(room.right, end[0] - this.width + 0.3);
      room.bottom = Math.max(room.bottom, end[1] - this.height + 0.3);
    }
    return room;
  }

  reach = () => STEP;

  // The lines of the grid, whole; thick at every fifth line of a side, unless it is next to its end.
  edges() {
    const thick = new Set();
    for (const k of range(3)) {
      let at = this.firsts[k];
      for (const length of this.outline.slice(2 * k, 2 * k + 2)) {
        for (let i = 0; i < Math.max(1, length - 1); i += 5) thick.add(`${k} ${at + i}`);
        at += length;
      }
      thick.add(`${k} ${at}`);
    }
    const found = new Map();
    this.cells.forEach(({ up, at: [a, b, c] }, cell) => {
      const [left, right, tip] = up ? [0, 2, 1].map((k) => this.corners(cell)[k]) : this.corners(cell);
      const sides = up ? [[0, a + 1], [1, b], [2, c + 1]] : [[0, a], [2, c], [1, b + 1]];
      [[left, right], [left, tip], [right, tip]].forEach((ends, k) => {
        const key = sides[k].join(" ");
        found.set(key, [...(found.get(key) ?? []), ...ends].sort((p, q) => p[1] - q[1] || p[0] - q[0]));
        found.get(key).splice(1, found.get(key).length - 2);
      });
    });
    return [...found].map(([key, [from, to]]) => [...from, ...to, thick.has(key)]);
  }
}
