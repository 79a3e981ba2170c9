// The kinds of puzzles, by the name that a puzzle's data has: each is one geometry; all kinds that are declared are one.
import { Declared } from "./declared.js";
import { Numbers } from "./numbers.js";
import { Squares } from "./squares.js";
import { Triangles } from "./triangles.js";

const GEOMETRIES = { nonogram: Squares, mosaic: Numbers, triddler: Triangles };

export const geometryOf = (puzzle, options = {}) => new (GEOMETRIES[puzzle.kind ?? "nonogram"] ?? Declared)(puzzle, options);
