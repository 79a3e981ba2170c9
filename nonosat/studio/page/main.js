// The page: its parts, each of which shows something and hears of what it shows, and what the buttons do.
import { zooms } from "../../pages/shared/cells.js";
import { byId } from "../../pages/shared/elements.js";
import "../../pages/shared/icons.js";
import { anywhere } from "../../pages/shared/keymap.js";
import { redraw, view } from "../../pages/shared/view.js";
import "./about.js";
import { timeline } from "./changes.js";
import { drawAgain, writeClues } from "./clues.js";
import "./conflicts.js";
import { showDialog } from "./dialogs.js";
import "./difficulty.js";
import { on } from "./events.js";
import { askForm, askName, copyLink, download, replace, save, saveNamed, share, upload } from "./files.js";
import { askFile, makeBook } from "./folder.js";
import { mend } from "./mend.js";
import { keepRestored, revert, start, takeOver } from "./opened.js";
import "./panel.js";
import { palette, showPaletteForm } from "./palette.js";
import { picture } from "./picture.js";
import { symmetry, turnings } from "./selection.js";
import { arrange } from "./shown.js";
import { shows } from "./shows.js";
import { askSize, takeSize } from "./sizes.js";
import { listKeys } from "./tools.js";
import { showTracing, stopTracing, traceFrom } from "./tracing.js";
import { showHeat, stop, verdict } from "./verdict.js";

const actions = {
  undo: timeline.undo,
  redo: timeline.redo,
  ...zooms,
  ...Object.fromEntries(["mirror-across", "mirror-down", "turn"].map((how) => [how, () => turnings.moved(how)])),
  crop: turnings.crop,
  copy: turnings.copy,
  paste: turnings.paste,
  stop,
  "more-fixes": mend.showMore,
  "trace-open": () => byId("trace-chooser").click(),
  "trace-done": stopTracing,
  "resize-open": () => askSize("resize"),
  "palette-open": () => { showPaletteForm(); showDialog("palette-dialog"); },
  "palette-add": palette.add,
  "palette-split": palette.addSplit,
  "new-open": () => askSize("new"),
  "open-open": askFile,
  save: () => save(),
  "save-open": askName,
  "share-open": share,
  "share-copy": copyLink,
  "share-file": () => { byId("share-dialog").close(); download("play"); },
  book: makeBook,
  "download-open": askForm,
  revert,
  keep: keepRestored,
  replace,
  "take-over": takeOver,
  "elsewhere-open": askFile,
  "write-clues": writeClues,
  "draw-again": drawAgain,
  "picture-open": () => {
    const { elsewhere } = byId("picture-open").dataset;  // the start page of a site
    if (elsewhere) location.assign(elsewhere);
    else byId("picture-chooser").click();
  },
  "picture-done": picture.end,
  "picture-turn": picture.turn,
  "picture-whole": picture.whole,
  "show-play": () => shows.open("play"),
  "show-explanation": () => shows.open("explanation"),
  certificate: () => download("certificate"),
  heat: showHeat,
  marks: () => {
    verdict.shown = !verdict.shown;
    byId("marks").ariaPressed = String(verdict.shown);
    redraw();
  },
};

const forms = {
  "size-form": takeSize,
  "save-form": saveNamed,
  "download-form": () => download(byId("download-form-name").value),
};

for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", () => action());
for (const [id, action] of Object.entries(forms)) {
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    if (id !== "save-form") event.target.closest("dialog").close();
    action();
  });
}
for (const [id, action] of Object.entries({ "file-chooser": upload, "picture-chooser": picture.begin, "trace-chooser": traceFrom })) {
  byId(id).addEventListener("change", ({ target }) => {
    if (target.files[0]) action(target.files[0]);
    target.value = "";
  });
}
const changes = {
  symmetry: ({ value }) => { symmetry.of = value; redraw(); },
  "both-sides": ({ checked }) => arrange({ both: checked }),
  numbered: ({ checked }) => arrange({ numbered: checked }),
  "thick-lines": ({ value }) => arrange({ every: Number(value) }),
  aim: () => mend.show(),
};
for (const [id, action] of Object.entries(changes)) byId(id).addEventListener("change", ({ target }) => action(target));
for (const id of ["opacity", "scale", "right", "down"]) byId(`tracing-${id}`).addEventListener("input", showTracing);
document.addEventListener("click", ({ target }) => {
  if (target.dataset.solution !== undefined) mend.compare(target.dataset.solution === "" ? null : Number(target.dataset.solution));
});
byId("elsewhere-dialog").addEventListener("cancel", (event) => event.preventDefault());

on("show drawn", () => timeline.enable());

view.length = true;
anywhere.m = [actions.marks, "m: show or hide the marks"];
anywhere.t = [actions.heat, "t: what a change of each cell would do"];
listKeys();
start();
