// A picture behind the grid, to trace; the cells become as transparent as the slider says. What is beside the grid is cut off.
import { byId, say } from "../../pages/shared/elements.js";
import { look } from "../../pages/shared/paint.js";
import { redraw, view } from "../../pages/shared/view.js";
import { offerPart } from "./panel.js";

const tracing = { image: null };

export async function traceFrom(file) {
  try {
    tracing.image = await createImageBitmap(file);
  } catch {
    say("This is not a picture that the browser can show.");
  }
  showTracing();
}

export function stopTracing() {
  tracing.image = null;
  showTracing();
}

export function showTracing() {
  byId("tracing").hidden = !tracing.image;
  offerPart("pictures", Boolean(tracing.image) || !byId("from-picture").hidden);
  redraw();
}

look.behind = (context, origin) => {
  if (!tracing.image) return 1;
  const { cell: side, geometry } = view;
  const { width, height } = tracing.image;
  const [opacity, size, right, down] = ["opacity", "scale", "right", "down"].map((id) => Number(byId(`tracing-${id}`).value) / 100);
  // As large as fits, with its own proportions, until it is scaled and moved.
  const scale = size * side * Math.min(geometry.width / width, geometry.height / height);
  const [x, y] = [geometry.width * side * (0.5 + right), geometry.height * side * (0.5 + down)];
  context.drawImage(tracing.image, origin.x + x - (width * scale) / 2, origin.y + y - (height * scale) / 2, width * scale, height * scale);
  return opacity;
};
