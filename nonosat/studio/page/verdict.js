// What is known about the drawing. It is asked after each step: facts at once, the full verdict after a pause.
import { labelAll } from "../../pages/shared/cells.js";
import { byId, element } from "../../pages/shared/elements.js";
import { iconOf } from "../../pages/shared/icons.js";
import { drawLegend, markWord } from "../../pages/shared/marks.js";
import { colours } from "../../pages/shared/paint.js";
import { redraw } from "../../pages/shared/view.js";
import { on, tell } from "./events.js";
import { NOT_GIVEN, plain, puzzle, values, written } from "./puzzle.js";
import { server } from "./server.js";

// What can be known about a cell; all but the first have a mark.
export const STATUSES = { lines: "known by lines", ...Object.fromEntries(["assumption", "proof", "varying", "open"].map((name) => [name, markWord(name)])) };

const SAYS = {
  unique: ["Exactly one solution", "check"],
  multiple: ["More than one solution", "copy"],
  none: ["No solution", "cross"],
  unknown: ["Not known yet", "unknown"],
};

const NOTHING = {
  known: [], status: [], group: [], groups: 0, solutions: [], said: "unknown", basis: "", stopped: "", trying: "", busy: "facts", rested: false,
  heat: [],
};

export const verdict = {
  shown: true,  // whether the marks are drawn
  // `known` is the value of each cell that follows from the clues, `status` one of STATUSES; `group` is for each cell that
  // varies; `busy` is the current question, `rested` whether all are answered. `heat` is for each cell how many cells more
  // lines would decide if it changed, which is shown if `heated`.
  ...NOTHING,
};

/* Asking: a newer step closes the question about an older one. */

let asking = new AbortController();

function ask(what) {
  const { signal } = asking;
  server.ask(what, JSON.stringify(plain()), hear, signal).catch((error) => hear("stopped", { question: what, why: error.message }));
}

on("drawn", () => {
  asking.abort();
  asking = new AbortController();
  Object.assign(verdict, { busy: "facts", rested: false });
  tell("verdict");
  ask("drawing");
  if (verdict.heated) ask("heat");
});

// The layer of what a change of each cell would do is asked for as long as it is shown.
export function showHeat() {
  verdict.heated = !verdict.heated;
  byId("heat").ariaPressed = String(verdict.heated);
  if (verdict.heated) ask("heat");
  redraw();
}

export function stop() {
  asking.abort();
  asking = new AbortController();
  hear("stopped", { question: "verdict", why: "on request" });
}

function hear(what, data) {
  hearingFacts[what]?.(data);
  tell("answered", what, data);
  tell("verdict");
  redraw();
  labelAll();
}

// The drawing lacks something before it can be judged, in words.
export function lacks(why) {
  asking.abort();
  asking = new AbortController();
  hear("lacking", { why });
}

on("changed", ({ kind }) => {
  if (kind !== "whole") return;
  Object.assign(verdict, NOTHING, { known: [], status: [], group: [], solutions: [] });
  tell("verdict");
});

const hearingFacts = {
  lines(data) {
    verdict.known = values(data.known);
    verdict.status = verdict.known.map((value) => (value === NOT_GIVEN ? "open" : "lines"));
    Object.assign(verdict, { group: [], groups: 0, solutions: [], said: "unknown", busy: "facts", stopped: "" });
    verdict.basis = data.fault ?? "";
    verdict.rested = false;
  },
  assumptions(data) {
    values(data.known).forEach((value, cell) => {
      if (value !== NOT_GIVEN && verdict.status[cell] === "open") verdict.status[cell] = "assumption";
      verdict.known[cell] = value;
    });
    verdict.busy = "";
    settle(data);
  },
  verdict(data) {
    settle(data);
    if (data.verdict !== "none" || !verdict.basis) verdict.basis = data.basis;
    if (data.verdict === "unique") markProven(values(data.solutions[0]));
  },
  certain(data) {
    markProven(values(data.known));
    verdict.groups = data.groups.length;
    data.groups.forEach((group, number) => {
      for (const cell of group) {
        verdict.group[cell] = number;
        verdict.status[cell] = "varying";
      }
    });
    verdict.stopped = data.stopped;
  },
  trying(data) { verdict.trying = data.says; },
  asking(data) { Object.assign(verdict, { busy: data.question, trying: "" }); },
  heat(data) { Object.assign(verdict, { heat: data.cells, hottest: Math.max(...data.cells) }); },
  done() { Object.assign(verdict, { busy: "", rested: true }); },
  stopped(data) { Object.assign(verdict, { busy: "", stopped: data.why }); },
  conflicts(data) { verdict.basis = data.conflicts[0].says; },
  wrong: (data) => refused("wrong", data.why),
  lacking: (data) => refused("lacking", data.why),
};

function refused(said, basis) {
  Object.assign(verdict, NOTHING, { known: [], status: [], group: [], solutions: [], busy: "", said, basis });
}

function settle(data) {
  verdict.said = data.verdict;
  verdict.stopped = data.stopped ?? "";
  verdict.solutions = data.solutions.map((picture) => values(picture));
}

function markProven(known) {
  known.forEach((value, cell) => {
    if (value !== NOT_GIVEN && verdict.status[cell] === "open") verdict.status[cell] = "proof";
    if (value !== NOT_GIVEN) verdict.known[cell] = value;
  });
}

// Whether an answer is still to come that may replace what is shown, which is grey until then.
export const pending = () => verdict.busy !== "";
export const blank = () => !written() && !puzzle.picture.some(Boolean);

on("verdict", () => {
  const made = byId("verdict");
  const known = verdict.said !== "unknown";
  const stale = (verdict.busy === "facts" || pending() && !known) && made.textContent !== "" && !blank();
  for (const id of ["verdict", "ambiguous"]) byId(id).toggleAttribute("data-stale", stale);
  made.dataset.busy = verdict.busy;
  if (!stale) {
    const lacking = verdict.said === "lacking" && [verdict.basis[0].toUpperCase() + verdict.basis.slice(1), "pencil"];
    const [words, sign] = lacking || (blank() ? ["Draw on the grid", "pencil"] : SAYS[verdict.said] ?? ["Not a valid puzzle", "about"]);
    const basis = verdict.basis && ["none", "wrong"].includes(verdict.said) ? `: ${verdict.basis}` : "";
    const said = `${words}${basis}.`;
    made.dataset.verdict = blank() ? "blank" : verdict.said;
    if (made.textContent !== said) made.replaceChildren(iconOf(sign), said);
  }
  const ambiguous = verdict.status.filter((one) => one === "varying").length;
  if (!pending() || ambiguous || known) byId("ambiguous").textContent = ambiguous ? `${ambiguous} ambiguous` : "";
  const doing = {
    facts: "looking at lines",
    verdict: verdict.trying || (verdict.said === "unique" ? "rating it" : "asking the solver"),
  };
  const now = doing[verdict.busy];
  byId("busy").textContent = now ? `${now}\u2026` : verdict.stopped ? `Given up: ${verdict.stopped}.` : "";
  byId("stop").hidden = verdict.busy !== "verdict";
  showLegend();
});

function showLegend() {
  const rows = Object.entries(STATUSES).map(([status, words]) => {
    const count = verdict.status.filter((one) => one === status).length;
    const key = element("canvas", { className: "key", ariaHidden: "true" });
    Object.assign(key.dataset, { mark: status === "lines" ? "" : status, word: verdict.groups > 1 ? "a" : "" });
    const more = status === "varying" && verdict.groups
      ? `, in ${verdict.groups} ${verdict.groups === 1 ? "group" : "independent groups"}` : "";
    return element("li", { hidden: !count }, key, `${count} ${words}${more}`);
  });
  byId("legend").replaceChildren(...rows);
  drawLegend(colours);
}
