// Marks on cells. Each has a shape of its own: colour alone means nothing.
import { inkOn, range } from "./elements.js";

// Paths in a square of side 1.
const squareWay = (inset) => `M${inset} ${inset}H${1 - inset}V${1 - inset}H${inset}z`;
const circleWay = (radius) => `M${0.5 - radius} .5a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
const hatchWay = (gap) => range(Math.ceil(2 / gap)).map((k) => `M${k * gap - 1} 1l1 -1`).join("");

const paths = new Map();
const pathOf = (way) => paths.get(way) ?? paths.set(way, new Path2D(way)).get(way);

// What is drawn along them; widths are in pixels, and what does not fit into the square is cut off.
const filled = (way, fill) => ({ way, fill });
const stroked = (way, stroke, width, dash = null) => ({ way, stroke, width, dash });
const hatched = (gap, stroke, width) => ({ ...stroked(hatchWay(gap), stroke, width), fits: false });
const signed = (word, fill, ink, radius) => ({ way: circleWay(radius), fill, word, ink, size: radius * 1.6 });

function bold(side, colour) {
  const width = Math.max(2, side / 7);
  return [stroked(squareWay(width / 2 / side), colour, width), stroked(squareWay((width + 0.5) / side), "#fff", 1)];
}

// name: [what a screen reader says, how it is drawn in a square of that many pixels]
export const MARKS = {
  given: ["given", (side, { ink }) => [stroked(squareWay(0.12), ink === "#fff" ? "#ccc" : "#555", Math.max(1, side / 14))]],
  protected: ["protected", (side) => [
    filled("M0 0H.44V.44H0z", "#fff"), filled("M.06 .2H.38V.38H.06z", "#0072b2"),
    stroked("M.13 .2a.09 .09 0 0 1 .18 0", "#0072b2", Math.max(1, side / 19)),
  ]],
  assumption: ["known by an assumption", (side, { ink }) => [filled(circleWay(Math.max(1.2 / side, 0.09)), ink)]],
  proof: ["certain by proof only", (side, { ink }) => [stroked(circleWay(0.2), ink, Math.max(1, side / 16))]],
  varying: ["varying", (side, { word }) => [
    hatched(Math.max(4 / side, 0.4), "#d55e00", Math.max(1, side / 12)),
    ...(word && side >= 12 ? [signed(word, "#fff", "#1b1b1b", 0.3)] : []),
  ]],
  heat: ["", (side, { word }) => [filled(squareWay(0.06), `rgb(0 158 115 / ${word})`)]],
  open: ["not known yet", (side, { ink }) => [filled("M.62 1L1 .62V1z", ink)]],
  uses: ["used", (side) => [
    hatched(Math.max(6 / side, 0.4), "#fff", Math.max(3, side / 7)),
    hatched(Math.max(6 / side, 0.4), "#1f8fd6", Math.max(2, side / 11)),
  ]],
  sets: ["set by this step", (side, { mark }) => bold(side, mark)],
  changed: ["", (side, { mark }) => bold(side, mark)],
  follows: ["follows from it", () => [stroked(circleWay(0.38), "#fff", 4), stroked(circleWay(0.38), "#b0387f", 3, [3, 3])]],
  assumed: ["assumed", () => [
    stroked(squareWay(0.1), "#fff", 3), stroked(squareWay(0.1), "#b0387f", 3, [4, 3]), signed("?", "#b0387f", "#fff", 0.34),
  ]],
  mistaken: ["wrong", () => [signed("!", "#c62020", "#fff", 0.4)]],
};

export const markWord = (name) => MARKS[name][0];

// Each mark is drawn once, and copied to all its cells: thousands of paths would take longer than a stroke should.
const tiles = new Map();

export function drawMark(context, name, x, y, side, options) {
  const pixels = Math.ceil(side * context.getTransform().a);
  const of = [name, pixels, side, options.ink, options.mark, options.word].join();
  if (tiles.size > 500) tiles.clear();
  if (!tiles.has(of)) {
    const tile = new OffscreenCanvas(pixels, pixels);
    paintMark(tile.getContext("2d"), name, pixels / side, side, options);
    tiles.set(of, tile.transferToImageBitmap());
  }
  context.drawImage(tiles.get(of), x, y, side, side);
}

function paintMark(context, name, scale, side, options) {
  context.scale(scale * side, scale * side);
  for (const { way, fill, stroke, width, dash, fits, word, ink, size } of MARKS[name][1](side, options)) {
    if (fits === false) context.clip(pathOf(squareWay(0)));
    if (dash) context.setLineDash(dash.map((length) => length / side));
    if (stroke) {
      Object.assign(context, { strokeStyle: stroke, lineWidth: width / side });
      context.stroke(pathOf(way));
    } else {
      context.fillStyle = fill;
      context.fill(pathOf(way));
    }
    if (word) {
      context.scale(1 / side, 1 / side);
      writeText(context, word, side / 2, side / 2, size * side, ink, "bold");
    }
  }
}

// Draw straight lines, [x0, y0, x1, y1] each.
export function drawLines(context, lines, strokeStyle, lineWidth) {
  Object.assign(context, { strokeStyle, lineWidth });
  context.beginPath();
  for (const [x0, y0, x1, y1] of lines) {
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
  }
  context.stroke();
}

export function writeText(context, text, x, y, size, ink, weight = "") {
  const font = `${weight} ${Math.max(5, size)}px system-ui, sans-serif`;
  Object.assign(context, { font, textAlign: "center", textBaseline: "middle", fillStyle: ink });
  context.fillText(text, x, y);
}

// Fill in the legend: each canvas with data-mark shows that mark.
export function drawLegend(colours) {
  for (const key of document.querySelectorAll("canvas[data-mark]")) {
    const side = key.width = key.height = 36;
    const context = key.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, side, side);
    if (key.dataset.mark) drawMark(context, key.dataset.mark, 0, 0, side, { ink: inkOn({ light: true }), mark: colours.mark, word: key.dataset.word });
  }
}
