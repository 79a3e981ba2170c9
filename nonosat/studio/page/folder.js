// The dialog in which drawings are opened: those that were never saved, and the puzzles of the folder, as cards.
import { byId, element } from "../../pages/shared/elements.js";
import { geometryOf } from "../../pages/shared/kinds.js";
import { problem, showDialog } from "./dialogs.js";
import { asked, hand } from "./files.js";
import { neverSaved, openFile, openKept } from "./opened.js";
import { picture } from "./picture.js";
import { settings } from "./puzzle.js";
import { server } from "./server.js";
import { recent, store } from "./store.js";

const list = byId("file-list");
let looking = new AbortController();

// List what there is, and look into the files as long as the dialog is open.
export function askFile() {
  looking.abort();
  looking = new AbortController();
  showDialog("open-dialog");
  const hearing = { files: showFiles, looked: showCards, stopped: ({ why }) => problem(why) };
  server.ask("folder", "", (what, data) => hearing[what]?.(data), looking.signal).catch((error) => problem(error.message));
}

byId("open-dialog").addEventListener("close", ({ target }) => {  // a moment later, when it may be open again
  if (!target.open) looking.abort();
});

async function showFiles(files) {
  const names = recent(settings.folder);
  const place = ({ name }) => (names.includes(name) ? names.indexOf(name) : names.length);
  const found = [...(await neverSaved()).map(unsavedFile), ...files.sort((one, other) => place(one) - place(other))];
  list.replaceChildren(...(found.length ? [] : [element("li", { textContent: "No puzzles in this folder." })]));
  found.forEach(showCards);
}

/* Cards. */

// A drawing that was never saved, in the form of a file.
function unsavedFile({ key, source, text, time }) {
  const drawing = JSON.parse(text);
  const says = drawing.outline.length ? "triddler" : `${drawing.width} x ${drawing.height}`;
  const card = { name: key, title: drawing.title || "untitled", picture: thumbnail(drawing), says, verdict: "", judged: "" };
  return { name: key, size: `never saved${source && `, from ${source}`}`, time, unsaved: true, cards: [card] };
}

function thumbnail({ picture: chars, palette, ...grid }) {
  if (!chars) return "";
  const geometry = geometryOf({ ...grid, numbers: [] });
  const canvas = element("canvas", { width: 128, height: 128 });
  const context = canvas.getContext("2d");
  const scale = 128 / Math.max(geometry.width, geometry.height);
  const colours = new Map(palette.map(({ char, rgb }) => [char, rgb]));
  Array.from(chars, (char, cell) => {
    context.fillStyle = colours.get(char);
    context.beginPath();
    for (const [x, y] of geometry.corners(cell)) context.lineTo(x * scale, y * scale);
    context.fill();
  });
  return canvas.toDataURL();
}

// The puzzles of a file as cards, which open them. A card that is there stays, with its tick and the focus.
function showCards(file) {
  const before = new Map([...list.children].filter((made) => made.dataset.file === file.name).map((made) => [made.dataset.name, made]));
  const next = [...before.values()].at(-1)?.nextSibling ?? null;
  for (const card of file.cards) {
    const made = before.get(card.name) ?? list.insertBefore(newCard(card, file), next);
    before.delete(card.name);
    made.dataset.verdict = card.verdict;
    if (card.picture) made.querySelector("img").src = card.picture;
    const when = new Date(file.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const about = `${file.size}, ${when}${recent(settings.folder).includes(file.name) ? ", recent" : ""}`;
    made.querySelector("p").textContent = [card.judged, card.says, about].filter(Boolean).join("\n");
  }
  for (const made of before.values()) made.remove();
}

function newCard({ name, title = name }, file) {
  const open = element("button", { type: "button" }, element("img", { alt: "" }), title);
  const opens = file.unsaved ? openKept : openFile;
  open.addEventListener("click", () => (made.dataset.verdict === "photo" ? fromPhoto(name) : opens(name)));
  const tick = element("input", { type: "checkbox", value: name, ariaLabel: `${name}, for a book` });
  const discard = element("button", { type: "button", textContent: "Discard", ariaLabel: `Discard ${title}` });
  discard.addEventListener("click", () => store.remove(name).then(() => made.remove()));
  const made = element("li", {}, open, element("p", { className: "soft" }), file.unsaved ? discard : tick);
  Object.assign(made.dataset, { name, file: file.name });
  return made;
}

async function fromPhoto(name) {
  const response = await asked(server.file("photo", { name }));
  if (!response) return;
  byId("open-dialog").close();
  picture.begin(new File([await response.blob()], name));
}

// A book of the puzzles that are ticked.
export async function makeBook() {
  const names = [...list.querySelectorAll(":checked")].map(({ value }) => value);
  problem(names.length ? "Making the book\u2026" : "Tick the puzzles of the book first");
  const response = names.length && await asked(server.make("book", JSON.stringify({ names })));
  if (!response) return;
  hand(await response.blob(), "book.pdf");
  problem("The book is downloaded");
}
