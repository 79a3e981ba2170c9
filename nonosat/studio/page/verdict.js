// The server's results: facts after each stroke, the full verdict after a pause.
import { labelAll } from "../../pages/shared/cells.js";
import { byId, element } from "../../pages/shared/elements.js";
import { drawLegend } from "../../pages/shared/marks.js";
import { colours } from "../../pages/shared/paint.js";
import { redraw } from "../../pages/shared/view.js";
import { difficulty } from "./difficulty.js";
import { mend } from "./mend.js";
import { NOT_GIVEN, values } from "./puzzle.js";
import { STATUSES, showHere } from "./shown.js";

const SAYS = {
  unique: ["Exactly one solution", "\u2713"],
  multiple: ["More than one solution", "\u2260"],
  none: ["No solution", "\u2717"],
  unknown: ["Not known yet", "?"],
};

export const verdict = {
  shown: true,  // whether the marks are drawn
  known: [],  // the value of each cell that follows from the clues
  status: [],  // for each cell, one of STATUSES
  group: [],  // for each cell that varies
  groups: 0,
  solutions: [],
  said: "unknown",
  busy: "",  // the current question
  rested: false,  // whether the server has answered all questions

  clear() {
    Object.assign(verdict, { known: [], status: [], group: [], groups: 0, solutions: [], said: "unknown", busy: "facts", rested: false });
    showVerdict();
  },

  // Note that the results shown are about an earlier drawing.
  stale() {
    Object.assign(verdict, { busy: "facts", rested: false });
    showVerdict();
  },

  hear(what, data) {
    hearingFacts[what]?.(data);
    showVerdict();
    redraw();
    showHere();
    labelAll();
  },
};

const hearingFacts = {
  lines(data) {
    verdict.known = values(data.known);
    verdict.status = verdict.known.map((value) => (value === NOT_GIVEN ? "open" : "lines"));
    Object.assign(verdict, { group: [], groups: 0, solutions: [], said: "unknown", busy: "facts", stopped: "" });
    verdict.basis = data.fault ?? "";
    verdict.rested = false;
    mend.forget();
    difficulty.forget();
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
    verdict.basis = data.basis;
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
  suggestions: (data) => mend.hear(data),
  givens: (data) => mend.hearGivens(data),
  rating(data) { difficulty.rating = data; },
  starts(data) { difficulty.steps = data.steps; },
  trying(data) { verdict.trying = data.says; },
  asking(data) { Object.assign(verdict, { busy: data.question, trying: "" }); },
  done() {
    verdict.busy = "";
    verdict.rested = true;
  },
  stopped(data) {
    verdict.busy = "";
    verdict.stopped = data.why;
  },
  wrong(data) {
    verdict.clear();
    verdict.busy = "";
    verdict.said = "wrong";
    verdict.basis = data.why;
  },
};

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

function showVerdict() {
  const [words, sign] = SAYS[verdict.said] ?? ["Not a valid puzzle", "!"];
  const basis = verdict.basis && ["none", "wrong"].includes(verdict.said) ? `: ${verdict.basis}` : "";
  const made = byId("verdict");
  made.dataset.verdict = verdict.said;
  made.dataset.busy = verdict.busy;
  const said = `${sign} ${words}${basis}.`;
  if (made.textContent !== said) made.textContent = said;
  const doing = {
    facts: "looking at lines",
    verdict: verdict.trying || (verdict.said === "unique" ? "rating it" : "asking the solver"),
    givens: "looking for the fewest givens",
  };
  byId("busy").textContent = doing[verdict.busy] ? `${doing[verdict.busy]}\u2026`
    : verdict.stopped ? `Given up: ${verdict.stopped}.` : "";
  byId("stop").hidden = !["verdict", "givens"].includes(verdict.busy);
  showLegend();
  mend.show();
  difficulty.show();
}

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
