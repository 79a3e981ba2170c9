// The puzzle in the fragment of an address (docs/sharing.md), as the data that `pages/board.py` gives other pages.
import { isLight, range, readClue } from "./elements.js";
import { unpack } from "./packed.js";

const VERSION = "1";
const MOST_CELLS = 40_000;
const SIDES = { topleft: 3, bottomleft: 3, top: 5, topright: 5, bottom: 1, bottomright: 1 };
const BLACK_AND_WHITE = { ".": { name: "white", rgb: "#ffffff" }, "#": { name: "black", rgb: "#000000" } };

function check(fits) { if (!fits) throw new Error("This link holds no puzzle. It may have been cut off."); }

// Return the data of the page, with `title` and `author`. Whatever is wrong is an error of one line for the reader.
export async function puzzleIn(fragment) {
  const [, version, packed] = /^#(\d{1,9})\.([\w-]{1,30000})$/.exec(fragment) ?? [];
  check(packed);
  if (version !== VERSION) throw new Error(`This link is of version ${version}, this page opens version ${VERSION}.`);
  const document = await unpack(packed).catch(() => check(false));
  try {
    const palette = colours(document.palette ?? BLACK_AND_WHITE);
    const { count, ...shape } = READERS[document.kind](document, palette);
    const given = texts(document.givens ?? []).map((row) => row.replace(/^[/\\]|[/\\]$/g, "")).join("");
    const givens = range(count).map((cell) => (given ? [...given][cell] : "?"))
      .map((char) => (char === "?" ? -1 : palette.findIndex((colour) => colour.char === char)));
    check(count <= MOST_CELLS && (!given || [...given].length === count));
    const { kind, title = "", author = "" } = document;
    texts([title, author]);
    return { kind, ...shape, palette, givens, title, author, hash: packed };
  } catch {
    return check(false);
  }
}

function texts(list) {
  check(Array.isArray(list) && list.every((one) => typeof one === "string"));
  return list;
}

const colours = (palette) => Object.entries(palette).map(([char, { name, rgb: paint }]) => {
  const halves = /^(#[\da-f]{6})([/\\])(#[\da-f]{6})$/.exec(paint)?.slice(1);
  const rgb = halves ? mixed(halves) : paint;
  check([...char].length === 1 && typeof name === "string" && /^#[\da-f]{6}$/.test(rgb));
  return { char, name, rgb, light: isLight(rgb), ...(halves && { halves }) };
});

const mixed = ([one, , other]) => [1, 3, 5].reduce((rgb, at) => {
  const mean = (parseInt(one.slice(at, at + 2), 16) + parseInt(other.slice(at, at + 2), 16)) >> 1;
  return rgb + mean.toString(16).padStart(2, "0");
}, "#");

function clueOf(text, palette, length) {
  const clue = readClue(text, palette);
  check(clue.every(Boolean) && clue.reduce((sum, { low }) => sum + low, 0) <= length);
  return clue.map((block) => ({ ...block, high: Math.max(block.low, Math.min(block.high, length)) }));
}

const READERS = {
  nonogram({ rows, columns }, palette) {
    const [width, height] = [texts(columns).length, texts(rows).length];
    check(width && height && width * height <= MOST_CELLS);
    const read = (clues, length) => clues.map((text) => clueOf(text, palette, length));
    return { width, height, rows: read(rows, width), columns: read(columns, height), count: width * height };
  },

  mosaic({ rows }) {
    const [width, height] = [texts(rows)[0].length, rows.length];
    check(rows.every((row) => row.length === width && /^[\d?]+$/.test(row)));
    return { width, height, numbers: [...rows.join("")].map((char) => (char === "?" ? -1 : Number(char))), count: width * height };
  },

  // The geometry is that of nonosat/puzzles/triangles.py: a cell is in one line of each of three directions.
  triddler(document, palette) {
    const clues = Object.entries(SIDES).flatMap(([name, side]) =>
      texts(document[name] ?? []).map((text, k) => ({ name: `line ${k + 1} from the ${name.replace(/left|right/, " $&")}`, text, side })));
    const [topLeft, bottomLeft, top, topRight, bottom, bottomRight] = Object.keys(SIDES).map((name) => document[name]?.length ?? 0);
    const rows = topLeft + bottomLeft;
    check(rows && rows === topRight + bottomRight && topLeft + top === bottom + bottomRight && rows * (rows + 2 * top) <= 4 * MOST_CELLS);
    const [cells, directions] = [[], [[], [], []]];
    let [left, right] = [1, 1 + 2 * top];
    for (const row of range(rows)) {
      const [out, back] = [row < topLeft, row >= topRight];  // whether the row begins, and ends, with a slash
      for (let place = left - out; place < right - back; place++) {
        const at = Math.floor((row + place) / 2);
        const up = (row + place) % 2 === 0;
        [row, at, at - row - up + rows].forEach((line, k) => (directions[k][line] ??= []).push(cells.length));
        cells.push([row, place, up]);
      }
      left += out ? -1 : 1;
      right += back ? -1 : 1;
    }
    const order = (one, other) => cells[one][0] - cells[other][0] || other - one;
    directions[1].forEach((line) => line.sort(order));
    const found = directions.flatMap((lines) => lines.filter(Boolean));
    check(found.length === clues.length);
    const lines = clues.map(({ name, text, side }, k) => ({ name, side, cells: found[k], clue: clueOf(text, palette, found[k].length) }));
    return { cells, lines, count: cells.length };
  },
};
