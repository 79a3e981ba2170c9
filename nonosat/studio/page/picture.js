// A drawing from a picture: the server converts the picture at each move of a slider, and the result becomes the
// drawing, so that it gets a verdict like any other.
import { say } from "../../pages/shared/elements.js";
import { commitWhole, timeline } from "./changes.js";
import { connection } from "./connection.js";
import { files, startOver } from "./files.js";
import { puzzle } from "./puzzle.js";

const PIXELS = 64;  // a dropped picture with sides up to this may be a puzzle with one cell per pixel

export const picture = {
  file: null,
  puzzle: "",  // the name of the drawing that it became
  busy: false,
  again: false,  // whether a slider moved meanwhile
  last: null,  // the change made by the last conversion

  // Begin a new drawing from a picture.
  begin(file) {
    Object.assign(picture, { file, puzzle: "", last: null });
    setThreshold(null);
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
    const { file } = picture;
    try {
      const query = new URLSearchParams({ name: file.name, conversion: JSON.stringify(conversion()) });
      const response = await connection.post(`/picture?${query}`, file);
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
      if (startOver({ type: "new", drawing })) picture.puzzle = "new";
      else picture.end();
      return;
    }
    if (picture.puzzle !== connection.name) return;
    const { title, author, origin, licence, description } = puzzle.about;
    const merged = timeline.past.at(-1) === picture.last && picture.last ? timeline.past.pop() : null;
    commitWhole({ ...drawing, palette: named(drawing.palette), title, author, origin, licence, description });
    picture.last = timeline.past.at(-1);
    if (merged) picture.last[0][1] = merged[0][1];
  },

  // React to another puzzle being shown.
  shown(name) {
    if (picture.puzzle === "new") picture.puzzle = name;
    else if (picture.puzzle && picture.puzzle !== name) picture.end();
    showPicture();
  },

  end() {
    Object.assign(picture, { file: null, puzzle: "", last: null });
    showPicture();
  },
};

// A new palette, in which colours that were there before keep their names, which the user may have given.
function named(colours) {
  const names = new Map(puzzle.palette.map(({ rgb, name }) => [rgb, name]));
  return colours.map((colour) => ({ ...colour, name: names.get(colour.rgb) ?? colour.name }));
}

// A dropped file: a small picture may be a puzzle, a larger one is converted, anything else is a puzzle's file.
export async function dropped(file) {
  const bitmap = /^image\/(png|gif|jpeg)$/.test(file.type) ? await createImageBitmap(file).catch(() => null) : null;
  const large = bitmap && Math.max(bitmap.width, bitmap.height) > PIXELS;
  if (large || file.type === "image/jpeg") picture.begin(file);
  else files.upload(file);
}

function conversion() {
  const number = (id) => Number(document.getElementById(id).value);
  const colours = number("picture-colours");
  const dither = document.getElementById("picture-dither").checked;
  const own = colours === 2 && !dither && !document.getElementById("picture-auto").checked;
  return { side: number("picture-side"), colours, dither, threshold: own ? number("picture-threshold") : null };
}

// Show the threshold that was used; null selects the automatic one.
function setThreshold(threshold) {
  if (threshold === null) document.getElementById("picture-auto").checked = true;
  else document.getElementById("picture-threshold").value = threshold;
}

function showPicture() {
  document.getElementById("from-picture").hidden = !picture.file;
  if (!picture.file) return;
  document.getElementById("picture-name").textContent = picture.file.name;
  const [side, threshold, colours] = ["side", "threshold", "colours"].map((id) => document.getElementById(`picture-${id}`));
  const dither = document.getElementById("picture-dither").checked;
  document.getElementById("picture-side-said").textContent = side.value;
  document.getElementById("picture-colours-said").textContent = colours.value === "2" ? "2 (black and white)" : colours.value;
  document.getElementById("picture-threshold-said").textContent = threshold.value;
  const grey = colours.value === "2" && !dither;
  threshold.disabled = !grey;
  document.getElementById("picture-auto").disabled = !grey;
  document.getElementById("picture-busy").textContent = picture.busy ? "converting\u2026" : "";
}

for (const id of ["side", "colours", "threshold", "dither", "auto"]) {
  document.getElementById(`picture-${id}`).addEventListener("input", () => {
    if (id === "threshold") document.getElementById("picture-auto").checked = false;
    picture.convert();
    showPicture();
  });
}
