// A drawing from a picture, which is cropped and turned here. It is converted at each move of a slider, and the result
// becomes the drawing, so that it gets a verdict like any other.
import { byId, say, within } from "../../pages/shared/elements.js";
import { commitWhole, timeline } from "./changes.js";
import { on } from "./events.js";
import { begin, opened } from "./opened.js";
import { offerPart } from "./panel.js";
import { puzzle } from "./puzzle.js";
import { server } from "./server.js";

const SMALL = 4_000_000;  // bytes of a file that is sent as it is
const SHOWN_SIDE = 800;  // pixels
const original = byId("picture-original");

export const picture = {
  file: null,
  sent: null,  // what is converted, the same for each move: the file or, if that is large or the server cannot read it, its pixels
  image: null,  // its pixels, turned; null if the browser cannot read it
  turns: 0,  // quarters, to the right
  sized: false,  // whether the size was chosen
  puzzle: "",  // the key of the drawing that it became
  busy: false,
  again: false,  // whether a slider moved meanwhile
  last: null,  // the change made by the last conversion

  // Begin a new drawing from a picture.
  async begin(file) {
    Object.assign(picture, { file, turns: 0, puzzle: "", last: null });
    setThreshold(null);
    setSide(null);
    byId("picture-contrast").value = 100;
    const image = await createImageBitmap(file).catch(() => null);
    picture.image = image && redrawn(image.width, image.height, (context) => context.drawImage(image, 0, 0));
    const reads = file.size < SMALL && /^image\/(png|jpeg|gif)$|^$/.test(file.type);
    picture.sent = reads || !image ? file : await picture.image.convertToBlob({ type: "image/jpeg", quality: 0.95 });
    picture.whole();
  },

  // Take all of it.
  whole() {
    while (picture.turns) picture.turned();
    cut([0, 0, 0, 0]);
    picture.convert();
  },

  turned() {
    const { image } = picture;
    picture.turns = (picture.turns + 1) % 4;
    picture.image = image && redrawn(image.height, image.width, (context) => {
      context.translate(image.height, 0);
      context.rotate(Math.PI / 2);
      context.drawImage(image, 0, 0);
    });
  },

  turn() {
    picture.turned();
    const [top, right, bottom, left] = cuts();
    cut([left, top, right, bottom]);
    picture.convert();
  },

  // Convert it as the sliders say; the next conversion waits for the current one.
  async convert() {
    if (!picture.file) return;
    picture.again = picture.busy;
    if (picture.busy) return;
    picture.busy = true;
    showPicture();
    const { file } = picture;
    try {
      const response = await server.make("picture", picture.sent, { name: file.name, conversion: JSON.stringify(conversion()) });
      const { drawing, side, threshold, said } = await response.json();
      if (file === picture.file) {
        if (!picture.again && threshold !== null) setThreshold(threshold);
        if (!picture.again) setSide(side);
        byId("picture-says").textContent = said;
        picture.take(drawing);
      }
    } catch (error) {
      say(error.message);
      byId("picture-says").textContent = error.message;
    }
    picture.busy = false;
    if (picture.again) picture.convert();
    showPicture();
  },

  // The first conversion begins a puzzle; later ones change it, and are undone together.
  take(drawing) {
    if (!picture.puzzle) {
      picture.puzzle = "new";
      begin(drawing, true);
      return;
    }
    if (picture.puzzle !== opened.key) return;
    const { title, author, origin, licence, description } = puzzle.about;
    const merged = timeline.past.at(-1) === picture.last && picture.last ? timeline.past.pop() : null;
    commitWhole({ ...drawing, palette: named(drawing.palette), title, author, origin, licence, description });
    picture.last = timeline.past.at(-1);
    if (merged) picture.last[0][1] = merged[0][1];
  },

  end() {
    Object.assign(picture, { file: null, image: null, sent: null, turns: 0, puzzle: "", last: null });
    showPicture();
  },
};

// Draw the picture anew, at most as large as it is shown.
function redrawn(width, height, draw) {
  const scale = Math.min(1, SHOWN_SIDE / Math.max(width, height));
  const drawn = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const context = drawn.getContext("2d");
  Object.assign(context, { imageSmoothingQuality: "high" }).scale(scale, scale);
  draw(context);
  return drawn;
}

/* Cropping: what is cut off on each side, in percent, is written as numbers or chosen by dragging. */

const SIDES_CUT = ["top", "right", "bottom", "left"];
const cutField = (side) => byId(`picture-cut-${side}`);
const cuts = () => SIDES_CUT.map((side) => within(Number(cutField(side).value), 95));
const cut = (percents) => SIDES_CUT.forEach((side, k) => { cutField(side).value = Math.round(within(percents[k], 95)); });

// What is kept: from the left, from the top, width and height.
function kept() {
  const [top, right, bottom, left] = cuts().map((percent) => percent / 100);
  const { width, height } = picture.image;
  return [left * width, top * height, Math.max(1, (1 - left - right) * width), Math.max(1, (1 - top - bottom) * height)];
}

// The picture beside the drawing, with a frame around what is kept.
function showOriginal() {
  if (!picture.image) return;
  Object.assign(original, { width: picture.image.width, height: picture.image.height });
  const context = original.getContext("2d");
  context.drawImage(picture.image, 0, 0);
  Object.assign(context, { strokeStyle: "#e69f00", lineWidth: original.width / 100 });
  context.strokeRect(...kept());
}

// A new palette, in which colours that were there before keep their names, which the user may have given.
function named(colours) {
  const names = new Map(puzzle.palette.map(({ rgb, name }) => [rgb, name]));
  return colours.map((colour) => ({ ...colour, name: names.get(colour.rgb) ?? colour.name }));
}

// Another drawing is shown.
on("changed", () => {
  if (picture.puzzle === "new") picture.puzzle = opened.key;
  else if (picture.puzzle && picture.puzzle !== opened.key) picture.end();
});

const SLIDERS = ["side", "colours", "threshold", "contrast"];

function conversion() {
  const [side, colours, threshold, contrast] = SLIDERS.map((id) => Number(byId(`picture-${id}`).value));
  const [dither, kind] = [byId("picture-dither").checked, byId("picture-kind").value];
  const own = colours === 2 && !dither && !byId("picture-auto").checked;
  return {
    side: picture.sized ? side : null,
    colours: kind === "mosaic" ? 2 : colours,
    dither,
    contrast,
    threshold: own ? threshold : null,
    kind,
    turns: picture.turns,
    cut: cuts(),
  };
}

// Show the threshold that was used; null selects the automatic one.
function setThreshold(threshold) {
  if (threshold === null) byId("picture-auto").checked = true;
  else byId("picture-threshold").value = threshold;
}

// Show the side that was used; null selects the picture's own.
function setSide(side) {
  picture.sized = side !== null;
  if (side !== null) byId("picture-side").value = side;
}

function showPicture() {
  byId("from-picture").hidden = !picture.file;
  offerPart("pictures", Boolean(picture.file) || !byId("tracing").hidden);
  if (!picture.file) return;
  const { colours, contrast, dither, kind } = conversion();
  byId("picture-name").textContent = picture.file.name;
  for (const id of SLIDERS) byId(`picture-${id}-said`).textContent = byId(`picture-${id}`).value;
  if (colours === 2) byId("picture-colours-said").textContent = "2 (black and white)";
  byId("picture-colours").disabled = kind === "mosaic";
  for (const id of ["threshold", "auto"]) byId(`picture-${id}`).disabled = colours > 2 || dither;
  for (const id of ["original", "turn", "whole", "cuts"]) byId(`picture-${id}`).hidden = !picture.image;
  showOriginal();
  original.style.filter = `contrast(${contrast}%)`;
  byId("picture-busy").textContent = picture.busy ? "converting\u2026" : "";
}

for (const id of [...SLIDERS, "dither", "auto", "kind", ...SIDES_CUT.map((side) => `cut-${side}`)]) {
  byId(`picture-${id}`).addEventListener("input", () => {
    if (id === "threshold") byId("picture-auto").checked = false;
    if (id === "side") picture.sized = true;
    picture.convert();
    showPicture();
  });
}

let from = null;
const pointOf = ({ offsetX, offsetY }) => [(100 * offsetX) / original.clientWidth, (100 * offsetY) / original.clientHeight];
original.addEventListener("pointerdown", (event) => {
  from = pointOf(event);
  original.setPointerCapture(event.pointerId);
});
original.addEventListener("pointermove", (event) => {
  if (!from) return;
  const [[x0, x1], [y0, y1]] = pointOf(event).map((value, k) => [value, from[k]].sort((a, b) => a - b));
  if (Math.min(x1 - x0, y1 - y0) > 2) cut([y0, 100 - x1, 100 - y1, x0]);
  showOriginal();
});
original.addEventListener("pointerup", () => {
  from = null;
  picture.convert();
});
