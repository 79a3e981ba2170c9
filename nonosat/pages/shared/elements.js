// Helpers with which all pages create their elements.
export const byId = (id) => document.getElementById(id);
export const range = (count) => Array.from({ length: count }, (_, i) => i);

export function within(number, last) {
  return Math.max(0, Math.min(last, number));
}

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// A square of a colour, or of both halves of a split one: [first, diagonal, second].
export function swatchOf(colour) {
  const made = element("span", { className: "swatch", ariaHidden: "true", textContent: colour.sign ?? "" });
  const [first, diagonal, second] = colour.halves ?? [];
  const angle = diagonal === "/" ? "to bottom right" : "to top right";
  const background = first ? `linear-gradient(${angle}, ${first} 50%, ${second} 50%)` : colour.rgb;
  Object.assign(made.style, { background, color: inkOn(colour) });
  return made;
}

// Signs of values are letters that all fonts have; browsers have better ones.
const SIGNS = { "*": "\u2605", "^": "\u2191", ">": "\u2192", v: "\u2193", "<": "\u2190" };
export const shownSign = (sign) => SIGNS[sign] ?? sign;

export const inkOn = (colour) => (colour.light ? "#000" : "#fff");

// Red, green and blue of "#rrggbb" or "rgb(r, g, b)".
const channels = (rgb) => (rgb[0] === "#" ? rgb.slice(1).match(/../g).map((part) => parseInt(part, 16)) : rgb.match(/\d+/g).map(Number));

// Whether dark letters read better on a colour than light ones, as `pictures/style.py` has it.
export function isLight(rgb) {
  const [red, green, blue] = channels(rgb);
  return (299 * red + 587 * green + 114 * blue) / 1000 > 140;
}

// The contrast of two colours, from 1 to 21, as the Web Content Accessibility Guidelines define it.
export function contrast(one, other) {
  const linear = (part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const [least, most] = [one, other].map((rgb) => channels(rgb).map(linear))
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue).sort((a, b) => a - b);
  return (most + 0.05) / (least + 0.05);
}

// The mixture of two colours, which stands for both where halves cannot be shown.
export const mixed = ([one, , other]) => [1, 3, 5].reduce((rgb, at) => {
  const mean = (parseInt(one.slice(at, at + 2), 16) + parseInt(other.slice(at, at + 2), 16)) >> 1;
  return rgb + mean.toString(16).padStart(2, "0");
}, "#");

export function say(text) {
  const said = byId("said");
  // Repeated words are read out again only if the text changes.
  said.textContent = text && said.textContent === text ? `${text}\u00a0` : text;
}

// A clue from its text, as documents have it; items that cannot be read are null.
export const readClue = (text, palette) => text.split(/[\s,]+/).filter((item) => item && item !== "0").map((item) => {
  const [, length, char] = /^(\d{1,7}|\?)(.?)$/u.exec(item) ?? [];
  const only = palette.length === 2 ? palette[1].char : "#";
  const colour = palette.findIndex((one) => one.char === (char || only));
  const low = length === "?" ? 1 : Number(length);
  return colour > 0 && low > 0 ? { colour, low, high: length === "?" ? Infinity : low } : null;
});

// A block of a clue, and a clue, as written and as read out.
export const number = (block) => (block.low === block.high ? String(block.low) : "?");

export function clueWords(clue, palette) {
  const words = clue.map((block) => {
    const length = block.low === block.high ? block.low : "some";
    return palette.length > 2 ? `${length} ${palette[block.colour].name}` : length;
  });
  return words.join(", ") || "0";
}
