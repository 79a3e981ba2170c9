// The drawing that is shown, and where it is kept: in the browser at each step, and in a file when the user saves it.
// One page at a time draws it.
import { focusCell } from "../../pages/shared/cells.js";
import { byId, say } from "../../pages/shared/elements.js";
import { finishStroke } from "../../pages/shared/stroke.js";
import { changed, commit, pen, timeline } from "./changes.js";
import { problem, showDialog } from "./dialogs.js";
import { on, tell } from "./events.js";
import { plain, puzzle, settings, take } from "./puzzle.js";
import { server } from "./server.js";
import { hold, isHeld, noteRecent, store } from "./store.js";

const SHOWN = "nonosat-shown";
const MOST_SAVED = 20;  // drawings without unsaved work whose undo is kept
const FULL = "The browser stores no more: save the drawing, or download it.";

// `key` names its record. `file` is its file in the folder; `source` where a drawing without one came from; `version` what
// was in the file. `text` is the drawing as it is kept, `saved` as it was opened or last saved, "" if it never was, and
// `touched` whether it is worth keeping then. `restored` is the time of unsaved work that was found.
const NEW = { key: "", file: "", source: "", folder: "", version: "", notes: [], text: "", saved: "", touched: false, past: [], future: [], time: 0 };
export const opened = { ...NEW, restored: 0, keeping: 0, full: "" };

export const isUnsaved = ({ saved, text, touched }) => (saved ? text !== saved : touched);
export const nameOf = ({ file, source }) => file || source || "untitled";
const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// Show the drawing of a record, which is drawn on once its lock is `held`. `restored` is as in `opened`.
function show(record, { restored = 0, held = false } = {}) {
  finishStroke(true);
  const again = [record.key, ""].includes(opened.key);
  Object.assign(opened, NEW, record, { restored, full: "" });
  pen.free = held;
  sessionStorage.setItem(SHOWN, record.key);
  note();
  take(JSON.parse(record.text));
  timeline.take(record);
  for (const id of ["open-dialog", "elsewhere-dialog"]) byId(id).close();
  changed({ kind: "whole" });
  tell("drawn");
  say("");
  if (!again) focusCell(0);
}

function note() {
  const name = opened.file || opened.source.replace(/#\d+$/, "");
  if (name) noteRecent(settings.folder, name);
}

async function claim(takeOver = false) {
  const { key } = opened;
  const held = await hold(key, takeOver, () => key === opened.key && give());
  if (key !== opened.key) return false;
  if (!held) return give();
  pen.free = true;
  return true;
}

// Another page has the drawing.
function give() {
  pen.free = false;
  showDialog("elsewhere-dialog");
  return false;
}

async function showIfFree(record, restored = 0) {
  show(record, { restored });
  if (await claim()) keep();
}

// Draw here what another page has drawn so far; that page says so.
export async function takeOver() {
  if (!await claim(true)) return;
  show(await store.get(opened.key) ?? record(), { held: true });
}

const record = () => Object.fromEntries(Object.keys(NEW).map((name) => [name, opened[name]]));

// Keep what is shown. If it does not fit, it is kept without its undo.
async function keep() {
  if (!pen.free) return;
  Object.assign(opened, timeline.plain(), { time: Date.now() });
  const made = record();
  opened.keeping += 1;
  tell("file");
  try {
    await store.put(made).catch(() => store.put({ ...made, past: [], future: [] }));
    if (made.key === opened.key) opened.full = "";
  } catch {
    opened.full = FULL;
  }
  opened.keeping -= 1;
  tell("file");
}

on("drawn followed", () => {
  opened.text = JSON.stringify(plain());
  opened.touched ||= timeline.past.length > 0;
  keep();
});

// Begin another drawing; one that is `made` of something is worth keeping before anything is drawn.
export function begin(drawing, made = false, notes = []) {
  const text = JSON.stringify({ ...settings.empty, ...drawing });
  show({ ...NEW, key: freshKey(), folder: settings.folder, text, touched: made, notes }, { held: true });
  claim();
}

// Open a file of the folder, or what the studio was started with; or what is unsaved of it.
export async function openFile(name) {
  let found;
  try {
    found = await (await server.file("read", { name })).json();
  } catch (error) {
    if (!opened.key) begin({});
    problem(error.message);
    return;
  }
  const { drawing, made, ...about } = found;
  const text = JSON.stringify(drawing);
  if (!about.key) {  // it is in no file
    const [last] = made ? [] : await neverSaved();
    if (last) await showIfFree(last, last.time);
    else begin(drawing, made, about.notes);
    return;
  }
  const kept = await store.get(about.key);
  if (kept && (isUnsaved(kept) || kept.version === about.version)) {  // there may be more to it than the file's format holds
    const notes = kept.version === about.version ? about.notes : [...about.notes, "the file has changed since this drawing was begun"];
    await showIfFree({ ...kept, notes }, isUnsaved(kept) && opened.key !== kept.key ? kept.time : 0);
  } else await showIfFree({ ...NEW, ...about, folder: settings.folder, text, saved: text });
}

// The drawings that were never saved, the newest first.
export async function neverSaved() {
  const found = [];
  for (const one of await store.all()) {
    if (one.key !== opened.key && !one.file && isUnsaved(one) && !await isHeld(one.key)) found.push(one);
  }
  return found;
}

export const openKept = async (key) => showIfFree(await store.get(key));

export async function start() {
  await store.open();
  const saved = (await store.all()).filter((one) => !isUnsaved(one));
  const shown = sessionStorage.getItem(SHOWN);
  for (const { key } of saved.slice(MOST_SAVED)) if (key !== shown) await store.remove(key);
  const kept = shown && await store.get(shown);
  if (kept && (kept.folder === settings.folder || !kept.file)) await showIfFree(kept);
  else await openFile("");
}

// The drawing, as it was in `text`, is now in a file. If that has another drawing's unsaved work, that is kept as one
// without a file.
export async function saved({ key, file, version }, text) {
  const before = opened.key;
  if (key !== before) {
    const other = await store.get(key);
    if (other && isUnsaved(other)) await store.put({ ...other, key: freshKey(), file: "", source: nameOf(other), saved: "", touched: true });
  }
  Object.assign(opened, { key, file, version, source: "", saved: text, notes: [], restored: 0 });
  sessionStorage.setItem(SHOWN, key);
  note();
  if (key === before) return keep();
  if (await claim(true)) await keep();
  await store.remove(before);
}

// Go back to the file or, without one, to what was opened.
export async function revert() {
  try {
    const { drawing, version } = opened.file ? await (await server.file("read", { name: opened.file })).json()
      : { drawing: JSON.parse(opened.saved), version: opened.version };
    opened.restored = 0;
    commit({ kind: "whole", drawing });
    Object.assign(opened, { saved: opened.text, version });
    keep();
  } catch (error) {
    problem(error.message);
  }
}

export function keepRestored() {
  opened.restored = 0;
  opened.notes = [];
  tell("file");
}

function fileWords() {
  const { file, source } = opened;
  const more = isUnsaved(opened) ? " (changed)" : "";
  if (file) return file + more;
  return source ? `from ${source}${more}; save it under another name` : "not saved yet";
}

on("file show", () => {
  const { restored, notes, keeping, full } = opened;
  document.title = `${puzzle.about.title || nameOf(opened)} \u2013 nonosat studio`;
  byId("file-name").textContent = fileWords();
  byId("restored").hidden = !restored;
  const words = [`This drawing was not saved. It is shown as of ${new Date(restored).toLocaleString()}.`];
  byId("restored-words").textContent = [...words, ...notes.map((note) => `Note: ${note}.`)].join(" ");
  byId("revert").hidden = !opened.saved;
  const kept = byId("connection");
  const wrong = full || server.away;
  kept.textContent = wrong || (keeping ? "keeping\u2026" : "kept");
  kept.dataset.state = wrong ? "away" : keeping ? "keeping" : "kept";
});

addEventListener("beforeunload", (event) => {
  if (opened.full) event.preventDefault();
});
