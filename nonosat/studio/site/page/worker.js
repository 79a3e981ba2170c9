// The Web Worker that runs Python. A page sends {number, words, files} and gets {number, code, printed, files}: a
// command of nonosat, run in a folder that has these files, and the files that it has written. The studio's page sends
// {connect}, {heard} and {number, request}, as to its server, and gets {connected}, {told} and {number, response}.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE = "/lib/python3.14/site-packages";
const KEPT = "/kept";  // this folder is in the browser's storage

async function start() {
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", self.location).href, env: { NONOSAT_INTERPRETED: "1", HOME: KEPT } }),
    fetch("python.zip").then((response) => response.arrayBuffer()),
  ]);
  const unpack = (packed) => python.unpackArchive(packed, "zip", { extractDir: SITE });
  unpack(archive);
  python.runPython("from nonosat.studio.site.late import find_late\nfind_late")(() => late(unpack));
  return { python, captured: python.runPython("from nonosat.cli.captured import captured\ncaptured") };
}

// Load what writes PDF, while Python waits.
function late(unpack) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", "pdf.zip", false);
    request.responseType = "arraybuffer";
    request.send();
    unpack(request.response);
  } catch {
    return false;
  }
  return true;
}

const sync = (python, load) => new Promise((done, fail) => { python.FS.syncfs(load, (error) => (error ? fail(error) : done())); });
const FULL = '{"type": "problem", "what": "Not kept, since the browser stores no more: download the drawing"}';

async function startStudio() {
  const { python } = await started;
  await alone();
  python.FS.mkdirTree(KEPT);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, KEPT);
  await sync(python, true);
  let told = Promise.resolve();  // messages leave in order, and those of what is kept once it is stored
  const tell = (text) => {
    const store = /^\{"type": "(kept|saved|files)"/.test(text);
    told = told.then(() => store && sync(python, false)).then(() => text, () => FULL).then((said) => self.postMessage({ told: said }));
  };
  const play = new URL("play.html", self.location).href;
  return python.runPython("from nonosat.studio.browser import Here\nHere")(`${KEPT}/puzzles`, tell, play);
}

// Wait until no other tab has the studio: each would store its own copy of the files over that of the other.
function alone() {
  const held = new Promise(() => {});
  return new Promise((taken) => {
    const take = (lock) => {
      if (lock) taken();
      else self.postMessage({ elsewhere: true });
      return lock && held;
    };
    if (!navigator.locks) taken();
    else navigator.locks.request("nonosat studio", { ifAvailable: true }, take).then(() => navigator.locks.request("nonosat studio", take));
  });
}

const started = start();
started.then(() => self.postMessage({ ready: true }), (error) => self.postMessage({ failed: String(error) }));
let studio = null;

async function command({ number, words, files }) {
  const { python, captured } = await started;
  const found = captured(python.toPy(words), python.toPy(files));
  const [code, printed, written] = found.toJs({ create_proxies: false });
  found.destroy();
  self.postMessage({ number, code, printed, files: written });
}

async function talk({ number, connect, heard, request }) {
  studio ??= startStudio();
  const here = await studio;
  if (connect) {
    here.connect();
    self.postMessage({ connected: true });
  } else if (heard) here.hear(heard);
  else {
    const [method, path, query, body] = request;
    const found = await here.request(method, path, query, (await started).python.toPy(body));
    const [status, headers, content] = found.toJs({ create_proxies: false, dict_converter: Object.fromEntries });
    self.postMessage({ number, response: [status, headers, content] });
  }
}

self.addEventListener("message", ({ data }) => {
  const failed = (error) => self.postMessage({ number: data.number, code: 70, printed: String(error), files: [], response: [500, {}, ""] });
  (data.words ? command : talk)(data).catch(failed);
});
