// The beginning of the page that plays the puzzle in the fragment of its own address: it starts the page's program.
import { byId, element } from "./shared/elements.js";
import { geometryOf } from "./shared/kinds.js";
import { puzzleIn } from "./shared/link.js";

const cards = [...byId("offered").querySelectorAll("li")];
function isDone({ dataset }) {
  try {
    return localStorage.getItem(`nonosat-solved-${dataset.hash}`) !== null;
  } catch {
    return false;  // this browser stores nothing
  }
}

// Without a link: the puzzles that the site offers. Those that were solved in this browser have their titles.
function offer() {
  document.title = byId("offered").querySelector("h1").textContent;
  for (const other of document.querySelectorAll("#played, dialog")) other.remove();
  byId("offered").hidden = false;
  for (const card of cards.filter(isDone)) {
    card.classList.add("done");
    card.querySelector("b").textContent = card.dataset.title || card.querySelector("b").textContent;
    card.querySelector("span").append(", solved");
  }
}

// Where to go on: to the next puzzle that is not solved, and to all.
function nextOf(hash) {
  const at = cards.findIndex(({ dataset }) => dataset.hash === hash);
  const next = [...cards.slice(at + 1), ...cards.slice(0, at)].find((card) => !isDone(card));
  return { ...(next && { next: next.querySelector("a").getAttribute("href") }), ...(cards.length && { all: location.pathname }) };
}

async function begin() {
  if (!location.hash && cards.length) return offer();
  const { author, ...puzzle } = await puzzleIn(location.hash);
  document.title = puzzle.kind[0].toUpperCase() + puzzle.kind.slice(1);
  document.querySelector("#played h1").textContent = document.title;
  const size = puzzle.width ? `${puzzle.width} x ${puzzle.height}` : `${geometryOf(puzzle).count} triangles`;
  byId("about").textContent = author ? `${size}, by ${author}` : size;
  for (const rules of document.querySelectorAll("[data-kind]")) rules.hidden = rules.dataset.kind !== puzzle.kind;
  byId("puzzle").textContent = JSON.stringify({ ...puzzle, next: nextOf(puzzle.hash) });
  document.body.append(element("script", { textContent: byId("program").textContent }));
}

addEventListener("hashchange", () => location.reload());
begin().catch((error) => { byId("said").textContent = error.message; });
