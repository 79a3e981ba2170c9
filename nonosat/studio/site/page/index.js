// The start page: runs commands on a puzzle in the Web Worker, and shows what they print and write.
import { byId, element, say } from "../../../pages/shared/elements.js";
import { pixelsOf } from "./pixels.js";

const page = { worker: null, number: 0, waiting: new Map(), from: "instance", shown: [] };

// Start Python; again after a command was stopped, which ends the whole worker.
function start() {
  const begin = performance.now();
  page.worker = new Worker("worker.js", { type: "module" });
  page.worker.addEventListener("error", (event) => say(`Python ended: ${event.message}. Reload the page.`));
  page.worker.addEventListener("message", ({ data }) => {
    if (data.ready) say(`Ready after ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
    else if (data.failed) say(`nonosat cannot start: ${data.failed}`);
    else {
      page.waiting.get(data.number)(data);
      page.waiting.delete(data.number);
    }
  });
}

export function run(words, files = {}) {
  page.number += 1;
  const answer = new Promise((resolve) => page.waiting.set(page.number, resolve));
  page.worker.postMessage({ number: page.number, words, files });
  return answer;
}

// The puzzle: what was last pasted, dropped or chosen; with the name by which a command finds it.
async function input() {
  const [file] = byId("file").files;
  if (page.from === "file" && file) return [file.name, { [file.name]: new Uint8Array(await file.arrayBuffer()) }];
  if (page.from === "text") return ["puzzle", { puzzle: new TextEncoder().encode(byId("text").value) }];
  return [byId("instance").value, {}];
}

async function ask(line) {
  const [name, files] = await input();
  const words = line.split(/\s+/).filter(Boolean).map((word) => (word === "FILE" ? name : word));
  byId("stop").disabled = false;
  byId("printed").textContent = `nonosat ${words.join(" ")}\n\u2026`;
  const begin = performance.now();
  const { code, printed, files: written } = await run(words, files);
  const seconds = ((performance.now() - begin) / 1000).toFixed(2);
  byId("printed").textContent = `nonosat ${words.join(" ")}\n${printed}(${seconds} s, exit code ${code})`;
  byId("stop").disabled = true;
  page.shown.splice(0).forEach(URL.revokeObjectURL);
  for (const [file, content] of [...written]) {
    if (file.endsWith(".svg")) written.push([file.replace(/svg$/, "png"), await pixelsOf(content)]);
  }
  byId("written").replaceChildren(...written.map(([file, content]) => {
    const blob = new Blob([content], { type: file.endsWith(".svg") ? "image/svg+xml" : "" });
    const href = URL.createObjectURL(blob);
    page.shown.push(href);
    const link = element("a", { href, download: file, textContent: `${file} (${Math.ceil(blob.size / 1000)} kB)` });
    return element("li", {}, link, ...(file.endsWith(".svg") ? [element("img", { src: href, alt: file })] : []));
  }));
}

document.addEventListener("click", ({ target }) => {
  if (target.dataset.command) ask(target.dataset.command);
});
byId("command").addEventListener("submit", (event) => {
  event.preventDefault();
  ask(byId("words").value);
});
for (const id of ["text", "file", "instance"]) byId(id).addEventListener("input", () => { page.from = id; });
byId("stop").addEventListener("click", () => {
  page.worker.terminate();
  for (const answer of page.waiting.values()) answer({ code: 130, printed: "stopped\n", files: [] });
  page.waiting.clear();
  start();
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  Object.assign(byId("file"), { files: event.dataTransfer.files });
  page.from = "file";
});
Object.assign(globalThis, { run });
start();
if (navigator.serviceWorker) navigator.serviceWorker.register("offline.js");
