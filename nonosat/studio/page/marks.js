// Marks on cells for what is known about them, as shapes, which are distinct without colours.
//   lines alone: nothing      by an assumption: a dot       by proof only: a ring
//   varying: hatching and the letter of its group           not known yet: a corner
const CELL = { LINES: 0, ASSUMPTION: 1, PROOF: 2, VARYING: 3, OPEN: 4 };
const CELL_WORDS = [
  "known by lines", "known by an assumption", "certain by proof only", "varying", "not known yet",
];
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const letterOf = (group) => LETTERS[group] ?? "*";

function drawAllMarks(at, left, right, top, bottom) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const corners = { "#1b1b1b": new Path2D(), "#fff": new Path2D() };  // there may be thousands
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const cell = row * puzzle.width + column;
      const value = shownValue(cell);
      const ink = (value === NOT_GIVEN ? !dark : puzzle.palette[value].light) ? "#1b1b1b" : "#fff";
      drawMarks(cell, at.x + column * view.cell, at.y + row * view.cell, ink, corners);
    }
  }
  for (const [ink, path] of Object.entries(corners)) {
    context.fillStyle = ink;
    context.fill(path);
  }
}

function drawMarks(cell, x, y, ink, corners) {
  const side = view.cell;
  if (puzzle.givens[cell] !== NOT_GIVEN) {
    context.strokeStyle = ink === "#fff" ? "#ccc" : "#555";
    context.lineWidth = Math.max(1, side / 14);
    context.strokeRect(x + side * 0.12, y + side * 0.12, side * 0.76, side * 0.76);
  }
  const status = verdict.shown ? verdict.status[cell] : CELL.LINES;
  if (status === CELL.OPEN) corner(corners[ink], x, y);
  else if (status) drawKnown(status, cell, x, y, ink);
  if (view.preview?.has(cell) || mend.differs(cell)) {
    context.strokeStyle = colours.mark;
    context.lineWidth = Math.max(2, side / 7);
    const inset = context.lineWidth / 2;
    context.strokeRect(x + inset, y + inset, side - 2 * inset, side - 2 * inset);
  }
}

function drawKnown(status, cell, x, y, ink) {
  const side = view.cell;
  context.fillStyle = context.strokeStyle = ink;
  if (status === CELL.ASSUMPTION) {
    circle(x, y, side * 0.09);
    context.fill();
  } else if (status === CELL.PROOF) {
    circle(x, y, side * 0.2);
    context.lineWidth = Math.max(1, side / 16);
    context.stroke();
  } else if (status === CELL.VARYING) {
    hatch(x, y);
    const group = verdict.group[cell];
    if (group !== undefined && side >= 12) letter(letterOf(group), x, y);
  }
}

// Draw frames around the lines that are pointed at, with their clues, and thick ones around the cells.
function drawPointed(at) {
  if (!view.pointed) return;
  context.save();
  context.strokeStyle = colours.mark;
  context.lineWidth = 2;
  const { cell: side } = view;
  for (const { axis, index } of view.pointed.lines) {
    const across = axis === "rows";
    const from = (across ? at.y : at.x) + index * side;
    if (from + side <= Math.max(0, across ? at.bandY : at.bandX)) continue;  // scrolled behind the clues
    if (across) context.strokeRect(1, from, at.x + puzzle.width * side - 1, side);
    else context.strokeRect(from, 1, side, at.y + puzzle.height * side - 1);
  }
  context.beginPath();
  context.rect(Math.max(0, at.bandX), Math.max(0, at.bandY), at.width, at.height);
  context.clip();
  context.lineWidth = Math.max(2, side / 7);
  const inset = context.lineWidth / 2;
  for (const cell of view.pointed.cells) {
    context.strokeRect(at.x + columnOf(cell) * side + inset, at.y + rowOf(cell) * side + inset, side - 2 * inset, side - 2 * inset);
  }
  context.restore();
}

function corner(path, x, y) {
  const side = view.cell;
  path.moveTo(x + side * 0.62, y + side);
  path.lineTo(x + side, y + side * 0.62);
  path.lineTo(x + side, y + side);
}

function circle(x, y, radius) {
  context.beginPath();
  context.arc(x + view.cell / 2, y + view.cell / 2, Math.max(1.2, radius), 0, 2 * Math.PI);
}

function hatch(x, y) {
  const side = view.cell;
  context.save();
  context.beginPath();
  context.rect(x, y, side, side);
  context.clip();
  context.strokeStyle = "#d55e00";
  context.lineWidth = Math.max(1, side / 9);
  context.beginPath();
  for (let offset = -side; offset < side; offset += Math.max(4, side / 3)) {
    context.moveTo(x + offset, y + side);
    context.lineTo(x + offset + side, y);
  }
  context.stroke();
  context.restore();
}

function letter(shown, x, y) {
  const [middleX, middleY] = [x + view.cell / 2, y + view.cell / 2];
  context.font = `bold ${view.cell * 0.5}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = "#fff";
  context.beginPath();
  context.arc(middleX, middleY, view.cell * 0.3, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = "#1b1b1b";
  context.fillText(shown, middleX, middleY);
}
