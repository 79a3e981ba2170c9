// Lines, filled in completely or not, and their clues. A cell is UNKNOWN, BACKGROUND or a colour; a block
// of a clue has a colour and is `low` to `high` cells long.
export const UNKNOWN = -1;
export const BACKGROUND = 0;

export function fits(run, block) {
  return run.colour === block.colour && run.length >= block.low && run.length <= block.high;
}

// The runs of one colour, in order.
export function runs(cells) {
  const found = [];
  cells.forEach((colour, i) => {
    if (colour <= BACKGROUND) return;
    if (i > 0 && cells[i - 1] === colour) found.at(-1).length += 1;
    else found.push({ colour, begin: i, length: 1 });
  });
  return found;
}

// The clue of a line that is filled in.
export const read = (cells) => runs(cells).map((run) => ({ colour: run.colour, low: run.length, high: run.length }));

// Whether the state of the line matches the clue.
export function done(cells, clue) {
  const found = runs(cells);
  return found.length === clue.length && found.every((run, k) => fits(run, clue[k]));
}

// Whether the unknown cells can be filled in so that the line matches the clue.
export function possible(cells, clue) {
  return narrow(cells.map(maskOf), clue) !== null;
}

// The possible values of a cell are a mask: bit v is for value v. Masks are BigInts, because palettes may be large.
export const ANYTHING = -1n;
export const maskOf = (value) => (value === UNKNOWN ? ANYTHING : 1n << BigInt(value));
export const has = (mask, value) => ((mask >> BigInt(value)) & 1n) === 1n;

// The masks of a line's cells over all arrangements of its clue that the masks allow; null if there are none.
export function narrow(masks, clue) {
  const [length, count] = [masks.length, clue.length];
  const there = readings(masks, clue);
  if (!there.reads[count][length]) return null;
  // The same for the reversed line: its first cells are the last ones here.
  const back = readings([...masks].reverse(), [...clue].reverse());
  const found = Array(length).fill(0n);
  for (let i = 0; i < length; i++) {
    const both = (reads, k) => reads[i] && back.reads[count - k][length - i - 1];
    if (there.free[i] && there.reads.some(both)) found[i] = 1n;
  }
  clue.forEach((block, k) => {
    const bit = maskOf(block.colour);
    let covered = 0;  // the end of the cells that this block covers so far
    for (let begin = 0; begin < length; begin++) {
      if (!there.begins[k][begin]) continue;
      let end = begin + Math.min(block.high, there.rooms[k][begin]);
      while (end >= begin + block.low && !back.begins[count - 1 - k][length - end]) end--;
      if (end < begin + block.low) continue;
      for (covered = Math.max(covered, begin); covered < end; covered++) found[covered] |= bit;
    }
  });
  return found;
}

// How the first cells of a line can be read. `reads[k][i]`: the first i cells match the first k blocks.
// `begins[k][i]`: block k can begin at i, where `rooms[k][i]` cells may have its colour. `free[i]`: cell i may be
// background.
function readings(masks, clue) {
  const length = masks.length;
  const may = (colour) => masks.map((mask) => has(mask, colour));
  const roomOf = {};
  for (const { colour } of clue) roomOf[colour] ??= lengths(may(colour));
  const free = may(BACKGROUND);
  const first = new Uint8Array(length + 1);
  first[0] = 1;
  const reads = [withBackground(first, free)];
  const begins = [];
  clue.forEach(({ colour, low, high }, k) => {
    const gap = k > 0 && clue[k - 1].colour === colour;
    begins[k] = gap ? reads[k].map((_, i) => (i > 0 && free[i - 1] ? reads[k][i - 1] : 0)) : reads[k];
    const ends = new Uint8Array(length + 1);
    for (let begin = 0; begin < length; begin++) {
      if (begins[k][begin]) ends.fill(1, begin + low, begin + Math.min(high, roomOf[colour][begin]) + 1);
    }
    reads.push(withBackground(ends, free));
  });
  return { free, reads, begins, rooms: clue.map(({ colour }) => roomOf[colour]) };
}

// Extend each possible end by any number of background cells.
function withBackground(ends, free) {
  for (let i = 1; i < ends.length; i++) ends[i] ||= free[i - 1] && ends[i - 1];
  return ends;
}

// For each place, the number of consecutive cells from there on that satisfy a condition.
function lengths(having) {
  const found = new Uint32Array(having.length + 1);
  for (let i = having.length - 1; i >= 0; i--) found[i] = having[i] ? found[i + 1] + 1 : 0;
  return found;
}

// Which blocks of the clue are certainly finished: those that known cells connect to an end of the line.
export function finished(cells, clue) {
  const begin = finishedFromStart(cells, clue);
  const end = finishedFromStart([...cells].reverse(), [...clue].reverse());
  return clue.map((_, k) => k < begin || clue.length - 1 - k < end);
}

function finishedFromStart(cells, clue) {
  const unknown = cells.indexOf(UNKNOWN);
  const known = unknown < 0 ? cells : cells.slice(0, unknown);
  // A run that ends at the first unknown cell may continue there.
  const closed = runs(known).filter((run) => run.begin + run.length < known.length || unknown < 0);
  const wrong = closed.findIndex((run, k) => k >= clue.length || !fits(run, clue[k]));
  return wrong < 0 ? closed.length : wrong;
}

export const lineRules = { read, done, possible, narrow, finished };
