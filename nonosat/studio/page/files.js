// Files: opening, saving, downloading; unsaved work.
import { byId, element, say } from "../../pages/shared/elements.js";
import { connection } from "./connection.js";
import { showDialog } from "./main.js";
import { picture } from "./picture.js";
import { plain, puzzle, settings } from "./puzzle.js";

export const files = {
  next: null,  // the message that will ask for another puzzle

  list(message) {
    const none = element("li", { textContent: "No puzzles in this folder." });
    const found = [...message.unsaved.filter(({ name }) => name !== connection.name), ...message.files];
    byId("file-list").replaceChildren(...(found.length ? [] : [none]));
    found.forEach(showCards);
  },

  // `replacing` and `unsaved` say what the user agreed to replace: a file, and another drawing's unsaved work.
  save(name = "", replacing = "", unsaved = "") {
    if (!name && !connection.file) files.askName();
    else connection.say({ type: "save", file: name, replacing, unsaved });
  },

  // The dialog stays open until the drawing is saved, so that a name that is refused can be corrected.
  askName() {
    byId("save-name").value = connection.file;
    showDialog("save-dialog");
  },

  // What is wrong stands in the dialog that asked, which stays open.
  problem(message) {
    connection.shown ||= connection.name;
    const place = document.querySelector("dialog[open] [role=alert]");
    if (place) place.textContent = `${message.what}.`;
    else say(`${message.what}.`);
  },

  saved(message) {
    byId("save-dialog").close();
    connection.name = connection.shown = message.name;
    connection.file = message.file;
    sessionStorage.setItem("puzzle", message.name);
    Object.assign(fileState, { unsaved: false, restored: 0, aside: "", source: "", revertible: true });
    showFileState();
    const lost = message.lost.length ? ` Its format cannot hold: ${message.lost.join(", ")}.` : "";
    const aside = message.aside ? ` Note: ${message.aside}.` : "";
    say(`Saved as ${message.file}.${lost}${aside}`);
  },

  conflict(message) {
    byId("save-dialog").close();
    const ask = message.unsaved ? "Continue with that drawing, or replace it with this one?" : "Replace it with this drawing?";
    byId("conflict-words").textContent = `${message.file} ${message.what}. ${ask}`;
    byId("continue").hidden = !message.unsaved;
    files.replace = () => files.save(message.file, message.replacing, message.unsaved);
    files.continue = () => openPuzzle(message.file);
    showDialog("conflict-dialog");
  },

  replace() {},
  continue() {},

  async download(form) {
    const body = JSON.stringify({ form, drawing: plain() });
    if (settings.downloads[form].slow) say("Creating it\u2026");
    const response = await asked("/download", body);
    if (!response) return;
    const lost = response.headers.get("x-lost");
    const base = (puzzle.about.title || shownName().replace(/\.[^.]*$/, "") || "puzzle").replace(/[^\w.-]+/g, "-");
    hand(await response.blob(), `${base}${settings.downloads[form].suffix}`);
    say(lost ? `Downloaded; this format cannot hold: ${lost}.` : "Downloaded.");
  },

  // A book of the puzzles that are ticked.
  async book() {
    const names = [...document.querySelectorAll("#file-list :checked")].map(({ value }) => value);
    files.problem({ what: names.length ? "Making the book\u2026" : "Tick the puzzles of the book first" });
    const response = names.length && await asked("/book", JSON.stringify({ names }));
    if (!response) return;
    hand(await response.blob(), "book.pdf");
    files.problem({ what: "The book is downloaded" });
  },

  // A link and a QR code that hold the puzzle.
  async share() {
    byId("share-link").value = "";
    byId("share-code").hidden = true;
    showDialog("share-dialog");
    const response = await asked("/share", JSON.stringify({ drawing: plain() }));
    if (!response) return;
    const { link, code, says } = await response.json();
    byId("share-link").value = link;
    Object.assign(byId("share-code"), { hidden: !code, src: code });
    if (says) files.problem({ what: says });
  },

  copyLink() {
    byId("share-link").select();
    navigator.clipboard?.writeText(byId("share-link").value).then(() => files.problem({ what: "The link is copied" }));
  },

  // Upload a puzzle's file that was chosen or dropped; it becomes a drawing that is not saved yet.
  async upload(file) {
    const response = await asked(`/open?name=${encodeURIComponent(file.name)}`, file);
    if (response) startOver({ type: "new", ...await response.json() });
  },
};

// The server's response; if it is an error, that is said instead.
const asked = (...request) => connection.post(...request).catch((error) => files.problem({ what: error.message }));

// The puzzles of a file as cards, which open them. A card that is there stays, with its tick and the focus.
export function showCards(file) {
  const list = byId("file-list");
  const before = new Map([...list.children].filter((made) => made.dataset.file === file.name).map((made) => [made.dataset.name, made]));
  const next = [...before.values()].at(-1)?.nextSibling ?? null;
  for (const card of file.cards) {
    const made = before.get(card.name) ?? list.insertBefore(newCard(card, file), next);
    before.delete(card.name);
    made.dataset.verdict = card.verdict;
    if (card.picture) made.querySelector("img").src = card.picture;
    const when = new Date(file.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    made.querySelector("p").textContent = [card.judged, card.says, `${file.size}, ${when}${file.recent ? ", recent" : ""}`].filter(Boolean).join("\n");
  }
  for (const made of before.values()) made.remove();
}

function newCard({ name }, file) {
  const open = element("button", { type: "button" }, element("img", { alt: "" }), name);
  open.addEventListener("click", () => (made.dataset.verdict === "photo" ? fromPhoto(name) : openPuzzle(name)));
  const tick = element("input", { type: "checkbox", value: name, ariaLabel: `${name}, for a book` });
  const discard = element("button", { type: "button", textContent: "Discard", ariaLabel: `Discard ${name}` });
  discard.addEventListener("click", () => connection.say({ type: "discard", puzzle: name }));
  const made = element("li", {}, open, element("p", { className: "soft" }), file.unsaved ? discard : tick);
  Object.assign(made.dataset, { name, file: file.name });
  return made;
}

async function fromPhoto(name) {
  const response = await asked(`/photo?name=${encodeURIComponent(name)}`, "");
  if (!response) return;
  byId("open-dialog").close();
  picture.begin(new File([await response.blob()], name));
}

function hand(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function openPuzzle(name) {
  startOver({ type: "open", puzzle: name });
}

// Ask for another puzzle as soon as the last strokes of this one are kept; the undo history starts anew.
// Return whether it will be asked for.
export function startOver(message) {
  if (!connection.open) {
    say("The server is not reachable.");
    return false;
  }
  files.next = message;
  askNext();
  return true;
}

export function askNext() {
  if (!files.next || connection.pending.length) return;
  connection.shown = "";
  connection.say(files.next);
  files.next = null;
}

// `source` is where a drawing without a file came from; `aside` says which autosave was kept aside.
export const fileState = { unsaved: false, restored: 0, aside: "", source: "", revertible: false, notes: [] };

export function showFile(message, fresh) {
  const { unsaved, source, revertible, notes } = message;
  Object.assign(fileState, { unsaved, source, revertible, notes });
  if (!fresh || connection.seq === 0) Object.assign(fileState, { restored: message.restored, aside: message.aside });
  showFileState();
}

// Take from the server whether the drawing differs from the file, unless it lacks our last changes.
export function showUnsaved(unsaved) {
  if (!connection.current) return;
  fileState.unsaved = unsaved;
  showFileState();
}

const shownName = () => connection.file || fileState.source || connection.name;

function fileWords() {
  const changed = fileState.unsaved ? " (changed)" : "";
  if (connection.file) return connection.file + changed;
  return fileState.source ? `from ${fileState.source}${changed}; save it under another name` : "not saved in a file yet";
}

export function showFileState() {
  const { restored, aside, notes, revertible } = fileState;
  document.title = `${puzzle.about.title || shownName()} \u2013 nonosat studio`;
  byId("file-name").textContent = fileWords();
  byId("restored").hidden = !restored && !aside;
  const when = new Date(restored * 1000).toLocaleString();
  const words = restored ? [`This drawing was not saved when the studio ended. It was restored as of ${when}.`] : [];
  byId("restored-words").textContent = [...words, ...[aside, ...notes].filter(Boolean).map((note) => `Note: ${note}.`)].join(" ");
  byId("revert").hidden = !revertible;
}

export function showConnection(problem = "") {
  const made = byId("connection");
  const kept = connection.pending.length ? "keeping\u2026" : "kept";
  made.textContent = problem || (connection.open ? kept : "connecting\u2026");
  made.dataset.state = problem ? "away" : connection.pending.length ? "keeping" : "kept";
}
