// Files: opening, saving, downloading; unsaved work.
import { element, say } from "../../pages/shared/elements.js";
import { connection } from "./connection.js";
import { showDialog } from "./main.js";
import { plain, puzzle, settings } from "./puzzle.js";

export const files = {
  next: null,  // the message that will ask for another puzzle

  list(message) {
    const opener = (name, words = name) => {
      const button = element("button", { type: "button", textContent: words });
      button.addEventListener("click", () => {
        document.getElementById("open-dialog").close();
        openPuzzle(name);
      });
      return button;
    };
    const made = message.files.map((name) => element("li", {}, opener(name)));
    const none = element("li", { textContent: "No puzzles in this folder." });
    document.getElementById("file-list").replaceChildren(...(made.length ? made : [none]));
    const unnamed = message.unnamed.filter((name) => name !== connection.name).map((name) => {
      const discard = element("button", { type: "button", textContent: "Discard", ariaLabel: `Discard ${name}` });
      discard.addEventListener("click", () => connection.say({ type: "discard", puzzle: name }));
      const source = message.sources[name];
      return element("li", { className: "row" }, opener(name, source ? `${name}, from ${source}` : name), discard);
    });
    document.getElementById("unnamed").hidden = unnamed.length === 0;
    document.getElementById("unnamed-list").replaceChildren(...unnamed);
  },

  // `replacing` and `unsaved` say what the user agreed to replace: a file, and another drawing's unsaved work.
  save(name = "", replacing = "", unsaved = "") {
    if (!name && !connection.file) files.askName();
    else connection.say({ type: "save", file: name, replacing, unsaved });
  },

  // The dialog stays open until the drawing is saved, so that a name that is refused can be corrected.
  askName() {
    document.getElementById("save-name").value = connection.file;
    document.getElementById("save-problem").textContent = "";
    showDialog("save-dialog");
  },

  problem(message) {
    if (document.getElementById("save-dialog").open) document.getElementById("save-problem").textContent = `${message.what}.`;
    else say(`${message.what}.`);
  },

  saved(message) {
    document.getElementById("save-dialog").close();
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
    document.getElementById("save-dialog").close();
    const ask = message.unsaved ? "Continue with that drawing, or replace it with this one?" : "Replace it with this drawing?";
    document.getElementById("conflict-words").textContent = `${message.file} ${message.what}. ${ask}`;
    document.getElementById("continue").hidden = !message.unsaved;
    files.replace = () => files.save(message.file, message.replacing, message.unsaved);
    files.continue = () => openPuzzle(message.file);
    showDialog("conflict-dialog");
  },

  replace() {},
  continue() {},

  async download(form) {
    const body = JSON.stringify({ form, drawing: plain() });
    if (form in settings.products) say("Creating it\u2026");
    try {
      const response = await connection.post("/download", body);
      const lost = response.headers.get("x-lost");
      const base = (puzzle.about.title || shownName().replace(/\.[^.]*$/, "") || "puzzle").replace(/[^\w.-]+/g, "-");
      hand(await response.blob(), `${base}${suffixOf(form)}`);
      say(lost ? `Downloaded; this format cannot hold: ${lost}.` : "Downloaded.");
    } catch (error) {
      say(error.message);
    }
  },

  // Upload a puzzle's file that was chosen or dropped; it becomes a drawing that is not saved yet.
  async upload(file) {
    try {
      const response = await connection.post(`/open?name=${encodeURIComponent(file.name)}`, file);
      const { drawing } = await response.json();
      startOver({ type: "new", drawing });
    } catch (error) {
      say(error.message);
    }
  },
};

function suffixOf(form) {
  if (form in settings.products) return `${form === "certificate" ? ".certificate" : `.${form}`}${settings.products[form]}`;
  if (form.startsWith("picture.")) return form.slice("picture".length);
  return settings.formats[form].suffixes[0] ?? ".txt";
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

// `source` is where a drawing without a file came from.
// `aside` says which autosave was kept aside.
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
  document.title = `${puzzle.about.title || shownName()} \u2013 nonosat studio`;
  document.getElementById("file-name").textContent = fileWords();
  const restored = document.getElementById("restored");
  restored.hidden = !fileState.restored && !fileState.aside;
  const when = new Date(fileState.restored * 1000).toLocaleString();
  const words = fileState.restored ? [`This drawing was not saved when the studio ended. It was restored as of ${when}.`] : [];
  if (fileState.aside) words.push(`Note: ${fileState.aside}.`);
  document.getElementById("restored-words").textContent =
    [...words, ...fileState.notes.map((note) => `Note: ${note}.`)].join(" ");
  document.getElementById("revert").hidden = !fileState.revertible;
}

export function showConnection(problem = "") {
  const made = document.getElementById("connection");
  const kept = connection.pending.length ? "keeping\u2026" : "kept";
  made.textContent = problem || (connection.open ? kept : "connecting\u2026");
  made.dataset.state = problem ? "away" : connection.pending.length ? "keeping" : "kept";
}
