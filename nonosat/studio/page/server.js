// What is asked of the server, in three verbs: answers about a drawing, which stream back until the question is closed;
// what is made of a drawing; and the files of the folder.
import { tell } from "./events.js";
import { settings } from "./puzzle.js";

const RETRY = [0.2, 0.5, 1, 2, 4];  // seconds until the next attempt
const WHY = {
  403: "This server does not know this page: open the address that it printed.",
  426: "The server has another version: reload the page.",
};

// In the browser alone, Python runs in a Web Worker: site/page/transport.js.
const transport = globalThis.nonosatTransport ?? {
  fetch: (path, options) => fetch(path, options),
  frame: async (response) => (await response.json()).address,
};

// The token is removed from the address, where others could see it, but kept for reloads.
const given = new URLSearchParams(location.search).get("token");
if (given) sessionStorage.setItem("token", given);
history.replaceState(null, "", location.origin + location.pathname);

async function request(verb, what, options, body, signal) {
  const headers = { authorization: `Bearer ${sessionStorage.getItem("token") ?? ""}`, "x-version": settings.version };
  let response;
  try {
    response = await transport.fetch(`/${verb}/${what}?${new URLSearchParams(options)}`, { method: "POST", body, headers, signal, cache: "no-store" });
  } catch (error) {
    if (!signal?.aborted) noteAway("The server is not reachable. What you draw is kept here.");
    throw Object.assign(new Error("The server is not reachable", { cause: error }), { away: true });
  }
  noteAway(WHY[response.status] ?? "");
  if (response.ok) return response;
  const said = await response.json().catch(() => ({}));
  throw Object.assign(new Error(said.problem ?? WHY[response.status] ?? `The server refused the request (${response.status})`), said);
}

function noteAway(words) {
  if (server.away === words) return;
  server.away = words;
  tell("file");
}

async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    const found = (rest + value).split("\n");
    rest = found.pop();
    yield* found;
  }
}

export const server = {
  away: "",  // why it cannot be asked

  // Each of these returns the response; the error of a refusal has what the server said of it.
  make: (what, body, options = {}, signal = null) => request("make", what, options, body, signal),
  file: (what, options, body = "") => request("file", what, options, body, null),
  frame: transport.frame,

  // Call `hear` with each answer, until there are no more, or until the signal closes the question. If the server goes
  // away, it is asked again when it is back.
  async ask(what, body, hear, signal) {
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        for await (const line of lines(await request("ask", what, {}, body, signal))) {
          if (signal.aborted) return;
          tries = 0;
          const { what: name, data } = JSON.parse(line);
          hear(name, data);
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error.problem || server.away in WHY) throw error;
        await new Promise((wait) => { setTimeout(wait, 1000 * RETRY[Math.min(tries, RETRY.length - 1)]); });
      }
    }
  },
};
