// The colours: selecting, adding, renaming, recolouring and removing them.
import { byId, element, mixed, swatchOf } from "../../pages/shared/elements.js";
import { BACKGROUND } from "../../pages/shared/lines.js";
import { commitWhole } from "./changes.js";
import { charOf, plain, puzzle } from "./puzzle.js";
import { takeColour, takeTool, tool } from "./tools.js";

const NAMES = [
  ["red", "#d81b1b"], ["blue", "#1f4fd8"], ["green", "#1d8a3a"], ["yellow", "#f2c500"], ["orange", "#ef7d00"],
  ["purple", "#7d2ea8"], ["brown", "#8a5a2b"], ["pink", "#f08fb0"], ["cyan", "#12a5b8"], ["grey", "#808080"],
];

export function showColours() {
  const bar = document.getElementById("colours");
  const buttons = puzzle.palette.map((colour, value) => {
    const hint = element("kbd", { textContent: value > 0 && value < 10 ? value : "", ariaHidden: "true" });
    const button = element("button", { type: "button" }, swatchOf(colour), colour.name, hint);
    button.dataset.value = value;
    button.addEventListener("click", () => takeColour(value));
    return button;
  });
  bar.replaceChildren(...buttons);
  const taken = tool.name;
  takeColour(Math.min(tool.colour, puzzle.palette.length - 1));
  takeTool(taken);
}

function freeChar(name) {
  const taken = new Set(puzzle.palette.map((colour) => colour.char));
  const wishes = `${name}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ`;
  return Array.from(wishes).find((char) => /[a-zA-Z]/.test(char) && !taken.has(char));
}

export const palette = {
  add() {
    if (puzzle.palette.length > 32) return;
    const names = new Set(puzzle.palette.map((colour) => colour.name));
    const [name, rgb] = NAMES.find(([wish]) => !names.has(wish)) ?? ["colour", "#606060"];
    commitWhole({ palette: [...plain().palette, { char: freeChar(name), name, rgb }] });
    takeColour(puzzle.palette.length - 1);
  },
  set(value, key, wanted) {
    const colours = plain().palette;
    if (!wanted || colours[value][key] === wanted) return;
    colours[value] = { ...colours[value], [key]: wanted };
    commitWhole({ palette: colours });
  },
  // A cell split along a diagonal into two of the other colours; its name says which.
  addSplit() {
    const [first, second] = whole().slice(-2);
    commitWhole({ palette: [...plain().palette, { char: freeChar("split"), ...splitInto(second, "/", first) }] });
    takeColour(puzzle.palette.length - 1);
  },
  setSplit(value, halves) {
    const colours = plain().palette;
    colours[value] = { ...colours[value], ...splitInto(...halves) };
    commitWhole({ palette: colours });
  },
  // Cells of this colour become background, and blocks of it are removed.
  remove(value) {
    const { char } = puzzle.palette[value];
    const { palette: colours, picture, givens, protected: shields, clues: texts } = plain();
    const without = (clue) => clue.split(/[\s,]+/).filter((item) => !item.endsWith(char)).join(" ") || "0";
    commitWhole({
      palette: colours.filter((_, i) => i !== value),
      picture: picture.replaceAll(char, charOf(BACKGROUND)),
      givens: givens.replaceAll(char, "?"),
      protected: shields.replaceAll(char, charOf(BACKGROUND)),
      clues: texts.map(without),
    });
  },
};

const whole = () => puzzle.palette.filter(({ halves }) => !halves);

function splitInto(first, diagonal, second) {
  const halves = [first.rgb, diagonal, second.rgb];
  return { name: `${first.name}${diagonal}${second.name}`, rgb: mixed(halves), halves: halves.join("") };
}

// The choices of a split colour: both halves, and the diagonal between them.
function splitChoices(value, { halves: [one, diagonal, other], name }) {
  const choose = (label, options, chosen) => {
    const menu = element("select", { ariaLabel: `${label} of ${name}` }, ...options.map(([of, words]) => element("option", { value: of, textContent: words })));
    menu.value = chosen;
    return menu;
  };
  const found = new Map([...[one, other].map((rgb) => [rgb, rgb]), ...whole().map((colour) => [colour.rgb, colour.name])]);
  const menus = [
    choose("left half", [...found], one), choose("diagonal", [["/", "/"], ["\\", "\\"]], diagonal), choose("right half", [...found], other),
  ];
  for (const menu of menus) {
    menu.addEventListener("change", () => {
      const [left, between, right] = menus.map((one) => one.value);
      palette.setSplit(value, [{ rgb: left, name: found.get(left) }, between, { rgb: right, name: found.get(right) }]);
    });
  }
  return menus;
}

// The form in which colours are changed.
export function showPaletteForm() {
  const list = document.getElementById("palette-list");
  byId("palette-split").hidden = puzzle.kind !== "nonogram";
  const rows = puzzle.palette.map((colour, value) => {
    const name = element("input", { value: colour.name, maxLength: 100, ariaLabel: `name of colour ${value}` });
    const rgb = element("input", { type: "color", value: colour.rgb, ariaLabel: `${colour.name} looks like` });
    const remove = element("button", { type: "button", textContent: "Remove", ariaLabel: `Remove ${colour.name}` });
    remove.disabled = value === 0 || puzzle.palette.length < 3;
    name.addEventListener("change", () => palette.set(value, "name", name.value.trim()));
    rgb.addEventListener("change", () => palette.set(value, "rgb", rgb.value));
    remove.addEventListener("click", () => palette.remove(value));
    return element("div", { className: "row" }, ...(colour.halves ? splitChoices(value, colour) : [rgb]), name, remove);
  });
  list.replaceChildren(...rows);
}
