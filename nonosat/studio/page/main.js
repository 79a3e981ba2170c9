// Connects everything: what is redrawn after each change, and what the buttons do.
import { labelAll, labelLine, showCells, zooms } from "../../pages/shared/cells.js";
import { byId, element } from "../../pages/shared/elements.js";
import { anywhere } from "../../pages/shared/keymap.js";
import { redraw, setGeometry, view } from "../../pages/shared/view.js";
import { commit, timeline } from "./changes.js";
import { drawAgain, showClueTexts, writeClues } from "./clues.js";
import { connection, noteShape } from "./connection.js";
import { files, fileState, showFileState } from "./files.js";
import { mend } from "./mend.js";
import { palette, showColours, showPaletteForm } from "./palette.js";
import { dropped, picture } from "./picture.js";
import { ABOUT, layOutAnew, puzzle, settings } from "./puzzle.js";
import { select, showSymmetries, symmetry, turnings } from "./selection.js";
import { showDensity, showHere, sizeWords } from "./shown.js";
import { shows } from "./shows.js";
import { addSides, askSize, takeSize } from "./sizes.js";
import { addTools, showTools } from "./tools.js";
import { showTracing, stopTracing, traceFrom } from "./tracing.js";
import { verdict } from "./verdict.js";

export function changed(change) {
  fileState.unsaved = true;
  if (change.kind === "whole") {
    mend.forget();
    verdict.clear();
    showTools();
    showColours();
    if (byId("palette-dialog").open) showPaletteForm();
    if (view.geometry !== puzzle.geometry) {
      select([]);
      setGeometry(puzzle.geometry);
      showSymmetries();
    }
    showCells();
  }
  mend.compared = null;
  noteShape();
  labelAll();
  showHere();
  if (change.kind !== "paint") {
    view.geometry.lines.forEach(labelLine);
    showClueTexts();
    showAbout();
    byId("size").textContent = puzzle.outline.length ? sizeWords() : `${puzzle.width} \u00d7 ${puzzle.height}`;
  } else {
    for (const line of new Set(change.cells.flatMap((cell) => view.geometry.linesOf(cell)))) labelLine(line);
  }
  showFileState();
  showDensity();
  byId("undo").disabled = timeline.past.length === 0;
  byId("redo").disabled = timeline.future.length === 0;
  redraw();
}

function showAbout() {
  for (const key of ABOUT) {
    const field = byId(`about-${key}`);
    if (field !== document.activeElement) field.value = puzzle.about[key];
  }
}

// A message goes with what it is about: another try, or another dialog.
function clearProblem(dialog) {
  for (const made of dialog?.querySelectorAll("[role=alert]") ?? []) made.textContent = "";
}

export function showDialog(id) {
  const dialog = byId(id);
  clearProblem(dialog);
  if (!dialog.open) dialog.showModal();
}

const actions = {
  undo: timeline.undo,
  redo: timeline.redo,
  ...zooms,
  ...Object.fromEntries(["mirror-across", "mirror-down", "turn"].map((how) => [how, () => turnings.moved(how)])),
  crop: turnings.crop,
  copy: turnings.copy,
  paste: turnings.paste,
  stop: () => connection.say({ type: "stop" }),
  "more-fixes": () => { mend.all = true; mend.show(); },
  "trace-open": () => byId("trace-chooser").click(),
  "trace-done": stopTracing,
  "resize-open": () => askSize("resize"),
  "palette-open": () => { showPaletteForm(); showDialog("palette-dialog"); },
  "palette-add": palette.add,
  "palette-split": palette.addSplit,
  "new-open": () => askSize("new"),
  "open-open": () => { connection.say({ type: "files" }); showDialog("open-dialog"); },
  save: () => files.save(),
  "save-open": () => files.askName(),
  "share-open": () => files.share(),
  "share-copy": () => files.copyLink(),
  "share-file": () => { byId("share-dialog").close(); files.download("play"); },
  book: () => files.book(),
  "download-open": () => {
    for (const option of byId("download-form-name").options) option.hidden = !settings.downloads[option.value].kinds.includes(puzzle.kind);
    showDialog("download-dialog");
  },
  revert: () => { Object.assign(fileState, { restored: 0, aside: "" }); connection.say({ type: "revert" }); },
  keep: () => { Object.assign(fileState, { restored: 0, aside: "" }); showFileState(); },
  replace: () => { byId("conflict-dialog").close(); files.replace(); },
  continue: () => { byId("conflict-dialog").close(); files.continue(); },
  "write-clues": writeClues,
  "draw-again": drawAgain,
  "ask-givens": () => connection.say({ type: "ask", question: "givens" }),
  "picture-open": () => byId("picture-chooser").click(),
  "picture-done": picture.end,
  "picture-turn": picture.turn,
  "picture-whole": picture.whole,
  "show-play": () => shows.open("play"),
  "show-explanation": () => shows.open("explanation"),
  certificate: () => files.download("certificate"),
  marks: () => {
    verdict.shown = !verdict.shown;
    byId("marks").ariaPressed = String(verdict.shown);
    redraw();
  },
};

const forms = {
  "size-form": takeSize,
  "save-form": () => {
    const name = byId("save-name").value.trim();
    files.save(/.\.[^.]+$/.test(name) ? name : `${name}.yaml`);
  },
  "download-form": () => files.download(byId("download-form-name").value),
};

function wire() {
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", () => action());
  for (const [id, action] of Object.entries(forms)) {
    byId(id).addEventListener("submit", (event) => {
      event.preventDefault();
      if (id !== "save-form") event.target.closest("dialog")?.close();
      action();
    });
  }
  document.addEventListener("click", ({ target }) => {
    if (target.dataset.close !== undefined) target.closest("dialog").close();
    if (target.dataset.solution !== undefined) mend.compare(target.dataset.solution === "" ? null : Number(target.dataset.solution));
  });
  byId("symmetry").addEventListener("change", (event) => {
    symmetry.of = event.target.value;
    redraw();
  });
  const anew = (changes) => {
    layOutAnew(changes);
    setGeometry(puzzle.geometry);
    showCells();
  };
  byId("both-sides").addEventListener("change", (event) => anew({ both: event.target.checked }));
  byId("numbered").addEventListener("change", (event) => anew({ numbered: event.target.checked }));
  byId("thick-lines").addEventListener("change", (event) => anew({ every: Number(event.target.value) }));
  byId("aim").addEventListener("change", () => mend.show());
  byId("tracing-opacity").addEventListener("input", showTracing);
  for (const key of ABOUT) {
    byId(`about-${key}`).addEventListener("change", (event) =>
      commit({ kind: "about", key, text: event.target.value }));
  }
  for (const [id, action] of Object.entries({ "file-chooser": files.upload, "picture-chooser": picture.begin, "trace-chooser": traceFrom })) {
    byId(id).addEventListener("change", ({ target }) => {
      if (target.files[0]) action(target.files[0]);
      target.value = "";
    });
  }
  for (const [form, { words }] of Object.entries(settings.downloads)) byId("download-form-name").append(element("option", { value: form, textContent: words }));
  document.addEventListener("input", (event) => clearProblem(event.target.closest("dialog")));
  byId("open-dialog").addEventListener("close", ({ target }) => {  // a moment later, when it may be open again
    if (connection.open && !target.open) connection.say({ type: "close-files" });
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) dropped(event.dataTransfer.files[0]);
  });
}

view.length = true;
anywhere.m = [actions.marks, "m: show or hide the marks"];
addTools();
addSides();
wire();
connection.start();
