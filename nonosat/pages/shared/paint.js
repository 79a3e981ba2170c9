// Paints the board: cells, marks, the grid's lines and the clues; only what is in sight, however large the puzzle is.
import { contrast, isLight, range } from "./elements.js";
import { drawLegend, drawLines, drawMark, writeText } from "./marks.js";
import { canvas, paintWith, place, redraw, view } from "./view.js";

export const context = canvas.getContext("2d");
const PAD = 5;  // pixels between a clue and the grid

// What a page shows; each sets these.
export const look = {
  value: () => -1,  // of a cell
  style: () => ({ fill: "#fff", ink: "#000" }),  // of a value in a cell: fill, ink, and at most text or cross
  marks: () => [],  // of a cell: [name, word]
  numbers: (line) => view.geometry.rules.numbers(line.clue),  // of a clue: text, and at most fill, ink, done
  state: () => "",  // of a line: done, wrong, look, conflict or here
  level: () => 0,  // of a line whose state is look: how many dots it has
  framed: () => [],  // the lines that have a frame
  behind: () => {},  // paints a picture behind the cells, and says how dark the cells are over it
  over: () => {},  // paints over the cells
  finished: () => false,  // whether the picture is shown alone: without thin lines, its clues faint
};

export const shown = (cell) => view.preview?.get(cell) ?? look.value(cell);

export const colours = {};
export function readColours() {
  for (const name of ["page", "ink", "soft", "mark", "paper", "line", "thick", "filled", "cross", "wall", "wrong", "assume"]) {
    canvas.style.color = `var(--${name})`;  // the browser resolves it
    colours[name] = getComputedStyle(canvas).color;
  }
  drawLegend(colours);
  redraw();
}

function paintBoard() {
  const at = place();
  const scale = canvas.width / Math.max(1, at.width);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.fillStyle = colours.page;
  context.fillRect(0, 0, at.width, at.height);
  const { cell: side, geometry } = view;
  const seen = [...geometry.within(
    (at.bandX - at.x) / side, (at.bandY - at.y) / side, (at.endX - at.x) / side, (at.endY - at.y) / side)];
  context.save();
  if (geometry.pinned) clip(at.bandX - 1, at.bandY - 1, at.endX - at.bandX + 2, at.endY - at.bandY + 2);
  drawCells(seen, at);
  if (!look.finished()) drawEdges(at);
  drawFrames(at);
  look.over(context, at);
  context.restore();
  drawClues(at);
  if (view.geometry.numbered) drawLineNumbers(at);
}
paintWith(paintBoard);

function clip(x, y, width, height) {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}

const CORNERED = ["assumption", "proof", "varying", "open"];

function drawCells(seen, at) {
  const { cell: side, geometry } = view;
  const styles = seen.map((cell) => look.style(shown(cell), cell));
  context.globalAlpha = look.behind(context, at) ?? 1;
  seen.forEach((cell, i) => {
    context.fillStyle = styles[i].fill;
    const corners = geometry.corners(cell);
    if (corners.length === 4) context.fillRect(at.x + corners[0][0] * side, at.y + corners[0][1] * side, side, side);
    else fillShape(corners, at, side);
  });
  seen.forEach((cell, i) => {
    if (!styles[i].halves) return;
    const [x, y, size] = geometry.inner(cell).map((value) => value * side);
    drawHalves(styles[i].halves, at.x + x, at.y + y, size, size);
  });
  context.globalAlpha = 1;
  seen.forEach((cell, i) => {
    const [u, v, size] = geometry.inner(cell);
    const [x, y, inner] = [at.x + u * side, at.y + v * side, size * side];
    const { ink, text, cross } = styles[i];
    if (text) writeText(context, text, x + inner / 2, y + inner / 2, inner * (text.length > 2 ? 0.3 : 0.55), ink);
    const name = geometry.names?.get(cell);
    if (name) writeText(context, name, x + inner * 0.14, y + inner * 0.17, inner * 0.22, ink);
    if (cross) drawCross(x, y, inner, colours.cross, text || geometry.linesOf(cell).some((line) => line.cell === cell));
    const marks = look.marks(cell);
    if (view.preview?.has(cell)) marks.push(["changed"]);
    for (const [name, word] of marks) {
      // Beside the number of a cell, not over it.
      const aside = geometry.inside && CORNERED.includes(name) ? 0.55 : 0;
      drawMark(context, name, x + aside * inner, y + aside * inner, (1 - aside) * inner, { ink, word, mark: colours.mark });
    }
  });
}

// Beside a number or a symbol, the cross is small, in a corner.
function drawCross(x, y, side, ink, aside) {
  const [left, top, size] = aside ? [x + side * 0.68, y + side * 0.68, side * 0.24] : [x + side * 0.3, y + side * 0.3, side * 0.4];
  drawLines(context, [[left, top, left + size, top + size], [left, top + size, left + size, top]], ink, Math.max(1, side / 16));
}

function fillShape(corners, at, side) {
  context.beginPath();
  for (const [x, y] of corners) context.lineTo(at.x + x * side, at.y + y * side);
  context.fill();
}

function drawEdges(at) {
  const { cell: side, geometry } = view;
  const edges = (view.edges?.of === geometry ? view.edges : (view.edges = { of: geometry, list: geometry.edges() })).list;
  for (const bold of [false, true]) {
    const lines = edges.filter(([, , , , thick]) => thick === bold).map(([x0, y0, x1, y1]) => {
      // Thin lines are sharp on half pixels.
      const [x, y] = [at.x - (!bold && x0 === x1 ? 0.5 : 0), at.y - (!bold && y0 === y1 ? 0.5 : 0)];
      return [x + x0 * side, y + y0 * side, x + x1 * side, y + y1 * side];
    });
    drawLines(context, lines, bold ? colours.thick : colours.line, bold ? 2 : 1);
  }
}

// A frame around a line's cells: the edges that only one of them has.
function drawFrames(at) {
  for (const { line, strong } of look.framed()) {
    const edges = new Map();
    for (const cell of line.cells) {
      const corners = view.geometry.corners(cell);
      corners.forEach((from, k) => {
        const to = corners[(k + 1) % corners.length];
        const key = [from, to].map((point) => point.map((value) => value.toFixed(3)).join(",")).sort().join(" ");
        edges.set(key, edges.has(key) ? null : [from, to].flatMap(([x, y]) => [at.x + x * view.cell, at.y + y * view.cell]));
      });
    }
    drawLines(context, [...edges.values()].filter(Boolean), colours.mark, strong ? 3 : 2);
  }
}

// The numbers of the rows and columns before thick lines, on the sides without clues.
function drawLineNumbers(at) {
  const { cell: side, geometry: { width, height, every } } = view;
  for (let number = every; number <= Math.max(width, height); number += every) {
    const [x, y] = [at.x + (number - 0.5) * side, at.y + (number - 0.5) * side];
    if (number <= height && y > at.bandY && y < at.endY) writeText(context, number, at.endX + side * 0.55, y, side * 0.4, colours.soft);
    if (number <= width && x > at.bandX && x < at.endX) writeText(context, number, x, at.endY + side * 0.55, side * 0.4, colours.soft);
  }
}

function drawClues(at) {
  const { geometry } = view;
  if (!geometry.pinned) {
    for (const line of geometry.lines) for (const spot of line.spots) drawClue(line, spot, at);
    return;
  }
  // The grid and each band by itself, so that no clue gets into another.
  for (const upright of geometry.inside ? [null, true, false] : [true, false]) {
    context.save();
    if (upright === null) clip(at.bandX, at.bandY, at.endX - at.bandX, at.endY - at.bandY);
    if (upright === true) clip(at.bandX, 0, at.endX - at.bandX, at.height);
    if (upright === false) clip(0, at.bandY, at.width, at.endY - at.bandY);
    for (const line of geometry.lines) {
      for (const spot of line.spots) {
        const [x, y] = [at.x + spot.at[0] * view.cell, at.y + spot.at[1] * view.cell];
        if (upright !== (spot.along[0] || spot.along[1] ? Boolean(spot.along[1]) : null)) continue;
        if (upright !== false && (x < at.bandX - view.cell || x > at.endX + view.cell)) continue;
        if (upright !== true && (y < at.bandY - view.cell || y > at.endY + view.cell)) continue;
        drawClue(line, spot, at);
      }
    }
    context.restore();
  }
}

// Write a clue from the grid outwards, smaller if it does not fit into its band.
function drawClue(line, { at: [u, v], along: [dx, dy] }, at) {
  const { geometry, cell: side } = view;
  const numbers = look.numbers(line);
  const all = numbers.length ? numbers : [{ text: "0", soft: true }];
  let [x, y] = [at.x + u * side, at.y + v * side];
  let shrink = 1;
  if (!dx && !dy) {
    if (look.finished()) return;
    const state = look.state(line);
    const marked = state in STATES && STATES[state]();
    if (marked) background(x, y, side * 0.62, side * 0.62, marked);
    frameState(state, x - side * 0.31, y - side * 0.31, side * 0.62, side * 0.62);
    context.globalAlpha = state === "done" ? 0.45 : 1;
    writeText(context, all[0].text, x, y, side * 0.55, marked ? inkOver(marked) : look.style(shown(line.cell), line.cell).ink);
    context.globalAlpha = 1;
    return;
  }
  const reaches = all.map((_, k) => geometry.reach(line.clue[k] ?? line.clue, [dx, dy]) * side);
  const size = reaches.reduce((sum, one) => sum + one, 0) + 2 * PAD;
  if (geometry.pinned) {
    const [band, edge] = dx < 0 ? [view.left, at.bandX] : dx > 0 ? [view.right, at.endX] : dy < 0 ? [view.top, at.bandY] : [view.bottom, at.endY];
    if (dx) x = edge;
    else y = edge;
    shrink = Math.min(1, band / size);
    const state = look.state(line);
    if (state in STATES) drawState(state, x, y, dx, dy, state === "here" ? Math.min(band, size) : band, side, state === "look" ? look.level(line) : 0);
  } else if (look.state(line) in STATES) {
    background(x + dx * side * 0.4, y + dy * side * 0.4, side * 0.8, side * 0.8, STATES[look.state(line)]());
  }
  let along = PAD * shrink;
  const outwards = (list) => (dx > 0 && !dy || dy > 0 ? list : [...list].reverse());
  for (const k of outwards(range(all.length))) {
    const step = reaches[k] * shrink;
    writeNumber(all[k], x + dx * (along + step / 2), y + dy * (along + step / 2), side * Math.max(0.2, shrink), look.state(line), dx ? step : side);
    along += step;
  }
}

const STATES = { look: () => colours.mark, conflict: () => colours.assume, wrong: () => colours.wrong, here: () => null };

// The background of a clue; `dots` in its corner say how hard it is to find something.
function drawState(state, x, y, dx, dy, band, side, dots) {
  const [width, height] = dx ? [band, side] : [side, band];
  const [left, top] = [dx < 0 ? x - band : dx > 0 ? x : x - side / 2, dy < 0 ? y - band : dy > 0 ? y : y - side / 2];
  const fill = STATES[state]();
  if (fill) {
    context.fillStyle = fill;
    context.fillRect(left + 1, top + 1, width - 2, height - 2);
  } else {
    Object.assign(context, { strokeStyle: colours.mark, lineWidth: 2 });
    context.strokeRect(left + 1, top + 1, width - 2, height - 2);
  }
  frameState(state, left + 2, top + 2, width - 4, height - 4);
  context.fillStyle = "#000";
  for (const k of range(dots)) context.fillRect(left + 3 + 5 * k, top + 3, 3, 3);
}

// A conflict and a mistake have a frame: colour alone means nothing.
function frameState(state, x, y, width, height) {
  if (!["conflict", "wrong"].includes(state)) return;
  Object.assign(context, { strokeStyle: colours.ink, lineWidth: 2 }).setLineDash(state === "conflict" ? [4, 3] : []);
  context.strokeRect(x, y, width, height);
  context.setLineDash([]);
}

// The two triangles of a split cell: [first, diagonal, second], from the left of the diagonal to its right.
function drawHalves([first, diagonal, second], x, y, width, height) {
  const [right, bottom] = [x + width, y + height];
  const triangles = diagonal === "/"
    ? [[first, [x, y], [right, y], [x, bottom]], [second, [right, y], [right, bottom], [x, bottom]]]
    : [[first, [x, y], [right, bottom], [x, bottom]], [second, [x, y], [right, y], [right, bottom]]];
  for (const [fill, ...points] of triangles) {
    context.fillStyle = fill;
    context.beginPath();
    for (const [u, v] of points) context.lineTo(u, v);
    context.fill();
  }
}

function background(x, y, width, height, fill) {
  context.fillStyle = fill ?? "transparent";
  context.fillRect(x - width / 2, y - height / 2, width, height);
}

const inkOver = (fill) => (isLight(fill) ? "#000" : "#fff");
const LEGIBLE = 3;  // the contrast of large letters

// How a number of a colour is written: in the colour, if one can read it on the page; a dark one by day, as plain ink is; else in a box.
export function numberStyle({ rgb, halves, light }) {
  const read = contrast(rgb, colours.page);
  if (!halves && read > 16) return {};
  return !halves && read >= LEGIBLE ? { tint: rgb } : { fill: rgb, halves, ink: light ? "#000" : "#fff" };
}

function writeNumber({ text, tint, done, soft, halves, ...of }, x, y, side, state, room) {
  const size = Math.min(side * (text.length > 2 ? 0.38 : 0.52), room / (0.68 * text.length));
  const over = state in STATES && STATES[state]();
  const fill = of.fill ?? (over && tint);  // on a background, a number needs a box to keep its colour
  const ink = of.ink ?? (fill && inkOver(fill));
  const box = fill && !done && [x - side * 0.3, y - side * 0.31, side * 0.6, side * 0.62];
  if (box) {
    background(x, y, side * 0.6, side * 0.62, fill);
    if (halves) drawHalves(halves, ...box);
    Object.assign(context, { strokeStyle: colours.line, lineWidth: 1 });
    context.strokeRect(...box);
  }
  const faint = done || soft || state === "done";
  context.globalAlpha = faint ? 0.55 : 1;
  writeText(context, text, x, y, size, box ? ink : over ? inkOver(over) : tint ?? (faint ? colours.soft : colours.ink), tint ? "bold" : "");
  if ((done || state === "done") && !look.finished()) {
    context.fillStyle = colours.soft;
    context.fillRect(x - size * 0.5, y - 0.5, size, 1);
  }
  context.globalAlpha = 1;
}

readColours();
for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "print"]) {
  matchMedia(query).addEventListener("change", readColours);
}
