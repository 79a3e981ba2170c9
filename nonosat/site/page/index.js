// The start page: runs commands on a puzzle in the Web Worker, and shows what they print and write.
import { byId, element, say } from "../../pages/shared/elements.js";
import { pixelsOf } from "./pixels.js";

const page = { worker: null, number: 0, waiting: new Map(), file: null, shown: [] };

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

// The puzzle: a file, or what was pasted, or an instance; with the name by which a command finds it.
async function input() {
  const pasted = byId("text").value;
  if (page.file) return [page.file.name, { [page.file.name]: new Uint8Array(await page.file.arrayBuffer()) }];
  if (pasted.trim()) return ["puzzle", { puzzle: new TextEncoder().encode(pasted) }];
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

function choose(file) {
  page.file = file ?? null;
  byId("chosen").textContent = file ? `${file.name}, ${file.size} bytes` : "";
}

document.addEventListener("click", ({ target }) => {
  if (target.dataset.command) ask(target.dataset.command);
});
byId("command").addEventListener("submit", (event) => {
  event.preventDefault();
  ask(byId("words").value);
});
byId("file").addEventListener("change", (event) => choose(event.target.files[0]));
byId("text").addEventListener("input", () => choose(null));
byId("stop").addEventListener("click", () => {
  page.worker.terminate();
  for (const answer of page.waiting.values()) answer({ code: 130, printed: "stopped\n", files: [] });
  page.waiting.clear();
  start();
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  choose(event.dataTransfer.files[0]);
});
Object.assign(globalThis, { run });
start();
if (navigator.serviceWorker) navigator.serviceWorker.register("offline.js");
