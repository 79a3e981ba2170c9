// The drawing: like the server's Drawing, with colours as numbers in the order of the palette.
import { isLight, range, readClue } from "../../pages/shared/elements.js";
import { runs } from "../../pages/shared/lines.js";
import { Squares } from "../../pages/shared/squares.js";

export const settings = JSON.parse(document.getElementById("settings").textContent);
export const ABOUT = ["title", "author", "origin", "licence", "description"];
export const NOT_GIVEN = -1;

export const puzzle = { width: 1, height: 1, palette: [], picture: [], givens: [], rows: [], columns: [], costs: "", protected: [], about: {}, geometry: null };

export const size = () => puzzle.width * puzzle.height;
export const rowOf = (cell) => Math.floor(cell / puzzle.width);
export const columnOf = (cell) => cell % puzzle.width;
// Whether the clues are written instead of following from the picture.
export const written = () => puzzle.rows.length > 0;
export const charOf = (value) => (value === NOT_GIVEN ? "?" : puzzle.palette[value].char);
export const text = (values) => values.map(charOf).join("");

export function values(chars, palette = puzzle.palette) {
  const index = new Map(palette.map((colour, value) => [colour.char, value]));
  return Array.from(chars, (char) => index.get(char) ?? NOT_GIVEN);
}

// Take a drawing in the form in which the server sends it.
export function take(drawing) {
  puzzle.width = drawing.width;
  puzzle.height = drawing.height;
  puzzle.palette = drawing.palette.map((colour) => ({ ...colour, light: isLight(colour.rgb) }));
  puzzle.picture = values(drawing.picture);
  puzzle.givens = drawing.givens ? values(drawing.givens) : range(size()).map(() => NOT_GIVEN);
  puzzle.protected = drawing.protected ? values(drawing.protected) : range(size()).map(() => NOT_GIVEN);
  puzzle.rows = [...drawing.rows];
  puzzle.columns = [...drawing.columns];
  puzzle.costs = drawing.costs ?? "";
  puzzle.about = Object.fromEntries(ABOUT.map((key) => [key, drawing[key] ?? ""]));
  clues.all();
}

// The drawing in the form in which it is sent, with some fields replaced.
export function plain(replaced = {}) {
  return {
    width: puzzle.width,
    height: puzzle.height,
    palette: puzzle.palette.map(({ char, name, rgb }) => ({ char, name, rgb })),
    picture: text(puzzle.picture),
    givens: puzzle.givens.every((value) => value === NOT_GIVEN) ? "" : text(puzzle.givens),
    rows: [...puzzle.rows],
    columns: [...puzzle.columns],
    costs: puzzle.costs,
    protected: puzzle.protected.every((value) => value === NOT_GIVEN) ? "" : text(puzzle.protected),
    ...puzzle.about,
    ...replaced,
  };
}

// What a change must match, in the same form as on the server.
export function shape() {
  const chars = puzzle.palette.map((colour) => colour.char).join("");
  return `${puzzle.width}x${puzzle.height} ${chars} ${written() ? "clues" : "picture"}`;
}

// Whether clues stand at the right and below, too, and the distance of thick lines; the user chooses both.
const layout = { both: false, every: 5 };
export function layOutAnew(changes) {
  Object.assign(layout, changes);
  puzzle.geometry = null;
  clues.all();
}

export const AXES = ["rows", "columns"];
const linesOf = (axis) => puzzle.geometry[axis === "rows" ? "across" : "down"];

// The clues as blocks, as in the page to play; those of the lines of changed cells are updated.
export const clues = {
  // The geometry is made anew with another size.
  all() {
    const { geometry, width, height } = puzzle;
    if (geometry?.width !== width || geometry.height !== height) puzzle.geometry = new Squares({ width, height }, layout);
    for (const axis of AXES) for (const index of linesOf(axis).keys()) clues.set(axis, index);
  },
  of(changed) {
    for (const row of new Set(changed.map(rowOf))) clues.set("rows", row);
    for (const column of new Set(changed.map(columnOf))) clues.set("columns", column);
  },
  set(axis, index) { linesOf(axis)[index].clue = clues.read(axis, index); },
  get rows() { return linesOf("rows").map((line) => line.clue); },
  get columns() { return linesOf("columns").map((line) => line.clue); },
  read(axis, index) {
    if (written()) return readClue(puzzle[axis][index], puzzle.palette).filter(Boolean);  // the server reports others
    const { width, height, picture } = puzzle;
    const cells = axis === "rows"
      ? picture.slice(index * width, (index + 1) * width)
      : range(height).map((row) => picture[row * width + index]);
    return runs(cells).map((run) => ({ colour: run.colour, low: run.length, high: run.length }));
  },
};
