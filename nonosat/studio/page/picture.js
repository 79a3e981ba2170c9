// A drawing from a picture, which is cropped and turned here. It is converted at each move of a slider, and the result
// becomes the drawing, so that it gets a verdict like any other.
import { byId, say, within } from "../../pages/shared/elements.js";
import { commitWhole, timeline } from "./changes.js";
import { on } from "./events.js";
import { begin, opened } from "./opened.js";
import { offerPart } from "./panel.js";
import { puzzle } from "./puzzle.js";
import { server } from "./server.js";

const ENOUGH = 800;  // pixels of the longer side that are sent
const original = byId("picture-original");

export const picture = {
  file: null,
  image: null,  // its pixels, turned; null if the browser cannot read it
  sent: null,  // what is converted; encoded anew only for another part of the picture, which takes a while
  sentOf: "",
  puzzle: "",  // the key of the drawing that it became
  busy: false,
  again: false,  // whether a slider moved meanwhile
  last: null,  // the change made by the last conversion

  // Begin a new drawing from a picture.
  begin(file) {
    Object.assign(picture, { file, puzzle: "", last: null });
    setThreshold(null);
    byId("picture-contrast").value = 100;
    return picture.whole();
  },

  // Take all of it; a kind that the browser does not know is sent as it is.
  async whole() {
    const image = await createImageBitmap(picture.file).catch(() => null);
    picture.sent = null;
    picture.image = image && redrawn(image.width, image.height, (context) => context.drawImage(image, 0, 0));
    cut([0, 0, 0, 0]);
    picture.convert();
  },

  turn() {
    const { image } = picture;
    picture.sent = null;
    picture.image = redrawn(image.height, image.width, (context) => {
      context.translate(image.height, 0);
      context.rotate(Math.PI / 2);
      context.drawImage(image, 0, 0);
    });
    const [top, right, bottom, left] = cuts();
    cut([left, top, right, bottom]);
    picture.convert();
  },

  // Convert it as the sliders say; the next conversion waits for the current one.
  async convert() {
    if (!picture.file) return;
    if (picture.busy) {
      picture.again = true;
      return;
    }
    picture.busy = true;
    showPicture();
    const { file, image } = picture;
    try {
      const [left, top, width, height] = image ? kept() : [];
      const of = [left, top, width, height].join();
      if (!picture.sent || picture.sentOf !== of) {
        picture.sent = image ? await redrawn(width, height, (context) => context.drawImage(image, -left, -top)).convertToBlob() : file;
        picture.sentOf = of;
      }
      const response = await server.make("picture", picture.sent, { name: file.name, conversion: JSON.stringify(conversion()) });
      const { drawing, threshold } = await response.json();
      if (file === picture.file) {
        if (!picture.again && threshold !== null) setThreshold(threshold);
        picture.take(drawing);
      }
    } catch (error) {
      say(error.message);
    }
    picture.busy = false;
    if (picture.again) {
      picture.again = false;
      picture.convert();
    }
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
    Object.assign(picture, { file: null, image: null, sent: null, puzzle: "", last: null });
    showPicture();
  },
};

// Draw the picture anew, at most as large as needed.
function redrawn(width, height, draw) {
  const scale = Math.min(1, ENOUGH / Math.max(width, height));
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
  const dither = byId("picture-dither").checked;
  const own = colours === 2 && !dither && !byId("picture-auto").checked;
  return { side, colours, dither, contrast, threshold: own ? threshold : null };
}

// Show the threshold that was used; null selects the automatic one.
function setThreshold(threshold) {
  if (threshold === null) byId("picture-auto").checked = true;
  else byId("picture-threshold").value = threshold;
}

function showPicture() {
  byId("from-picture").hidden = !picture.file;
  offerPart("pictures", Boolean(picture.file) || !byId("tracing").hidden);
  if (!picture.file) return;
  const { colours, contrast, dither } = conversion();
  byId("picture-name").textContent = picture.file.name;
  for (const id of SLIDERS) byId(`picture-${id}-said`).textContent = byId(`picture-${id}`).value;
  if (colours === 2) byId("picture-colours-said").textContent = "2 (black and white)";
  for (const id of ["threshold", "auto"]) byId(`picture-${id}`).disabled = colours > 2 || dither;
  for (const id of ["original", "turn", "whole", "cuts"]) byId(`picture-${id}`).hidden = !picture.image;
  showOriginal();
  original.style.filter = `contrast(${contrast}%)`;
  byId("picture-busy").textContent = picture.busy ? "converting\u2026" : "";
}

for (const id of [...SLIDERS, "dither", "auto", ...SIDES_CUT.map((side) => `cut-${side}`)]) {
  byId(`picture-${id}`).addEventListener("input", () => {
    if (id === "threshold") byId("picture-auto").checked = false;
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
