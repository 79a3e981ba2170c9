// The puzzle in the fragment of an address (docs/sharing.md), as the data that `pages/board.py` gives other pages.
import { isLight, mixed, range, readClue } from "./elements.js";
import { geometryOf } from "./kinds.js";
import { unpack } from "./packed.js";

const VERSION = "1";
const MOST_CELLS = 40_000;
const CLUE_KEYS = ["topleft", "bottomleft", "top", "topright", "bottom", "bottomright"];
const BLACK_AND_WHITE = { ".": { name: "white", rgb: "#ffffff" }, "#": { name: "black", rgb: "#000000" } };

class Refused extends Error {}

function check(fits, why = "This link holds no puzzle. It may have been cut off.") { if (!fits) throw new Refused(why); }

// Return the data of the page, with `title` and `author`. Whatever is wrong is an error of one line for the reader.
export async function puzzleIn(fragment) {
  const [, version, packed] = /^#(\d{1,9})\.([\w-]{1,30000})$/.exec(fragment) ?? [];
  check(packed);
  if (version !== VERSION) throw new Error(`This link is of version ${version}, this page opens version ${VERSION}.`);
  const document = await unpack(packed).catch(() => check(false));
  try {
    check(document.kind in READERS, `This page shows no puzzles of the kind ${document.kind}.`);
    const palette = colours(document.palette ?? BLACK_AND_WHITE);
    const { count, framed, ...shape } = READERS[document.kind](document, palette);
    const given = texts(document.givens ?? []).map((row) => (framed ? row.slice(1, -1) : row)).join("");
    const givens = range(count).map((cell) => (given ? [...given][cell] : "?"))
      .map((char) => (char === "?" ? -1 : palette.findIndex((colour) => colour.char === char)));
    check(count <= MOST_CELLS && (!given || [...given].length === count));
    const { kind, title = "", author = "" } = document;
    texts([title, author]);
    return { kind, ...shape, palette, givens, title, author, hash: packed };
  } catch (error) {
    if (error instanceof Refused) throw error;
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

function clueOf(text, palette, length) {
  const clue = readClue(text, palette);
  check(clue.every(Boolean));
  const cells = clue.reduce((sum, { low }) => sum + low, 0);
  check(cells <= length, `This puzzle has no solution: a clue has ${cells} cells, its line ${length}.`);
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

  triddler(document, palette) {
    const outline = CLUE_KEYS.map((side) => document[side]?.length ?? 0);
    const [topLeft, bottomLeft, top, topRight, bottom, bottomRight] = outline;
    const rows = topLeft + bottomLeft;
    check(rows && rows === topRight + bottomRight && topLeft + top === bottom + bottomRight && rows * (rows + 2 * top) <= 4 * MOST_CELLS);
    const { count, lines } = geometryOf({ kind: "triddler", outline });
    const clues = CLUE_KEYS.flatMap((side) => texts(document[side] ?? [])).map((text, k) => clueOf(text, palette, lines[k].cells.length));
    return { outline, clues, count, framed: true };
  },
};
