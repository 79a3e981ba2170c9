// Files: saving, downloading, sharing; and what is chosen or dropped on the page.
import { byId, element, say } from "../../pages/shared/elements.js";
import { problem, showDialog } from "./dialogs.js";
import { begin, nameOf, opened, saved } from "./opened.js";
import { picture } from "./picture.js";
import { plain, puzzle, settings } from "./puzzle.js";
import { server } from "./server.js";

const PIXELS = 64;  // a dropped picture with sides up to this may be a puzzle with one cell per pixel
const drawn = () => JSON.stringify(plain());

// The response to a request; if there is none, that is said instead.
export const asked = (response) => response.catch((error) => problem(error.message));

// The response to one that may take long: a button stops it, and so does closing the dialog in which it was asked.
export async function askedAtLength(what, body, options, dialog = null) {
  const [stop, making] = [byId("making-stop"), new AbortController()];
  const end = () => making.abort();
  const ends = [[stop, "click"], ...(dialog ? [[dialog, "close"]] : [])];
  for (const [place, event] of ends) place.addEventListener(event, end);
  stop.hidden = false;
  const response = await server.make(what, body, options, making.signal)
    .catch((error) => problem(making.signal.aborted ? "Stopped" : error.message));
  for (const [place, event] of ends) place.removeEventListener(event, end);
  stop.hidden = true;
  return response;
}

let replacing = { name: "", version: "" };  // the file that the user is asked about

// Save the drawing; `version` is what the file has that may be replaced.
export async function save(name = opened.file, version = name === opened.file ? opened.version : "") {
  if (!name) return askName();
  const text = opened.text;
  try {
    const written = await (await server.file("write", { name, version }, text)).json();
    byId("save-dialog").close();
    await saved(written, text);
    const lost = written.lost.length ? ` Its format cannot hold: ${written.lost.join(", ")}.` : "";
    say(`Saved as ${written.file}.${lost}`);
  } catch (error) {
    if (error.version === undefined) return problem(error.message);
    byId("save-dialog").close();
    replacing = { name, version: error.version };
    byId("conflict-words").textContent = `${error.message}. Replace it with this drawing?`;
    showDialog("conflict-dialog");
  }
}

// The dialog stays open until the drawing is saved, so that a name that is refused can be corrected.
export function askName() {
  byId("save-name").value = opened.file;
  showDialog("save-dialog");
}

export function saveNamed() {
  const name = byId("save-name").value.trim();
  save(/.\.[^.]+$/.test(name) ? name : `${name}.yaml`);
}

export function replace() {
  byId("conflict-dialog").close();
  save(replacing.name, replacing.version);
}

export function askForm() {
  for (const option of byId("download-form-name").options) option.hidden = settings.downloads[option.value].kinds?.includes(puzzle.kind) === false;
  showDialog("download-dialog");
}

export async function download(form) {
  const { slow, suffix } = settings.downloads[form];
  if (slow) say("Creating it\u2026");
  const response = await (slow ? askedAtLength("file", drawn(), { form }) : asked(server.make("file", drawn(), { form })));
  if (!response) return;
  const lost = response.headers.get("x-lost");
  const base = (puzzle.about.title || nameOf(opened).replace(/\.[^.]*$/, "")).replace(/[^\w.-]+/g, "-");
  hand(await response.blob(), `${base}${suffix}`);
  say(lost ? `Downloaded; this format cannot hold: ${lost}.` : "Downloaded.");
}

export function hand(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// A page to play, or a link and a QR code that hold the puzzle, if there is a page on a site that they open: the
// studio's own site, or one that the user gives once.
const SITE = "nonosat-site";

export async function share() {
  byId("share-made").hidden = true;
  byId("share-site").value = localStorage.getItem(SITE) ?? "";
  showDialog("share-dialog");
  const response = await asked(server.make("link", drawn(), { site: byId("share-site").value }));
  if (!response) return;
  const { link, code, says, other } = await response.json();
  byId("share-other").replaceChildren(...Object.entries(other).map(([about, value]) =>
    element("label", {}, about, element("input", { readOnly: true, value }))));
  byId("share-made").hidden = !(byId("share-link").value = link);
  Object.assign(byId("share-code"), { hidden: !code, src: code });
  byId("share-site-label").hidden = Boolean(link) && !byId("share-site").value;
  if (says) problem(says);
}

byId("share-site").addEventListener("change", ({ target }) => {
  if (!target.checkValidity()) return problem("Expected an address, as https://example.org/play.html");
  localStorage.setItem(SITE, target.value);
  share();
});

export function copyLink() {
  byId("share-link").select();
  navigator.clipboard?.writeText(byId("share-link").value).then(() => problem("The link is copied"));
}

// A puzzle's file that was chosen or dropped becomes a drawing that is not saved yet.
export const upload = (file) =>
  asked(server.make("drawing", file, { name: file.name }).then(async (made) => begin((await made.json()).drawing, true)));

// A dropped file: a small picture may be a puzzle, a larger one is converted, anything else is a puzzle's file.
async function dropped(file) {
  const bitmap = /^image\/(png|gif|jpeg)$/.test(file.type) ? await createImageBitmap(file).catch(() => null) : null;
  const large = bitmap && Math.max(bitmap.width, bitmap.height) > PIXELS;
  return large || file.type === "image/jpeg" ? picture.begin(file) : upload(file);
}

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files[0]) dropped(event.dataTransfer.files[0]);
});
// An address that is pasted, but not into a field, may hold a puzzle.
document.addEventListener("paste", ({ clipboardData, target }) => {
  const text = clipboardData.getData("text").trim();
  if (/^https?:\S+$/.test(text) && !target.closest?.("input, textarea")) upload(new File([text], "link.txt"));
});
for (const [form, { words }] of Object.entries(settings.downloads)) byId("download-form-name").append(element("option", { value: form, textContent: words }));
