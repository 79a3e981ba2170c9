// Square cells of a kind that a page of YAML declares: numbers outside, symbols in cells, borders of regions.
//
// What a rule wants of some cells is a line here. Its clue has a `text`, if it is written somewhere, its `words`, and
// what its cells may be: from `least` to `most` of them have the value `of[0]` (or `of[i]` for the i-th), or the automaton
// with the table `next` by state and value, and the states `ends`, accepts them.
import { range } from "./elements.js";
import { BACKGROUND, UNKNOWN, has, maskOf } from "./lines.js";
import { Squares } from "./squares.js";

const isCount = (clue) => clue.most !== undefined;
const countedIn = ({ of }, i) => (of.length > 1 ? of[i] : of[0]);
const held = (values, clue) => values.filter((value, i) => value === countedIn(clue, i)).length;

function accepts(values, clue) {
  if (isCount(clue)) return held(values, clue) >= clue.least && held(values, clue) <= clue.most;
  return clue.ends.includes(values.reduce((state, value) => clue.next[state]?.[value] ?? -1, 0));
}

function narrowCount(masks, clue) {
  const may = masks.map((mask, i) => has(mask, countedIn(clue, i)));
  const must = masks.map((mask, i) => may[i] && masks[i] === maskOf(countedIn(clue, i)));
  const [most, least] = [may, must].map((list) => list.filter(Boolean).length);
  if (least > clue.most || most < clue.least) return null;
  return masks.map((any, i) => {
    const mask = any & clue.all;
    if (!may[i] || must[i]) return mask;
    const of = maskOf(countedIn(clue, i));
    return least === clue.most ? mask & ~of : most === clue.least ? of : mask;
  });
}

function narrowAutomaton(masks, { next, ends }) {
  const reached = [new Set([0])];
  const ways = (state, mask) => next[state].map((to, value) => [to, value]).filter(([to, value]) => to >= 0 && has(mask, value));
  for (const mask of masks) reached.push(new Set([...reached.at(-1)].flatMap((state) => ways(state, mask).map(([to]) => to))));
  let alive = new Set(ends.filter((state) => reached.at(-1).has(state)));
  const found = masks.map(() => 0n);
  for (let i = masks.length - 1; i >= 0; i--) {
    const before = new Set();
    for (const state of reached[i]) {
      for (const [to, value] of ways(state, masks[i])) if (alive.has(to)) { found[i] |= maskOf(value); before.add(state); }
    }
    alive = before;
  }
  return alive.size ? found : null;
}

const narrowRule = (masks, clue) => (isCount(clue) ? narrowCount : narrowAutomaton)(masks, clue);

const ruleRules = {
  done: (values, clue) => accepts(values.map((value) => (value === UNKNOWN ? BACKGROUND : value)), clue),
  possible: (values, clue) => narrowRule(values.map(maskOf), clue) !== null,
  narrow: narrowRule,
  finished: () => [],
  settled: () => false,
  words: ({ words }) => words,
  numbers: ({ text }) => [{ text }],
};

export class Declared extends Squares {
  ordered = false;
  inside = true;  // some clues are within cells
  rules = ruleRules;

  constructor(puzzle, options = {}) {
    super(puzzle, { ...options, both: false, numbered: false });
    const { texts = {}, walls = [], regions, lines = [], automata = [], width, height, palette = [] } = puzzle;
    const all = (1n << BigInt(palette.length)) - 1n;
    Object.assign(this, { texts, regions, walls: new Set(walls) });
    // Hints speak of regions by their letters, which stand in their first cells.
    const owners = (regions ?? []).flatMap((row) => [...row]);
    this.names = new Map(owners.map((letter, cell) => [cell, letter]).filter(([cell, letter]) => letter !== "." && owners.indexOf(letter) === cell));
    const spots = {
      left: (k) => [[0, k + 0.5], [-1, 0]], right: (k) => [[width, k + 0.5], [1, 0]],
      top: (k) => [[k + 0.5, 0], [0, -1]], bottom: (k) => [[k + 0.5, height], [0, 1]],
      cell: (k) => [[this.columnOf(k) + 0.5, this.rowOf(k) + 0.5], [0, 0]],
    };
    this.setLines(lines.map(({ name, cells, automaton, at, ...clue }) => {
      const [side, k] = at ?? [];
      const [point, along] = at ? spots[side](k) : [];
      return { kind: "rule", name, cells, cell: side === "cell" ? k : undefined, spots: at ? [{ at: point, along }] : [],
        clue: automaton === undefined ? { ...clue, all } : { ...clue, ...automata[automaton] } };
    }));
  }

  reach = ({ text }, along) => (along[0] ? 0.35 + 0.3 * text.length : 0.72);

  room() {
    const most = (dx, dy) => Math.max(0.2, ...this.lines.flatMap(({ clue, spots }) =>
      spots.filter(({ along: [x, y] }) => x === dx && y === dy).map(({ along }) => this.reach(clue, along) + 0.4)));
    return { left: most(-1, 0), right: most(1, 0), top: most(0, -1), bottom: most(0, 1) };
  }

  edges() {
    if (!this.regions) return super.edges();
    const { width, height, regions } = this;
    const letter = (x, y) => (x >= 0 && x < width ? regions[y]?.[x] : undefined);
    const beside = range(height).flatMap((y) => range(width + 1).map((x) => [x, y, x, y + 1, letter(x - 1, y) !== letter(x, y)]));
    return [...beside, ...range(height + 1).flatMap((y) => range(width).map((x) => [x, y, x + 1, y, letter(x, y - 1) !== letter(x, y)]))];
  }
}
