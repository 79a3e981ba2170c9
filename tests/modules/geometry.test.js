// Every geometry: a cell is where it is drawn, its lines have it, and neither depends on what is clued.
import assert from "node:assert/strict";
import { test } from "node:test";
import { geometryOf } from "../../nonosat/pages/shared/kinds.js";

const clue = [{ colour: 1, low: 2, high: 2 }];


export const PUZZLES = {
  nonogram: { kind: "nonogram", width: 7, height: 4, rows: Array(4).fill(clue), columns: Array(7).fill(clue) },
  mosaic: { kind: "mosaic", width: 5, height: 3, numbers: [3, ...Array(13).fill(-1), 4] },
  triddler: { kind: "triddler", outline: [1, 1, 2, 1, 2, 1], clues: Array(8).fill(clue) },
};

test("a hexagon of two rows of five triangles has the lines that were found by hand", () => {
  const { cells, lines } = geometryOf(PUZZLES.triddler);
  assert.deepEqual(cells.map(({ up }) => up), [...Array(10).keys()].map((k) => (k % 5) % 2 === Math.floor(k / 5)));
  assert.deepEqual(lines.map((line) => line.cells), [
    [0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [1, 0, 5], [3, 2, 7, 6], [4, 9, 8], [0, 5, 6], [1, 2, 7, 8], [3, 4, 9],
  ]);
  assert.equal(lines.at(-1).name, "line 1 from the bottom right");
  // The number next to the grid is the last one of a row, and the first one of a line that ends below.
  assert.deepEqual(lines.map(({ spots: [{ along }] }) => Math.sign(along[1])), [0, 0, -1, -1, -1, 1, 1, 1]);
});

for (const [kind, puzzle] of Object.entries(PUZZLES)) {
  const geometry = geometryOf(puzzle);
  const all = [...Array(geometry.count).keys()];

  test(`${kind}: a cell is found where its mark is, and nothing is beyond the grid`, () => {
    for (const cell of all) {
      const [x, y, side] = geometry.inner(cell);
      for (const [u, v] of [[0.5, 0.5], [0.05, 0.5], [0.5, 0.05], [0.95, 0.5]]) {
        assert.equal(geometry.cellAt(x + u * side, y + v * side), cell);
      }
      assert.equal(geometry.nearest(x + side / 2, y + side / 2), cell);
    }
    for (const [x, y] of [[-0.1, 0.5], [0.5, -0.1], [geometry.width + 0.1, 0.5], [0.5, geometry.height + 0.1]]) {
      assert.equal(geometry.cellAt(x, y), null);
    }
  });

  test(`${kind}: rows hold every cell once, and names tell cells apart`, () => {
    assert.deepEqual(geometry.rows.flat(), all);
    assert.equal(new Set(all.map(geometry.name)).size, geometry.count);
    for (const cell of all) assert.equal(geometry.rows[geometry.rowOf(cell)][geometry.columnOf(cell)], cell);
    assert.deepEqual([...geometry.within(-9, -9, 99, 99)], all);
  });

  test(`${kind}: cells are in places, and neighbours know each other`, () => {
    for (const cell of all) {
      assert.equal(geometry.cellIn(geometry.rowOf(cell), geometry.placeOf(cell)), cell);
      for (const next of geometry.neighbours(cell)) assert.ok(geometry.neighbours(next).includes(cell));
    }
  });

  test(`${kind}: lines and cells know each other`, () => {
    for (const line of geometry.lines) for (const cell of line.cells) assert.ok(geometry.linesOf(cell).includes(line));
    for (const cell of all) for (const line of geometry.ways(cell)) assert.ok(line.cells.includes(cell));
  });

  test(`${kind}: each side of a cell is drawn once`, () => {
    const drawn = geometry.edges().map(([x0, y0, x1, y1]) => [x0, y0, x1, y1].map((at) => at.toFixed(3)).join(" "));
    assert.equal(new Set(drawn).size, drawn.length);
  });

  test(`${kind}: clues have room outside the grid, or within their cells`, () => {
    const room = geometry.room();
    for (const { spots } of geometry.lines) {
      for (const { at: [x, y], along: [dx, dy] } of spots) {
        const end = [x + dx * 0.9, y + dy * 0.9];
        assert.ok(end[0] >= -room.left && end[0] <= geometry.width + room.right);
        assert.ok(end[1] >= -room.top && end[1] <= geometry.height + room.bottom);
        if (dx || dy) assert.equal(geometry.cellAt(x + dx * 0.2, y + dy * 0.2), null);
      }
    }
  });
}

test("the room for clues depends on the size alone where a drawing changes them", () => {
  const [empty, full] = [[], clue].map((one) => geometryOf({ ...PUZZLES.nonogram, rows: Array(4).fill(one), columns: Array(7).fill(one) }));
  assert.deepEqual(empty.room(true), full.room(true));
});

test("numbers are read as brute force reads them", () => {
  const { rules } = geometryOf(PUZZLES.mosaic);
  for (let code = 0; code < 3 ** 4; code++) {
    const values = [0, 1, 2, 3].map((k) => (Math.floor(code / 3 ** k) % 3) - 1);
    const fits = [...Array(16).keys()].map((bits) => [0, 1, 2, 3].map((k) => (bits >> k) & 1))
      .filter((full) => full.every((value, k) => values[k] === -1 || values[k] === value));
    for (let number = 0; number <= 4; number++) {
      const right = fits.filter((full) => full.filter((value) => value === 1).length === number);
      assert.equal(rules.possible(values, number), right.length > 0);
      const masks = values.map((value) => (value === -1 ? -1n : 1n << BigInt(value)));
      const narrowed = right.length ? [0, 1, 2, 3].map((k) => right.reduce((mask, full) => mask | (1n << BigInt(full[k])), 0n)) : null;
      assert.deepEqual(rules.narrow(masks, number), narrowed);
      assert.equal(rules.done(values, number), values.filter((value) => value === 1).length === number);
    }
  }
});
