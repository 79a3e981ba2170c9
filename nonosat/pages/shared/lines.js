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
  const { length } = masks;
  if (clue.reduce((sum, { low }) => sum + low, 0) > length) return null;
  const { states, first, last } = automaton(clue, length);
  const may = Object.fromEntries(states.map(({ value }) => [value, masks.map((mask) => has(mask, value))]));
  // The states in which each cell can be read from the beginning; then those that also lead to the end.
  const reached = masks.map(() => new Uint8Array(states.length));
  const reach = (state, i) => { if (may[states[state].value][i]) reached[i][state] = 1; };
  for (const state of first) reach(state, 0);
  for (let i = 1; i < length; i++) {
    states.forEach(({ next }, state) => { if (reached[i - 1][state]) for (const one of next) reach(one, i); });
  }
  const found = Array(length).fill(0n);
  for (let i = length - 1; i >= 0; i--) {
    states.forEach(({ value, next }, state) => {
      const leads = i === length - 1 ? last.has(state) : next.some((one) => reached[i + 1][one]);
      if (!reached[i][state] || !leads) reached[i][state] = 0;
      else found[i] |= maskOf(value);
    });
  }
  return found[0] ? found : null;
}

// The automaton that reads the lines of a clue: its states, each with its value and the states that may follow, and
// those in which the first and the last cell may be.
function automaton(clue, length) {
  const states = [];
  const start = { next: [] };
  const add = (value, before, again) => {
    for (const { next } of before) next.push(states.length);
    states.push({ value, next: again ? [states.length] : [] });
    return states.at(-1);
  };
  let before = [start];  // after these a block may begin, unless it has the colour of the last one
  clue.forEach(({ colour, low, high }, k) => {
    const gap = add(BACKGROUND, before, true);
    let open = k > 0 && clue[k - 1].colour === colour ? [gap] : [gap, ...before];
    before = [];
    const most = high < length ? high : low;
    for (let cell = 1; cell <= most; cell++) {
      open = [add(colour, open, cell === most && most < high)];
      if (cell >= low) before.push(...open);
    }
  });
  const ends = [...before, add(BACKGROUND, before, true)];
  return { states, first: start.next, last: new Set(ends.map((state) => states.indexOf(state))) };
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

// Whether the unknown cells of a line are certainly empty: it is done, and no block could be longer.
const settled = (cells, clue) => done(cells, clue) && clue.every(({ low, high }) => low >= high);

export const lineRules = { read, done, possible, narrow, finished, settled };
