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

export function paint(made, colour) {
  made.style.background = colour.rgb;
  made.style.color = inkOn(colour);
}

export const inkOn = (colour) => (colour.light ? "#000" : "#fff");

export function say(text) {
  const said = byId("said");
  // Repeated words are read out again only if the text changes.
  said.textContent = text && said.textContent === text ? `${text}\u00a0` : text;
}

// A block of a clue, and a clue, as written and as read out.
export const number = (block) => (block.low === block.high ? String(block.low) : "?");

export function clueWords(clue, palette) {
  const words = clue.map((block) => {
    const length = block.low === block.high ? block.low : "some";
    return palette.length > 2 ? `${length} ${palette[block.colour].name}` : length;
  });
  return words.join(", ") || "0";
}
