// The drawing: like the server's Drawing, with colours as numbers in the order of the palette.
const settings = JSON.parse(document.getElementById("settings").textContent);
const root = document.documentElement;
const ABOUT = ["title", "author", "origin", "licence", "description"];
const NOT_GIVEN = -1;

const puzzle = { width: 1, height: 1, palette: [], picture: [], givens: [], rows: [], columns: [], costs: "", about: {} };

const size = () => puzzle.width * puzzle.height;
const rowOf = (cell) => Math.floor(cell / puzzle.width);
const columnOf = (cell) => cell % puzzle.width;
// Whether the clues are written instead of following from the picture.
const written = () => puzzle.rows.length > 0;
const charOf = (value) => (value === NOT_GIVEN ? "?" : puzzle.palette[value].char);
const text = (values) => values.map(charOf).join("");

function values(chars, palette = puzzle.palette) {
  const index = new Map(palette.map((colour, value) => [colour.char, value]));
  return Array.from(chars, (char) => index.get(char) ?? NOT_GIVEN);
}

function lightness(rgb) {
  const [red, green, blue] = rgb.slice(1).match(/../g).map((part) => parseInt(part, 16));
  return (299 * red + 587 * green + 114 * blue) / 1000;
}

// Take a drawing in the form in which the server sends it.
function take(drawing) {
  puzzle.width = drawing.width;
  puzzle.height = drawing.height;
  puzzle.palette = drawing.palette.map((colour) => ({ ...colour, light: lightness(colour.rgb) > 140 }));
  puzzle.picture = values(drawing.picture);
  puzzle.givens = drawing.givens ? values(drawing.givens) : range(size()).map(() => NOT_GIVEN);
  puzzle.rows = [...drawing.rows];
  puzzle.columns = [...drawing.columns];
  puzzle.costs = drawing.costs ?? "";
  puzzle.about = Object.fromEntries(ABOUT.map((key) => [key, drawing[key] ?? ""]));
  clues.all();
}

// The drawing in the form in which it is sent, with some fields replaced.
function plain(replaced = {}) {
  return {
    width: puzzle.width,
    height: puzzle.height,
    palette: puzzle.palette.map(({ char, name, rgb }) => ({ char, name, rgb })),
    picture: text(puzzle.picture),
    givens: puzzle.givens.every((value) => value === NOT_GIVEN) ? "" : text(puzzle.givens),
    rows: [...puzzle.rows],
    columns: [...puzzle.columns],
    costs: puzzle.costs,
    ...puzzle.about,
    ...replaced,
  };
}

// What a change must match, in the same form as on the server.
function shape() {
  const chars = puzzle.palette.map((colour) => colour.char).join("");
  return `${puzzle.width}x${puzzle.height} ${chars} ${written() ? "clues" : "picture"}`;
}

// The clues as blocks, as in the page to play; those of the lines of changed cells are updated.
const clues = {
  rows: [],
  columns: [],
  all() {
    clues.rows = range(puzzle.height).map((index) => clues.read("rows", index));
    clues.columns = range(puzzle.width).map((index) => clues.read("columns", index));
  },
  of(cells) {
    for (const row of new Set(cells.map(rowOf))) clues.rows[row] = clues.read("rows", row);
    for (const column of new Set(cells.map(columnOf))) clues.columns[column] = clues.read("columns", column);
  },
  read(axis, index) {
    if (written()) return blocks(puzzle[axis][index]);
    const { width, height, picture } = puzzle;
    const cells = axis === "rows"
      ? picture.slice(index * width, (index + 1) * width)
      : range(height).map((row) => picture[row * width + index]);
    return runs(cells).map((run) => ({ colour: run.colour, low: run.length, high: run.length }));
  },
};

// A clue's text as blocks, without items that cannot be read: the server reports these.
function blocks(clue) {
  const index = new Map(puzzle.palette.map((colour, value) => [colour.char, value]));
  const only = puzzle.palette.length === 2 ? 1 : index.get("#");
  const found = [];
  for (const [, length, char] of clue.matchAll(/(\d+|\?)([^\s,]?)/g)) {
    const colour = char ? index.get(char) : only;
    const low = length === "?" ? 1 : Number(length);
    if (colour > 0 && low > 0) found.push({ colour, low, high: length === "?" ? Infinity : low });
  }
  return found;
}
