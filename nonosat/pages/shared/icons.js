// The icons of buttons, in one style: lines on a square of 24, drawn for nonosat. A button with data-icon gets its icon
// before its words, which stay its name; where there is room for icons alone, they are also its tooltip.
const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const dot = (x, y) => `M${x} ${y}h.01`;
const eye = `M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z${circle(12, 12, 2.5)}`;

const ICONS = {
  about: `${circle(12, 12, 9)}M12 11v6${dot(12, 7.5)}`,
  border: "M4 4v9h8v7M4 4h16v16M20 20h-8",
  box: "M4 6h16v12H4zM4 12l6-6M4 18L16 6M10 18L20 8M16 18l4-4",
  bucket: "M4 4h16v16H4zM4 12h8V4M6 6l4 4M10 6L6 10",
  certificate: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4",
  check: "M5 12.5l5 5L19 7",
  clear: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  close: "M6 6l12 12M18 6L6 18",
  clues: "M4 6h4M11 6h9M4 12h6M13 12h7M4 18h3M10 18h10",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  crop: "M7 2v15h15M2 7h15v15",
  cross: "M6 6l12 12M18 6L6 18",
  download: "M12 4v11M8 11l4 4 4-4M5 20h14",
  ellipse: "M3 12a9 6 0 1 0 18 0a9 6 0 1 0-18 0",
  eraser: "M9 20l-6-6L12.5 4.5l7.5 7.5-8 8zM7.5 9.5L15 17M9 20h11",
  explain: "M9 17h6M10 20.5h4M12 3a6.2 6.2 0 0 0-3.5 11.2V17h7v-2.8A6.2 6.2 0 0 0 12 3z",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  flood: `M10 4l8.5 8.5-7 6.5a2 2 0 0 1-2.8 0L4 14.3a2 2 0 0 1 0-2.8zM3.6 12.5h15M21 16c1.2 2 1.2 3.5 0 3.5s-1.2-1.5 0-3.5z`,
  given: "M4 4h16v16H4zM8.5 8.5h7v7h-7z",
  heat: "M12 3c1 4 5.5 6 5.5 11a5.5 5.5 0 0 1-11 0c0-3 2-4 2.2-6.5 1.8 1 2.8 2.5 2.8 4.5 1.2-2.5 1.3-6 .5-9z",
  hide: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM4 4l16 16",
  keys: `M3 6h18v12H3z${[6.5, 10, 14, 17.5].map((x) => dot(x, 10)).join("")}M8 14.5h8`,
  larger: "M5 12h14M12 5v14",
  lasso: "M12 4c5 0 8.5 2.5 8.5 5.5S17 15 12 15s-8.5-2.5-8.5-5.5S7 4 12 4zM7 14.3c-2 2 .5 4-1 6.7",
  letters: "M5 19l5-14h1l5 14M7.2 13.5h6.6",
  line: "M5 19L19 5",
  marks: eye,
  "mirror-across": "M12 3v18M9 6v12H3zM15 6v12h6z",
  "mirror-down": "M3 12h18M6 9h12V3zM6 15h12v6z",
  more: `${circle(5, 12, 0.8)}${circle(12, 12, 0.8)}${circle(19, 12, 0.8)}`,
  move: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  new: "M6 3h8l4 4v14H6zM14 3v4h4M12 11v6M9 14h6",
  open: "M3 19V5h6l2 2.5h8V10M3 19l3.5-9H22l-3.5 9z",
  palette: `M12 3a9 9 0 1 0 0 18c2.5 0 2-2 1.3-3s0-3 1.7-3h3c2 0 3-1 3-3 0-5-4-9-9-9z${dot(8, 8.5)}${dot(12.5, 7)}${dot(16.5, 9.5)}${dot(7, 13)}`,
  paste: "M6 5h12v16H6zM9 3h6v4H9z",
  pencil: "M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4",
  picture: `M3 7h4l2-2.5h6L17 7h4v12H3z${circle(12, 12.8, 3.6)}`,
  play: "M7 4l12 8-12 8z",
  protect: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  rectangle: "M4 6h16v12H4z",
  redo: "M16 6l4.5 4.5L16 15M20 10.5H10a5 5 0 0 0 0 10h3",
  replace: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
  resize: "M4 10V4h6M20 14v6h-6M4 4l6 6M20 20l-6-6",
  save: "M4 4h12.5L20 7.5V20H4zM8 4v5h7V4M8 20v-6h8v6",
  "save-as": "M10 20H4V4h12.5L20 7.5V10M8 4v5h7V4M13 21l1-4 6-5.5 2.5 2.5-6 5.5z",
  select: "M4 8V4h4M11 4h2M16 4h4v4M20 11v2M20 16v4h-4M13 20h-2M8 20H4v-4M4 13v-2",
  share: `M8.2 10.8l7.6-4.2M8.2 13.2l7.6 4.2${circle(6, 12, 2.5)}${circle(18, 5.5, 2.5)}${circle(18, 18.5, 2.5)}`,
  smaller: "M5 12h14",
  solve: "M4 4h16v16H4zM9.3 4v16M14.7 4v16M4 9.3h16M4 14.7h16M6 12h1.5M11.5 6.7h1M11.5 12h1M16.5 17.3h1.5",
  trace: `M4 4h16v16H4zM4 16l5-5 4 4 3-3 4 4${dot(15.5, 8.5)}`,
  turn: "M20 12a8 8 0 1 1-2.7-6M20.5 3v4.5H16",
  unknown: `${circle(12, 12, 9)}M9.5 9.5a2.5 2.5 0 1 1 2.5 3v1.5${dot(12, 17)}`,
  undo: "M8 6L3.5 10.5 8 15M4 10.5h10a5 5 0 0 1 0 10h-3",
  up: "M6 15l6-6 6 6",
  view: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5",
};

export function iconOf(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

export function drawIcon(button) {
  const key = button.getAttribute("aria-keyshortcuts");
  button.title ||= (button.ariaLabel ?? button.textContent.trim()) + (key ? ` (${key.replace("Control", "Ctrl")})` : "");
  const words = document.createElement("span");
  words.className = "words";
  words.append(...button.childNodes);
  button.append(iconOf(button.dataset.icon), words);
}

document.querySelectorAll("button[data-icon]").forEach(drawIcon);
