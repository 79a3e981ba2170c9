// Marks on cells. Each has a shape of its own, so that none is told by its colour alone.
import { inkOn } from "./elements.js";

// name: [what a screen reader says, how it is drawn in a square, at most with a word]
export const MARKS = {
  given: ["given", (c, x, y, s, { ink }) => squareFrame(c, x, y, s, s * 0.12, Math.max(1, s / 14), ink === "#fff" ? "#ccc" : "#555")],
  protected: ["protected", (c, x, y, s) => lock(c, x, y, s)],
  assumption: ["known by an assumption", (c, x, y, s, { ink }) => disc(c, x, y, s, 0.09, ink)],
  proof: ["certain by proof only", (c, x, y, s, { ink }) => ring(c, x, y, s, 0.2, Math.max(1, s / 16), ink)],
  varying: ["varying", (c, x, y, s, { word }) => {
    hatch(c, x, y, s, "#d55e00", Math.max(1, s / 12), Math.max(4, s / 2.5));
    if (word && s >= 12) sign(c, x, y, s, word, "#fff", "#1b1b1b", 0.3);
  }],
  open: ["not known yet", (c, x, y, s, { ink }) => corner(c, x, y, s, ink)],
  uses: ["used", (c, x, y, s) => {
    hatch(c, x, y, s, "#fff", Math.max(3, s / 7), Math.max(6, s / 2.5));
    hatch(c, x, y, s, "#1f8fd6", Math.max(2, s / 11), Math.max(6, s / 2.5));
  }],
  sets: ["set by this step", (c, x, y, s, { mark }) => bold(c, x, y, s, mark)],
  changed: ["", (c, x, y, s, { mark }) => bold(c, x, y, s, mark)],
  follows: ["follows from it", (c, x, y, s) => {
    ring(c, x, y, s, 0.38, 4, "#fff");
    ring(c, x, y, s, 0.38, 3, "#b0387f", [3, 3]);
  }],
  assumed: ["assumed", (c, x, y, s) => {
    squareFrame(c, x, y, s, s * 0.1, 3, "#fff");
    squareFrame(c, x, y, s, s * 0.1, 3, "#b0387f", [4, 3]);
    sign(c, x, y, s, "?", "#b0387f", "#fff", 0.34);
  }],
  mistaken: ["wrong", (c, x, y, s) => sign(c, x, y, s, "!", "#c62020", "#fff", 0.4)],
};

export const markWord = (name) => MARKS[name][0];

export function drawMark(context, name, x, y, side, options) {
  context.save();
  MARKS[name][1](context, x, y, side, options);
  context.restore();
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

function squareFrame(context, x, y, side, inset, width, colour, dash = []) {
  Object.assign(context, { strokeStyle: colour, lineWidth: width });
  context.setLineDash(dash);
  context.strokeRect(x + inset, y + inset, side - 2 * inset, side - 2 * inset);
}

function bold(context, x, y, side, colour) {
  const width = Math.max(2, side / 7);
  squareFrame(context, x, y, side, width / 2, width, colour);
  squareFrame(context, x, y, side, width + 0.5, 1, "#fff");
}

function circle(context, x, y, side, share) {
  context.beginPath();
  context.arc(x + side / 2, y + side / 2, Math.max(1.2, side * share), 0, 2 * Math.PI);
}

function disc(context, x, y, side, share, colour) {
  circle(context, x, y, side, share);
  context.fillStyle = colour;
  context.fill();
}

function ring(context, x, y, side, share, width, colour, dash = []) {
  circle(context, x, y, side, share);
  Object.assign(context, { strokeStyle: colour, lineWidth: width });
  context.setLineDash(dash);
  context.stroke();
}

function hatch(context, x, y, side, colour, width, gap) {
  context.save();
  context.beginPath();
  context.rect(x, y, side, side);
  context.clip();
  Object.assign(context, { strokeStyle: colour, lineWidth: width });
  context.beginPath();
  for (let offset = -side; offset < side; offset += gap) {
    context.moveTo(x + offset, y + side);
    context.lineTo(x + offset + side, y);
  }
  context.stroke();
  context.restore();
}

function corner(context, x, y, side, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x + side * 0.62, y + side);
  context.lineTo(x + side, y + side * 0.62);
  context.lineTo(x + side, y + side);
  context.fill();
}

function lock(context, x, y, side) {
  const [left, top, size] = [x + side * 0.06, y + side * 0.06, side * 0.32];
  context.fillStyle = "#fff";
  context.fillRect(left - 1, top - 1, size + 2, size + 2);
  context.fillStyle = "#0072b2";
  context.fillRect(left, top + size * 0.45, size, size * 0.55);
  Object.assign(context, { strokeStyle: "#0072b2", lineWidth: Math.max(1, size / 6) });
  context.beginPath();
  context.arc(left + size / 2, top + size * 0.45, size * 0.27, Math.PI, 0);
  context.stroke();
}

export function sign(context, x, y, side, word, ground, ink, share) {
  disc(context, x, y, side, share, ground);
  Object.assign(context, {
    font: `bold ${side * share * 1.6}px system-ui, sans-serif`, textAlign: "center", textBaseline: "middle", fillStyle: ink,
  });
  context.fillText(word, x + side / 2, y + side / 2);
}
