// The start page: a puzzle, and questions about it, which Python answers in the Web Worker.
import { byId, element, say } from "../../../pages/shared/elements.js";
import "../../../pages/shared/icons.js";
import { netpbm, pixelsOf } from "./pixels.js";

// The puzzle: its name and its file; without one it is an instance. `step` is the one that is drawn.
const page = { worker: null, number: 0, waiting: new Map(), name: byId("sheet").dataset.instance, data: null, step: 0, shown: [], photo: null, seen: "" };
const EXACT = 64;  // pictures up to this size have a cell for each pixel
const SEEN = 900;  // pixels of a photo that are enough to find the lines of a printed grid
const READ = 1800;  // and to read the numbers beside it

// Start Python; again after a command was stopped, which ends the whole worker.
function start() {
  const begin = performance.now();
  waits(true);
  page.worker = new Worker("worker.js", { type: "module" });
  page.worker.addEventListener("error", (event) => say(`Python ended: ${event.message}. Reload the page.`));
  page.worker.addEventListener("message", ({ data }) => {
    if (data.ready) {
      say(`Ready after ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
      waits(false);
      document.documentElement.dataset.ready = "";
    } else if (data.failed) say(`nonosat cannot start: ${data.failed}`);
    else {
      page.waiting.get(data.number)(data);
      page.waiting.delete(data.number);
    }
  });
}

// Buttons wait for Python, and a bar moves meanwhile.
function waits(is) {
  byId("loading").hidden = !is;
  for (const button of document.querySelectorAll("[data-ask], [data-command]")) button.disabled = is;
}

function send(request) {
  page.number += 1;
  const answer = new Promise((resolve) => page.waiting.set(page.number, resolve));
  page.worker.postMessage({ number: page.number, ...request });
  const slow = setTimeout(() => { byId("stop").hidden = false; }, 1000);
  return answer.finally(() => { clearTimeout(slow); byId("stop").hidden = true; });
}

// Run a command in a folder with these files; return its exit code, what it printed, and the files it wrote.
export const run = (words, files = {}) => send({ words, files });

const VERDICTS = { unique: "Exactly one solution", multiple: "More than one solution", none: "No solution", unknown: "Not decided" };

// What Python does meanwhile.
const DOES = { solve: "Solving it", verdict: "Looking for a second solution", step: "Looking for the step", explain: "Looking for the steps",
  rate: "Rating it", mend: "Looking for a change", make: "Making one", shown: "Reading it", page: "Reading the picture", photo: "Reading the picture" };

async function ask(question, number = 0) {
  say(`${DOES[question]}\u2026`);
  const { name, data } = page;
  const { answer, printed } = await send({ question, name, data, step: number });
  const found = answer ? JSON.parse(answer) : { problem: printed };
  const { problem, said = "", svg, verdict, steps, puzzle, columns, typed } = found;
  if (columns) Object.assign(byId("side"), { value: columns }).nextElementSibling.textContent = columns;
  if (puzzle) return show("puzzle.yaml", new TextEncoder().encode(puzzle), { said, drawn: !["make", "page"].includes(question) });
  say(problem ?? said);
  if (typed) typeClues(typed);
  if (svg) byId("picture").innerHTML = svg;
  if (verdict) Object.assign(byId("verdict"), { textContent: VERDICTS[verdict] }).dataset.verdict = verdict;
  byId("steps").hidden = !steps;
  if (steps) byId("steps").replaceChildren(...steps.map(stepOf));
  return found;
}

// A printed puzzle whose numbers are not read: its clues are typed beside it.
function typeClues(text) {
  Object.assign(byId("verdict"), { textContent: "Type the clues of the printed puzzle" }).dataset.verdict = "";
  byId("text").value = text;
  byId("text").closest("details").open = true;
  byId("photo").hidden = false;
  byId("picture").replaceChildren(element("img", { src: page.seen, alt: "The printed puzzle" }));
  byId("text").focus();
}

function stepOf(text, k) {
  const draw = () => ask("step", k).then(() => { byId("steps").hidden = false; });
  return element("li", {}, element("button", { type: "button", className: "text", textContent: text, onclick: draw }));
}

// Show another puzzle, and say whether it has one solution.
async function show(name, data = null, { said = "", drawn = false } = {}) {
  Object.assign(page, { name, data, step: 0 });
  Object.assign(byId("verdict"), { textContent: "" }).dataset.verdict = "";
  list([]);
  byId("sheet").scrollIntoView();
  if (!drawn) page.photo = null;
  byId("photo").hidden = !page.photo;
  const found = await ask("shown", Number(drawn));
  if (found.problem) return;
  byId("title").textContent = found.title || name;
  byId("about").textContent = found.about;
  await ask("verdict", Number(drawn));
  const verdict = byId("said").textContent;
  const answer = byId("verdict").dataset.verdict;
  const open = drawn && answer === "multiple";
  const mends = open ? "Mend changes a few cells until there is one." : answer === "none" ? "Mend corrects the likeliest misprint." : "";
  say([said || (open ? "" : verdict), mends].join(" ").trim());
}

async function command(line) {
  const { name, data } = page;
  const words = line.split(/\s+/).filter(Boolean).map((word) => (word === "FILE" ? name : word));
  say(`Running ${words[0]}\u2026`);
  byId("printed").textContent = `nonosat ${words.join(" ")}\n\u2026`;
  const { code, printed, files } = await run(words, data ? { [name]: data } : {});
  byId("printed").textContent = `nonosat ${words.join(" ")}\n${printed}(exit code ${code})`;
  for (const [file, content] of [...files]) {
    if (file.endsWith(".svg")) files.push([file.replace(/svg$/, "png"), await pixelsOf(content)]);
  }
  say(printed.includes("\u2502") ? "Its answer is below, under Commands." : printed.trim());
  if (printed.includes("\u2502") || !files.length) byId("command").parentElement.open = true;
  list(files);
}

// What was written, to be downloaded; a picture is shown as well.
function list(files) {
  page.shown.splice(0).forEach(URL.revokeObjectURL);
  byId("written").replaceChildren(...files.map(([file, content]) => {
    const drawn = file.endsWith(".svg");
    const blob = new Blob([content], { type: drawn ? "image/svg+xml" : "" });
    const href = URL.createObjectURL(blob);
    page.shown.push(href);
    if (drawn) byId("picture").replaceChildren(element("img", { src: href, alt: file }));
    return element("li", {}, element("a", { href, download: file, textContent: `${file} (${Math.ceil(blob.size / 1000)} kB)` }));
  }));
}

// A file: a picture is decoded by the browser; a certificate or an explanation is verified.
async function take(file) {
  page.photo = null;
  const data = new Uint8Array(await file.arrayBuffer());
  const name = file.name.replace(/\s+/g, "-");
  const bitmap = /\.svg$/i.test(name) ? null : await createImageBitmap(file).catch(() => null);
  if (!bitmap) {
    const [first] = data;
    if (!/\.zip$/i.test(name) && !(/\.json$/i.test(name) && new TextDecoder().decode(data).includes('"steps"'))) return show(name, data);
    Object.assign(page, { name, data });
    return command(first === undefined ? "check FILE" : "verify FILE");
  }
  if (Math.max(bitmap.width, bitmap.height) <= EXACT) return show("picture.ppm", netpbm(bitmap, bitmap.width, false), { drawn: true });
  page.photo = bitmap;
  if (page.seen) URL.revokeObjectURL(page.seen);
  page.seen = URL.createObjectURL(file);
  Object.assign(page, { name: "page.ppm", data: fitted(READ, false) });
  const found = await ask("page");
  if (found?.photo) await convert({ columns: 0 });
  else if (found) typeClues("");
}

// The photo at up to this many pixels of a side.
function fitted(most, grey) {
  const { photo } = page;
  const scale = Math.min(1, most / Math.max(photo.width, photo.height));
  return netpbm(photo, Math.ceil(scale * photo.width), grey, Math.ceil(scale * photo.height));
}

// A photo becomes a black and white picture of as many columns as were chosen, or as it has itself (0).
async function convert({ level = 0, columns = Number(byId("side").value) } = {}) {
  Object.assign(page, { name: "photo.pgm", data: fitted(SEEN, true) });
  return ask("photo", [columns, Number(level)]);
}

document.addEventListener("click", ({ target }) => {
  const { dataset } = target.closest("button") ?? target;
  if (dataset.command) command(dataset.command);
  else if (dataset.ask === "step") hint();
  else if (dataset.ask) ask(dataset.ask);
  else if (dataset.instance) show(dataset.instance);
});

async function hint() {
  const found = await ask("step", page.step);
  page.step = found?.last ? 0 : page.step + 1;
}

byId("command").addEventListener("submit", (event) => {
  event.preventDefault();
  command(byId("words").value);
});
byId("open").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", ({ target }) => {
  if (target.files[0]) take(target.files[0]);
  target.value = "";
});
byId("read").addEventListener("click", () => show("puzzle", new TextEncoder().encode(byId("text").value)));
byId("side").addEventListener("change", () => convert());
byId("level").addEventListener("change", ({ target }) => convert({ level: target.value }));
byId("photo").addEventListener("submit", (event) => event.preventDefault());
byId("stop").addEventListener("click", () => {
  page.worker.terminate();
  for (const answer of page.waiting.values()) answer({ code: 130, printed: "Stopped. Python starts again\u2026", files: [] });
  page.waiting.clear();
  start();
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
});
start();
if (navigator.serviceWorker) navigator.serviceWorker.register("offline.js");
