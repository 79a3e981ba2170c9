// A picture behind the grid, to trace: stretched over the cells, which become as transparent as the slider says.
import { byId, say } from "../../pages/shared/elements.js";
import { look } from "../../pages/shared/paint.js";
import { redraw, view } from "../../pages/shared/view.js";

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
  redraw();
}

look.behind = (context, origin) => {
  if (!tracing.image) return 1;
  const { cell: side, geometry } = view;
  context.drawImage(tracing.image, origin.x, origin.y, geometry.width * side, geometry.height * side);
  return Number(byId("tracing-opacity").value) / 100;
};
