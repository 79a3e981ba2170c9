// Square cells with numbers in them, each for the three by three cells around it: the geometry of mosaics.
import { range } from "./elements.js";
import { BACKGROUND, UNKNOWN, has, maskOf } from "./lines.js";
import { Squares } from "./squares.js";

const countOf = (values, value) => values.filter((one) => one === value).length;
const countPossible = (values, clue) => countOf(values, 1) <= clue && countOf(values, BACKGROUND) <= values.length - clue;

// A clue is a number of black cells, wherever they are.
export const countRules = {
  read: (values) => countOf(values, 1),
  done: (values, clue) => countOf(values, 1) === clue,
  possible: countPossible,
  narrow(masks, clue) {
    const [may, must] = [masks.filter((mask) => has(mask, 1)).length, masks.filter((mask) => !has(mask, 0)).length];
    if (masks.some((mask) => !has(mask, 0) && !has(mask, 1)) || must > clue || may < clue) return null;
    return masks.map((mask) => {
      if (has(mask, 0) && has(mask, 1) && must === clue) return maskOf(BACKGROUND);
      if (has(mask, 0) && has(mask, 1) && may === clue) return maskOf(1);
      return mask & 3n;
    });
  },
  finished: (values, clue) => [!values.includes(UNKNOWN) && countOf(values, 1) === clue],
  settled: (values, clue) => countOf(values, 1) === clue,
  words: (clue) => (clue === null ? "hidden" : String(clue)),
  numbers: (clue) => [{ text: clue === null ? "" : String(clue), colour: 1 }],
};

export class Numbers extends Squares {
  ordered = false;
  inside = true;  // clues are within cells
  rules = countRules;

  constructor({ width, height, numbers }, options = {}) {
    super({ width, height }, { ...options, both: false, numbered: false });
    this.setLines(range(this.count).filter((cell) => numbers[cell] >= 0).map((cell) => this.#number(cell, numbers[cell])));
  }

  #number(cell, clue) {
    const [row, column] = [this.rowOf(cell), this.columnOf(cell)];
    const cells = this.within(column - 1, row - 1, column + 2, row + 2);
    const spots = [{ at: [column + 0.5, row + 0.5], along: [0, 0] }];
    const where = this.name(cell);
    return { kind: "number", get name() { return `the ${this.clue ?? "number"} in ${where}`; }, clue, cells, spots, cell };
  }

  room() { return { left: 0.2, top: 0.2, right: 0.2, bottom: 0.2 }; }
}
