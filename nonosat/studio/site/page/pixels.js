// Pictures of pixels, by the browser: there is no Pillow here.

// A drawn picture at this width as a file that needs none: in colour (PPM), or in greys (PGM).
export function netpbm(image, width, grey, height = Math.round((width * image.height) / image.width)) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  Object.assign(context, { fillStyle: "#fff", imageSmoothingEnabled: width !== image.width, imageSmoothingQuality: "high" }).fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const head = new TextEncoder().encode(`P${grey ? 5 : 6}\n${width} ${height}\n255\n`);
  const body = [];
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = data.subarray(at, at + 3);
    body.push(...(grey ? [Math.round(0.299 * red + 0.587 * green + 0.114 * blue)] : [red, green, blue]));
  }
  return new Uint8Array([...head, ...body]);
}

// A picture of lines as one of pixels.
const MOST_PIXELS = 8192;  // pixels of a side

export async function pixelsOf(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const scale = Math.min(2, MOST_PIXELS / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(image.width * scale, image.height * scale);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return canvas.convertToBlob();
}
