// Pages made from the puzzle and shown in a frame: one to play it, one that explains its solution.
// The frame is sandboxed: its scripts cannot reach this page, its token or the server.
import { element } from "../../pages/shared/elements.js";
import { showDialog } from "./dialogs.js";
import { plain } from "./puzzle.js";
import { server } from "./server.js";

const SHOWS = { play: "Play", explanation: "Explain" };

export const shows = {
  asking: null,  // aborts the request if the user gives up

  // A page of the drawing, from `only` the clues of these names.
  async open(page, only = []) {
    const dialog = document.getElementById("show-dialog");
    document.getElementById("show-title").textContent = SHOWS[page];
    document.getElementById("show-busy").textContent = page === "play"
      ? "Looking for hints\u2026" : "Looking for the steps\u2026";
    showDialog("show-dialog");
    document.getElementById("show-frame").replaceChildren();
    shows.asking?.abort();
    shows.asking = new AbortController();
    const { signal } = shows.asking;
    try {
      const address = await server.frame(await server.make("file", JSON.stringify(plain()), { form: page, show: 1, only: only.join(";") }, signal));
      if (signal.aborted || !dialog.open) return;
      const frame = element("iframe", { title: SHOWS[page] });
      frame.setAttribute("sandbox", "allow-scripts");
      frame.src = address;
      document.getElementById("show-frame").replaceChildren(frame);
      document.getElementById("show-busy").textContent = "";
    } catch (error) {
      if (!signal.aborted) document.getElementById("show-busy").textContent = error.message;
    }
  },

  close() {
    // The event comes after a moment, in which the dialog may have been opened again.
    if (document.getElementById("show-dialog").open) return;
    shows.asking?.abort();
    document.getElementById("show-frame").replaceChildren();
  },
};

// The page to play has no storage in its frame: what it fills in is kept here.
addEventListener("message", ({ source, data: { drawer, kept } }) => {
  const frame = document.querySelector("#show-frame iframe");
  if (!frame || source !== frame.contentWindow || !String(drawer).startsWith("nonosat-play-")) return;
  if (kept) localStorage.setItem(drawer, kept);
  else source.postMessage({ drawer, kept: localStorage.getItem(drawer) }, "*");
});
document.getElementById("show-dialog").addEventListener("close", shows.close);
