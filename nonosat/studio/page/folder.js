// The dialog in which drawings are opened: those that were never saved, and those of the folder.
import { byId, element } from "../../pages/shared/elements.js";
import { geometryOf } from "../../pages/shared/kinds.js";
import { problem, showDialog } from "./dialogs.js";
import { asked, askedAtLength, hand } from "./files.js";
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
  for (const file of found) list.append(newCard(file.card ?? { name: file.name, picture: "", says: "" }, file));
}

/* Cards. */

// A drawing that was never saved, in the form of a file.
function unsavedFile({ key, source, text, time }) {
  const drawing = JSON.parse(text);
  const kind = drawing.kind.replaceAll("-", " ");
  const says = drawing.outline.length ? kind : `${kind === "nonogram" ? "" : `${kind}, `}${drawing.width} x ${drawing.height}`;
  const card = { name: key, title: drawing.title || "untitled", picture: thumbnail(drawing), says };
  return { name: key, size: `never saved${source && `, from ${source}`}`, time, unsaved: true, card };
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

// What is in a file: a card for each puzzle, in place of that of the file.
function showCards({ name, cards }) {
  const made = [...list.children].find(({ dataset }) => dataset.file === name);
  if (!made) return;
  if (cards.length === 1) fill(made, cards[0]);
  else made.replaceWith(...cards.map((card) => newCard(card, made.file)));
}

function newCard(card, file) {
  const { name, title = name } = card;
  const open = element("button", { type: "button" }, element("img", { alt: "" }), title);
  const opens = file.unsaved ? openKept : openFile;
  open.addEventListener("click", () => (made.dataset.of === "photo" ? fromPhoto(name) : opens(name)));
  const tick = element("input", { type: "checkbox", value: name, ariaLabel: `${name}, for a book` });
  const discard = element("button", { type: "button", textContent: "Discard", ariaLabel: `Discard ${title}` });
  discard.addEventListener("click", () => store.remove(name).then(() => made.remove()));
  const made = element("li", { file }, open, element("p", { className: "soft" }), file.unsaved ? discard : tick);
  Object.assign(made.dataset, { name, file: file.name });
  return fill(made, card);
}

function fill(made, { picture: thumb, says, of = "" }) {
  const { file } = made;
  made.dataset.of = of;
  if (thumb) made.querySelector("img").src = thumb;
  const when = new Date(file.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const about = `${file.size}, ${when}${recent(settings.folder).includes(file.name) ? ", recent" : ""}`;
  made.querySelector("p").textContent = [says, about].filter(Boolean).join("\n");
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
  const response = names.length && await askedAtLength("book", JSON.stringify({ names }), {}, byId("open-dialog"));
  if (!response) return;
  hand(await response.blob(), "book.pdf");
  problem("The book is downloaded");
}
