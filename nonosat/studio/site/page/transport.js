// The studio's transport on the site: its server runs in a Web Worker (worker.js, studio/browser.py).
import { pixelsOf } from "./pixels.js";

{
  const worker = new Worker("worker.js", { type: "module" });
  const waiting = new Map();
  let number = 0;
  let talk = null;

  worker.addEventListener("message", ({ data }) => {
    if (data.failed) talk.dispatchEvent(new CloseEvent("close", { code: 4400 }));
    else if (data.told) talk.dispatchEvent(new MessageEvent("message", { data: data.told }));
    else if (data.elsewhere) talk.dispatchEvent(new CloseEvent("close", { code: 4423 }));
    else if (data.connected) talk.dispatchEvent(new Event("open"));
    else if (data.number) waiting.get(data.number)?.(data.response);
    else if (data.printed) console.error(data.printed);
  });

  async function fetchHere(path, { method = "GET", body = "", signal = null } = {}) {
    if (path === "/download" && body.includes('"form":"picture.png"')) {
      const lines = await fetchHere(path, { method, body: body.replace("picture.png", "picture.svg"), signal });
      return lines.ok ? new Response(await pixelsOf(await lines.blob()), lines) : lines;
    }
    number += 1;
    const asked = number;
    const answer = new Promise((resolve, reject) => {
      waiting.set(asked, resolve);
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
    const [address, query = ""] = path.split("?");
    const content = new Uint8Array(await new Response(body).arrayBuffer());
    worker.postMessage({ number: asked, request: [method, address, query, content] });
    const [status, headers, found] = await answer;
    waiting.delete(asked);
    const response = new Response(found, { status, headers });
    if (address !== "/show" || !response.ok) return response;
    const shown = await fetchHere((await response.json()).address);
    return Response.json({ address: URL.createObjectURL(await shown.blob()) });
  }

  // A page that the browser keeps for "back" would keep other tabs waiting.
  addEventListener("pagehide", () => worker.terminate());
  addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });

  globalThis.nonosatTransport = {
    fetch: fetchHere,
    socket() {
      talk = new EventTarget();
      talk.send = (text) => worker.postMessage({ heard: text });
      worker.postMessage({ connect: true });
      return talk;
    },
  };
}
