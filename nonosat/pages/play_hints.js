// The button for hints, and the levels of a hint: from where to look to the full reason.

const MORE = { where: "Tell me more", line: "Which cells?", cell: "Why?" };
const ORDER = ["where", "line", "cell", "why"];
const hintParts = Object.fromEntries(["hint", "hint-ask", "hint-said", "hint-steps", "hint-keys", "hint-more", "hint-close"].map(
  (name) => [name, document.getElementById(name)]));
let hint = null;
let level = 0;

// Asking again reveals more of the same hint.
function askHint() {
  if (stroke) return;
  const next = nextHint();
  level = next && hint && next.why === hint.why ? Math.min(level + 1, ORDER.length - 1) : 0;
  hint = next;
  showHint();
}

function showHint() {
  clearHintMarks();
  const name = ORDER[level];
  const prefix = explanation.end.contradiction ? "This puzzle has no solution. " : "";
  hintParts.hint.hidden = false;
  hintParts["hint-said"].textContent = hint ? prefix + hint[name] : nothingMore();
  hintParts["hint-more"].hidden = !hint || !(name in MORE);
  hintParts["hint-more"].textContent = MORE[name] ?? "";
  hintParts["hint-keys"].hidden = !hint || name !== "why";
  const inside = hint && name === "why" && hint.step.frames.length > 1 ? hint.step.frames : [];
  hintParts["hint-steps"].hidden = !inside.length;
  hintParts["hint-steps"].replaceChildren(...inside.map(frameItem));
  if (!hint) return;
  if (name === "why") note(hint.step);
  markHint(hint, name);
}

function frameItem(frame) {
  const button = element("button", { type: "button", textContent: frame.says });
  button.addEventListener("click", () => {
    clearHintMarks();
    markStep(frame);
    showMarks(frame);
  });
  const item = element("li", {}, button);
  item.style.marginLeft = `${frame.depth}rem`;
  return item;
}

function markHint({ step, mistaken }, name) {
  const [cells, why] = [name === "cell" || name === "why", name === "why"];
  const assumed = step.frames[0].kind === ASSUMPTION ? step.frames[0] : null;
  // If a hint is about many lines, the first level names none.
  if (name !== "where" || step.lines.length === 1) markStep(step, { cells: cells && (why || !assumed), why });
  if (cells && assumed && !why) mark(elements[assumed.sets[0][0]], "assumed");
  if (cells) for (const cell of mistaken) mark(elements[cell], "mistaken");
  showMarks(cells ? step : { uses: [], sets: [] }, mistaken);
}

// Add the marks to the names of cells, for screen readers.
function showMarks(step, others = []) {
  for (const [made] of marked) if (made.dataset.cell !== undefined) showCell(Number(made.dataset.cell));
  bringInSight(step);
  if (others.length) reveal(others[0]);
}

function clearHintMarks() {
  for (const cell of clearMarks()) showCell(cell);
}

function closeHint() {
  clearHintMarks();
  hintParts.hint.hidden = true;
  hint = null;
}

// A hint stays while the player follows it, and disappears when it is done.
function hintFollowed() {
  if (!hint || hintParts.hint.hidden) return;
  const filled = hint.step.sets.filter(([, mask]) => single(mask));
  const followed = filled.length > 0 && filled.every(([cell, mask]) => maskOf(state[cell]) === mask);
  if (followed || root.hasAttribute("data-solved")) closeHint();
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(inflated).text());
}

Object.assign(actions, { "hint-ask": askHint, "hint-more": askHint, "hint-close": closeHint });
afterChange.push(hintFollowed);
document.addEventListener("keydown", (event) => {
  if (event.key === "?" && !hintParts["hint-ask"].disabled) askHint();
  else if (event.key === "Escape") closeHint();
});
// In a browser that cannot unpack the explanation, hints are only about single lines.
unpack(document.getElementById("packed").textContent)
  .then((plain) => { explanation = readSteps(plain); }, () => {})
  .then(() => { hintParts["hint-ask"].disabled = false; });
