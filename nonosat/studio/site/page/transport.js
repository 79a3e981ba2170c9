// The studio's transport on the site: Python runs in a Web Worker (worker.js, studio/browser.py).
import { pixelsOf } from "./pixels.js";

{
  const waiting = new Map();  // by its number, each request and what takes its answers
  const closing = new Map();  // by its number, the timer of each that was closed and is not known to have ended
  const PATIENCE = 5000;  // until Python is started anew, as it hears nothing while it works
  let worker = null;
  let ready = false;
  let number = 0;

  addEventListener("DOMContentLoaded", () => { document.getElementById("verdict").textContent = "Loading Python and nonosat\u2026"; });
  function start() {
    ready = false;
    worker = new Worker("worker.js", { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      ready ||= Boolean(data.ready);
      clearTimeout(closing.get(data.closed));
      closing.delete(data.closed);
      if (data.number) waiting.get(data.number)?.hear(data);
      else if (data.printed || data.failed) console.error(data.printed ?? data.failed);
    });
    for (const [own, { request }] of waiting) worker.postMessage({ number: own, ...request });
  }
  start();

  function startAnew() {
    for (const late of closing.values()) clearTimeout(late);
    closing.clear();
    worker.terminate();
    start();
  }

  // Close a request; if Python goes on with it, end the worker and send the others to a new one.
  function close(own) {
    waiting.delete(own);
    worker.postMessage({ number: own, close: true });
    if (ready) closing.set(own, setTimeout(startAnew, PATIENCE));
  }

  // Send a request; `hear` gets its answers until the signal closes it.
  function send(request, signal, hear) {
    number += 1;
    const own = number;
    waiting.set(own, { request, hear });
    worker.postMessage({ number: own, ...request });
    signal?.addEventListener("abort", () => waiting.has(own) && close(own));
    return () => waiting.delete(own);
  }

  // A question: its answers are a stream, as from a server.
  function asked(what, body, signal) {
    const stream = new ReadableStream({
      start(answers) {
        const end = send({ ask: what, body }, signal, ({ line, printed }) => {
          if (line) answers.enqueue(new TextEncoder().encode(line));
          else {
            end();
            if (printed) answers.error(new Error(printed));
            else answers.close();
          }
        });
        signal.addEventListener("abort", () => answers.error(signal.reason));
      },
    });
    return new Response(stream);
  }

  async function fetchHere(path, { body = "", signal = null } = {}) {
    const { pathname, searchParams } = new URL(path, location.origin);
    const [, verb, what] = pathname.split("/");
    const content = new Uint8Array(await new Response(body).arrayBuffer());
    if (verb === "ask") return asked(what, content, signal);
    const options = Object.fromEntries(searchParams);
    const drawn = options.form === "picture.png";
    if (drawn) options.form = "picture.svg";
    const request = { work: `${verb}/${what}`, options, body: content };
    const response = await new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      const end = send(request, signal, ({ response: found, printed }) => {
        end();
        if (printed) reject(new Error(printed));
        else resolve(new Response(found[3], { status: found[0], headers: { "content-type": found[1], ...found[2] } }));
      });
    });
    return drawn && response.ok ? new Response(await pixelsOf(await response.blob()), response) : response;
  }

  // A page that the browser keeps for "back" would keep other pages waiting.
  addEventListener("pagehide", () => worker.terminate());
  addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });

  globalThis.nonosatTransport = {
    fetch: fetchHere,
    frame: async (response) => URL.createObjectURL(new Blob([await response.blob()], { type: "text/html" })),
  };
}
