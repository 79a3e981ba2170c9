// Pictures of pixels, by the browser: there is no Pillow here.

// A drawn picture at this width as a file that needs none: in colour (PPM), or in greys (PGM).
export function netpbm(image, width, grey, height = Math.round((width * image.height) / image.width)) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  Object.assign(context, { fillStyle: "#fff", imageSmoothingEnabled: width !== image.width, imageSmoothingQuality: "high" }).fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const head = new TextEncoder().encode(`P${grey ? 5 : 6}\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + width * height * (grey ? 1 : 3));
  file.set(head);
  for (let from = 0, to = head.length; from < data.length; from += 4) {
    const [red, green, blue] = data.subarray(from, from + 3);
    if (grey) file[to++] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
    else { file[to++] = red; file[to++] = green; file[to++] = blue; }
  }
  return file;
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
