// The drawing: as `drawing.py` has it, with colours as numbers in the order of the palette.
import { isLight, range, readClue, shownSign } from "../../pages/shared/elements.js";
import { geometryOf } from "../../pages/shared/kinds.js";

export const settings = JSON.parse(document.getElementById("settings").textContent);
export const ABOUT = ["title", "author", "origin", "licence", "description"];
export const NOT_GIVEN = -1;

// The layers whose cells may have no value.
const LAYERS = ["givens", "protected", "hidden"];

export const puzzle = {
  kind: "nonogram", width: 1, height: 1, outline: [], palette: [], picture: [],
  givens: [], clues: [], hidden: [], costs: "", protected: [], about: {}, geometry: null,
  rules: "", gives: {}, pictures: {}, board: null,  // of a declared kind: the page, what is given, and what the server makes of it
};

export const size = () => puzzle.geometry.count;
// Whether the clues are written instead of following from the picture.
export const written = () => (puzzle.rules ? !puzzle.picture.length : puzzle.clues.length > 0);
export const charOf = (value) => (value === NOT_GIVEN ? "?" : puzzle.palette[value].char);
export const text = (values) => values.map(charOf).join("");

export function values(chars, palette = puzzle.palette) {
  const index = new Map(palette.map((colour, value) => [colour.char, value]));
  return Array.from(chars, (char) => index.get(char) ?? NOT_GIVEN);
}

// Take a drawing in the form in which the server sends it.
export function take(drawing) {
  const { kind, width, height, outline, rules = "", gives = {} } = drawing;
  if ([puzzle.rules, puzzle.width, puzzle.height].join() !== [rules, width, height].join()) puzzle.board = null;
  Object.assign(puzzle, { kind, width, height, outline, rules, gives: { ...gives } });
  const page = JSON.parse(rules || "{}");
  puzzle.pictures = picturesOf(page.gives ?? {});
  puzzle.palette = drawing.palette.map((colour) => ({
    ...colour, light: isLight(colour.rgb), halves: colour.halves && [colour.halves.slice(0, 7), colour.halves[7], colour.halves.slice(8)],
    sign: shownSign(page.values?.[colour.char]?.sign),
  }));
  puzzle.picture = values(drawing.picture);
  puzzle.clues = [...drawing.clues];
  takeGeometry();
  for (const layer of LAYERS) puzzle[layer] = drawing[layer] ? values(drawing[layer]) : range(size()).map(() => NOT_GIVEN);
  puzzle.costs = drawing.costs ?? "";
  puzzle.about = Object.fromEntries(ABOUT.map((key) => [key, drawing[key] ?? ""]));
  clues.all();
}

// The pictures that a kind gives: of letters, or of symbols, which are listed, the blank one first.
const picturesOf = (gives) => Object.fromEntries(Object.entries(gives)
  .filter(([, form]) => form === "letters" || form.symbols)
  .map(([name, { symbols = "", blank = "." }]) => [name, [...new Set(symbols && blank + symbols)]]));

// The drawing in the form in which it is kept and sent, field by field as `drawing.py` has it; with some replaced.
export function plain(replaced = {}) {
  const { kind, width, height, outline, costs, rules, gives } = puzzle;
  const layer = (name) => (puzzle[name].every((value) => value === NOT_GIVEN) ? "" : text(puzzle[name]));
  return {
    width, height,
    palette: puzzle.palette.map(({ char, name, rgb, halves }) => ({ char, name, rgb, halves: halves ? halves.join("") : "" })),
    picture: text(puzzle.picture), givens: layer("givens"), clues: [...puzzle.clues], hidden: layer("hidden"),
    costs, protected: layer("protected"), kind, rules, gives: { ...gives }, outline, ...puzzle.about, ...replaced,
  };
}

// Whether clues or the numbers of lines stand at the right and below, and the distance of thick lines: the user chooses.
const layout = { both: false, every: 5, numbered: false };
export function layOutAnew(changes) {
  Object.assign(layout, changes);
  puzzle.geometry = null;
  clues.all();
}

// The geometry is made anew for another grid. In a mosaic, all cells have a number, which may be hidden.
function takeGeometry() {
  const { kind, width, height, outline, geometry, rules, board } = puzzle;
  const of = [kind, width, height, ...outline].join(" ");
  if (geometry?.of === of && (!rules || geometry.board === board)) return;
  const numbers = kind === "mosaic" ? range(width * height).map(() => 0) : [];
  puzzle.geometry = Object.assign(geometryOf({ kind, width, height, outline, numbers, ...board }, layout), { of, board });
  puzzle.geometry.lines.forEach((line, index) => { line.index = index; });
}

// The clues as the board shows them; those of the lines of changed cells are updated.
export const clues = {
  all() {
    takeGeometry();
    if (!puzzle.rules) for (const line of puzzle.geometry.lines) clues.set(line);
  },
  of(changed) {
    for (const line of new Set(changed.flatMap((cell) => puzzle.geometry.linesOf(cell)))) clues.set(line);
  },
  set(line) { line.clue = clues.read(line); },
  read({ index, cell, cells }) {
    const { geometry, hidden } = puzzle;
    if (geometry.inside) {
      const char = written() ? puzzle.clues[geometry.rowOf(cell)][geometry.columnOf(cell)] : hidden[cell] === NOT_GIVEN ? "" : "?";
      if (char !== "") return /\d/.test(char) ? Number(char) : null;
    } else if (written()) {
      return readClue(puzzle.clues[index], puzzle.palette).filter(Boolean);  // the answers report others
    }
    return geometry.rules.read(cells.map((one) => puzzle.picture[one] ?? 0));
  },
};
