// The Web Worker that runs Python. A page sends {number, words, files} and gets {number, code, printed, files}: a
// command of nonosat, run in a folder that has these files, and the files that it has written. Or it sends {number, question,
// name, data, step} and gets {number, answer}: the answer of site/ask.py. The studio's page sends
// {number, ask, body} and gets a {number, line} for each answer, until it sends {number, close} and gets {closed}; or it sends
// {number, work, options, body} and gets {number, response}.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE = "/lib/python3.14/site-packages";
const KEPT = "/kept";  // this folder is in the browser's storage

async function start() {
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", self.location).href, env: { HOME: KEPT } }),
    fetch("python.zip").then((response) => response.arrayBuffer()),
  ]);
  const unpack = (packed) => python.unpackArchive(packed, "zip", { extractDir: SITE });
  unpack(archive);
  const compiled = python.FS.analyzePath(`${SITE}/nonosat/_compiled.json`).exists;  // nonosat's own wheel has it
  if (!compiled) python.runPython("import os\nos.environ['NONOSAT_INTERPRETED'] = '1'");
  python.runPython("from nonosat.studio.site.ask import find_late\nfind_late")((name) => late(unpack, name));
  const capture = python.runPython("from nonosat.studio.commands.captured import capture\ncapture");
  const ask = python.runPython("from nonosat.studio.site.ask import ask\nask");
  return { python, capture, ask };
}

// Load packages that few questions need, while Python waits.
function late(unpack, name) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", name, false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) return false;
    unpack(request.response);
  } catch {
    return false;
  }
  return true;
}

/* The studio's files are in the browser's storage: loaded before they are read, stored after they are written, by one page at
   a time. */

const inTurn = navigator.locks ? (act) => navigator.locks.request("nonosat files", act) : (act) => act();

const sync = (python, load) => new Promise((done, fail) => { python.FS.syncfs(load, (error) => (error ? fail(error) : done())); });

async function startStudio() {
  const { python } = await started;
  python.FS.mkdirTree(KEPT);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, KEPT);
  const play = new URL("play.html", self.location).href;
  return inTurn(async () => {
    await sync(python, true);
    const here = python.runPython("from nonosat.studio.browser import Here\nHere")(`${KEPT}/puzzles`, play);
    await sync(python, false);  // its folder, too
    return here;
  });
}

async function answer(here, { number, work, options, body }) {
  const { python } = await started;
  const found = await here.do(work, python.toPy(options), python.toPy(body));
  const response = found.toJs({ create_proxies: false, dict_converter: Object.fromEntries });
  found.destroy();
  return { number, response };
}

async function answerFiles(here, data) {
  const { python } = await started;
  return inTurn(async () => {
    await sync(python, true);
    const said = await answer(here, data);
    if (data.work === "file/write") await sync(python, false);
    return said;
  });
}

const started = start();
started.then(() => self.postMessage({ ready: true }), (error) => self.postMessage({ failed: String(error) }));
let studio = null;

async function command({ number, words, files }) {
  const { python, capture } = await started;
  const found = capture(python.toPy(words), python.toPy(files));
  const [code, printed, written] = found.toJs({ create_proxies: false });
  found.destroy();
  self.postMessage({ number, code, printed, files: written });
}

async function question({ number, question: asked, name, data, step }) {
  const { python, ask } = await started;
  self.postMessage({ number, answer: ask(asked, name, data ? python.toPy(data) : undefined, step) });
}

async function talk(data) {
  studio ??= startStudio();
  const here = await studio;
  const { number, ask, close, work, body } = data;
  const { python } = await started;
  if (close) {
    here.close(number);
    self.postMessage({ closed: number });
  } else if (ask) {
    if (ask === "folder") await inTurn(() => sync(python, true));
    here.ask(number, ask, python.toPy(body), (line) => self.postMessage({ number, line }));
  } else self.postMessage(await (/^file|book/.test(work) ? answerFiles : answer)(here, data));
}

self.addEventListener("message", ({ data }) => {
  const failed = (error) => self.postMessage({ number: data.number, code: 70, printed: String(error), files: [] });
  (data.words ? command : data.question ? question : talk)(data).catch(failed);
});
