// Connects everything: what is redrawn after each change, and what the buttons do.
function changed(change) {
  fileState.unsaved = true;
  if (change.kind === "whole") {
    mend.forget();
    verdict.clear();
    showColours();
    if (document.getElementById("palette-dialog").open) showPaletteForm();
    if (view.auto) fit();
  }
  mend.compared = null;
  shapeBefore = shape();
  const before = view.left + view.top;
  measure();
  if (view.auto && view.left + view.top > before && !inSight()) fit();  // the clues have grown
  showCells();
  showHere();
  if (change.kind !== "paint") {
    showClueTexts();
    showAbout();
    document.getElementById("size").textContent = `${puzzle.width} \u00d7 ${puzzle.height}`;
  }
  showFileState();
  document.getElementById("undo").disabled = timeline.past.length === 0;
  document.getElementById("redo").disabled = timeline.future.length === 0;
  redraw();
}

function showAbout() {
  for (const key of ABOUT) {
    const field = document.getElementById(`about-${key}`);
    if (field !== document.activeElement) field.value = puzzle.about[key];
  }
}

function showDialog(id) {
  const dialog = document.getElementById(id);
  if (!dialog.open) dialog.showModal();
}

function showResize() {
  document.getElementById("width").value = puzzle.width;
  document.getElementById("height").value = puzzle.height;
  showDialog("resize-dialog");
}

const chosen = (id) => document.getElementById(id).value;
const side = (id) => within(Math.round(Number(chosen(id))) - 1, settings.maxSide - 1) + 1;

const actions = {
  undo,
  redo,
  larger: () => zoom(view.cell * 1.25, cells.at),
  smaller: () => zoom(view.cell * 0.8, cells.at),
  fit,
  "mirror-across": gridChanges.mirrorAcross,
  "mirror-down": gridChanges.mirrorDown,
  turn: gridChanges.turn,
  "resize-open": showResize,
  "palette-open": () => { showPaletteForm(); showDialog("palette-dialog"); },
  "palette-add": palette.add,
  "new-open": () => showDialog("new-dialog"),
  "open-open": () => { connection.say({ type: "files" }); showDialog("open-dialog"); },
  save: () => files.save(),
  "save-open": () => files.askName(),
  "download-open": () => showDialog("download-dialog"),
  revert: () => { Object.assign(fileState, { restored: 0, aside: "" }); connection.say({ type: "revert" }); },
  keep: () => { Object.assign(fileState, { restored: 0, aside: "" }); showFileState(); },
  replace: () => { document.getElementById("conflict-dialog").close(); files.replace(); },
  continue: () => { document.getElementById("conflict-dialog").close(); files.continue(); },
  "write-clues": writeClues,
  "draw-again": drawAgain,
  "ask-givens": () => connection.say({ type: "ask", question: "givens" }),
  "picture-open": () => document.getElementById("picture-chooser").click(),
  "picture-done": picture.end,
  "show-play": () => shows.open("play"),
  "show-explanation": () => shows.open("explanation"),
  certificate: () => files.download("certificate"),
  marks: () => {
    verdict.shown = !verdict.shown;
    document.getElementById("marks").ariaPressed = String(verdict.shown);
    redraw();
  },
};

const forms = {
  "resize-form": () => gridChanges.resize(side("width"), side("height"), { columns: chosen("at-columns"), rows: chosen("at-rows") }),
  "new-form": () => {
    const [width, height] = [side("new-width"), side("new-height")];
    const black = [{ char: ".", name: "white", rgb: "#ffffff" }, { char: "#", name: "black", rgb: "#000000" }];
    const empty = { width, height, palette: black, picture: ".".repeat(width * height), givens: "", rows: [], columns: [] };
    startOver({ type: "new", drawing: empty });
    view.auto = true;
  },
  "save-form": () => files.save(chosen("save-name").trim()),
  "download-form": () => files.download(chosen("download-form-name")),
};

function wire() {
  for (const [id, action] of Object.entries(actions)) document.getElementById(id).addEventListener("click", () => action());
  for (const [id, action] of Object.entries(forms)) {
    document.getElementById(id).addEventListener("submit", (event) => {
      event.preventDefault();
      if (id !== "save-form") event.target.closest("dialog")?.close();
      action();
    });
  }
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  for (const button of document.querySelectorAll("#compare button")) {
    button.addEventListener("click", () => mend.compare(button.dataset.solution === "" ? null : Number(button.dataset.solution)));
  }
  for (const axis of AXES) document.getElementById(`${axis}-text`).addEventListener("change", readClueTexts);
  for (const key of ABOUT) {
    document.getElementById(`about-${key}`).addEventListener("change", (event) =>
      commit({ kind: "about", key, text: event.target.value }));
  }
  for (const [id, action] of Object.entries({ "file-chooser": files.upload, "picture-chooser": picture.begin })) {
    const chooser = document.getElementById(id);
    chooser.addEventListener("change", () => {
      document.getElementById("open-dialog").close();
      if (chooser.files[0]) action(chooser.files[0]);
      chooser.value = "";
    });
  }
  const forms_ = document.getElementById("download-form-name");
  const products = { play: "page to play, with hints", explanation: "page that explains the solution", certificate: "certificate of the verdict" };
  const pictures = { "picture.pdf": "PDF to print", "picture.svg": "SVG picture of the puzzle", "picture.png": "PNG picture of the puzzle" };
  for (const [form, words] of Object.entries({ ...pictures, ...products })) forms_.append(element("option", { value: form, textContent: words }));
  for (const [form, { about }] of Object.entries(settings.formats)) {
    forms_.append(element("option", { value: form, textContent: `${form}: ${about}` }));
  }
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) dropped(event.dataTransfer.files[0]);
  });
}

readColours();
addTools();
wire();
connection.start();
