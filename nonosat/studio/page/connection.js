// The connection to the server, over one WebSocket. Changes made without a connection are sent after the next one.
import { focusCell } from "../../pages/shared/cells.js";
import { byId, say } from "../../pages/shared/elements.js";
import { foreign, rebase, recall } from "./changes.js";
import { askNext, files, showCards, showConnection, showFile, showUnsaved } from "./files.js";
import { changed } from "./main.js";
import { picture } from "./picture.js";
import { puzzle, settings, shape, take, written } from "./puzzle.js";
import { verdict } from "./verdict.js";

const RETRY = [0.2, 0.5, 1, 2, 4];  // seconds until the next attempt
const WHY = {
  4403: "This server does not know this page: open the address that it printed.",
  4426: "The server has another version: reload the page.",
  4429: "Too many pages are open: close one and reload.",
  4423: "The studio is open in another tab: work there, or close it to go on here.",
  4400: "The server did not understand this page: reload it.",
};

// In the browser alone, the server is a Web Worker: site/page/transport.js.
const transport = globalThis.nonosatTransport ?? {
  socket: () => new WebSocket(`ws://${location.host}/talk`),
  fetch: (path, options) => fetch(path, options),
};

export const connection = {
  token: "",
  client: Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  socket: null,
  open: false,
  tries: 0,
  name: "",  // the puzzle's name on the server
  shown: "",  // the name of the puzzle that is shown; "" before there is one
  file: "",
  revision: 0,
  seq: 0,
  applied: 0,  // the number of our last change that the server has applied
  pending: [],  // changes that are not in the autosave yet

  start() {
    // The token is removed from the address, where others could see it, but kept for reloads.
    const given = new URLSearchParams(location.search).get("token");
    if (given) sessionStorage.setItem("token", given);
    connection.token = sessionStorage.getItem("token") ?? "";
    connection.name = sessionStorage.getItem("puzzle") ?? "";
    history.replaceState(null, "", location.pathname);
    connection.connect();
    addEventListener("beforeunload", (event) => {
      if (connection.pending.length) event.preventDefault();
    });
  },

  connect() {
    const socket = transport.socket();
    connection.socket = socket;
    socket.addEventListener("open", () => {
      const { token, client, name } = connection;
      socket.send(JSON.stringify({ type: "hello", version: settings.version, token, client, puzzle: name }));
    });
    socket.addEventListener("message", (event) => heard(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      connection.open = false;
      showConnection(WHY[event.code] ?? "The server is not reachable. What you draw is kept here, and sent once it is back.");
      if (event.code in WHY) return;
      const wait = RETRY[Math.min(connection.tries++, RETRY.length - 1)];
      setTimeout(connection.connect, wait * 1000);
    });
  },

  say(message) {
    if (connection.open) connection.socket.send(JSON.stringify(message));
    else files.problem({ what: "The server is not reachable" });
  },

  // Send a change, now or once the server is back.
  send(change) {
    const sent = { seq: ++connection.seq, shape: shapeBefore, change };
    connection.pending.push(sent);
    if (connection.open) connection.transmit(sent);
    showConnection();
  },

  transmit(sent) {
    connection.socket.send(JSON.stringify({ type: "change", ...sent }));
  },

  get unapplied() {
    return connection.pending.filter((sent) => sent.seq > connection.applied);
  },

  // Whether the server has the drawing that is shown.
  get current() {
    return connection.open && connection.applied === connection.seq;
  },

  async post(path, body, signal = null) {
    const headers = { authorization: `Bearer ${connection.token}` };
    const response = await transport.fetch(path, { method: "POST", body, headers, signal, cache: "no-store" });
    if (!response.ok) {
      const said = await response.json().catch(() => ({}));
      throw new Error(said.problem ?? `The server refused the request (${response.status})`);
    }
    return response;
  },
};

// The shape of the drawing before the next change, which is sent with it.
let shapeBefore = "";
export const noteShape = () => { shapeBefore = shape(); };

// The handlers of messages.
const hearing = {
  puzzle(message) {
    const fresh = !connection.open;
    const same = message.name === connection.shown;
    connection.open = true;
    connection.tries = 0;
    connection.revision = message.revision;
    connection.name = connection.shown = message.name;
    connection.file = message.file;
    sessionStorage.setItem("puzzle", message.name);
    if (same) {
      const left = connection.pending.filter((sent) => sent.seq > message.applied);
      connection.pending = rebase(message.drawing, left);
      connection.applied = Math.max(connection.applied, message.applied);
      if (fresh) connection.pending.forEach(connection.transmit);
    } else {
      take(message.drawing);
      connection.pending = [];
      recall();
    }
    if (!same) byId("open-dialog").close();
    picture.shown(message.name);
    changed({ kind: "whole" });
    const begun = written() || puzzle.picture.some(Boolean);
    if (fresh || !same) say(begun ? "" : "Press or drag to draw; the right button erases.");
    if (!fresh && !same) focusCell(0);
    showFile(message, fresh);
    showConnection();
  },
  applied(message) {
    connection.applied = Math.max(connection.applied, message.seq);
    connection.revision = message.revision;
    showUnsaved(message.unsaved);
    verdict.stale();
  },
  refused(message) {
    connection.pending = connection.pending.filter((sent) => sent.seq !== message.seq);
    say(`Not done: ${message.why}.`);
  },
  kept(message) {
    connection.pending = connection.pending.filter((sent) => sent.seq > message.seq);
    showConnection();
    askNext();
  },
  changed(message) {
    connection.revision = message.revision;
    foreign(message.change, connection.unapplied);
    showUnsaved(message.unsaved);
  },
  told(message) {
    if (message.revision === connection.revision) verdict.hear(message.what, message.data, connection.current);
  },
  files(message) { files.list(message); },
  looked(message) { showCards(message.file); },
  saved(message) { files.saved(message); },
  conflict(message) { files.conflict(message); },
  problem(message) { files.problem(message); },
};

function heard(message) {
  hearing[message.type]?.(message);
}
