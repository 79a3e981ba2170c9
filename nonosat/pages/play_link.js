// The beginning of the page that plays the puzzle in the fragment of its own address: it starts the page's program.
import { byId, element } from "./shared/elements.js";
import { geometryOf } from "./shared/kinds.js";
import { puzzleIn } from "./shared/link.js";

// Without a link: the puzzles that the site offers.
function offer() {
  document.title = byId("offered").querySelector("h1").textContent;
  for (const other of document.querySelectorAll("main, footer")) other.remove();
  byId("offered").hidden = false;
}

async function begin() {
  if (!location.hash && byId("offered").querySelector("li")) return offer();
  const { author, ...puzzle } = await puzzleIn(location.hash);
  document.title = puzzle.kind[0].toUpperCase() + puzzle.kind.slice(1);
  document.querySelector("main h1").textContent = document.title;
  const size = puzzle.width ? `${puzzle.width} x ${puzzle.height}` : `${geometryOf(puzzle).count} triangles`;
  byId("about").textContent = author ? `${size}, by ${author}` : size;
  for (const rules of document.querySelectorAll("[data-kind]")) rules.hidden = rules.dataset.kind !== puzzle.kind;
  byId("puzzle").textContent = JSON.stringify(puzzle);
  document.body.append(element("script", { textContent: byId("program").textContent }));
}

addEventListener("hashchange", () => location.reload());
begin().catch((error) => { byId("said").textContent = error.message; });
