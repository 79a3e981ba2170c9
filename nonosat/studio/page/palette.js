// The colours: selecting, adding, renaming, recolouring and removing them.
import { byId, element, isLight, swatchOf } from "../../pages/shared/elements.js";
import { commitWhole } from "./changes.js";
import { on } from "./events.js";
import { remake } from "./grid_changes.js";
import { plain, puzzle, settings } from "./puzzle.js";
import { paints, takeColour, tool } from "./tool.js";

on("show", ({ kind }) => {
  if (kind !== "whole") return;
  byId("colours").replaceChildren(...puzzle.palette.map((colour, value) => {
    const key = value > 0 && value < 10 ? ` (${value})` : "";
    const swatch = swatchOf(colour);
    if (value && puzzle.palette.length > 2 && !colour.sign) swatch.textContent = colour.char;
    const button = element("button", { type: "button", title: colour.name + key, ariaLabel: colour.name }, swatch);
    button.dataset.value = value;
    button.addEventListener("click", () => takeColour(value));
    return button;
  }));
  byId("palette-open").hidden = Boolean(puzzle.rules);
  showChosen();
  if (byId("palette-dialog").open) showPaletteForm();
});

function showChosen() {
  for (const button of byId("colours").children) button.ariaPressed = String(paints() && Number(button.dataset.value) === tool.colour);
}
on("tool", showChosen);

async function added(how, more = {}) {
  if (!await remake("palette", { how, ...more })) return;
  takeColour(puzzle.palette.length - 1);
  noteColour(puzzle.palette.at(-1));
}

// The colours that were chosen last, in any drawing.
const CHOSEN = "nonosat-colours";
const MOST_CHOSEN = 6;
const chosenColours = () => JSON.parse(localStorage.getItem(CHOSEN) ?? "[]");

function noteColour({ name, rgb, halves }) {
  if (halves) return;
  const others = chosenColours().filter((one) => one.rgb !== rgb);
  localStorage.setItem(CHOSEN, JSON.stringify([{ name, rgb }, ...others].slice(0, MOST_CHOSEN)));
}

// Colours to be taken by one tap: those that were chosen last, then those that have a name.
function showOffered() {
  const named = Object.entries(settings.colours).map(([name, rgb]) => ({ name, rgb }));
  const chosen = chosenColours();
  const offered = [...chosen, ...named.filter(({ rgb }) => chosen.every((one) => one.rgb !== rgb))]
    .filter(({ rgb }) => puzzle.palette.every((one) => one.rgb !== rgb));
  byId("palette-offered").replaceChildren(...offered.map((colour) => {
    const { name, rgb } = colour;
    const button = element("button", { type: "button", title: name, ariaLabel: name }, swatchOf({ ...colour, light: isLight(rgb) }));
    button.addEventListener("click", () => {
      byId("palette-dialog").close();
      added("add", { name, rgb });
    });
    return button;
  }));
}

export const palette = {
  add: () => added("add"),
  addSplit: () => added("add-split"),
  set(value, key, wanted) {
    const colours = plain().palette;
    if (!wanted || colours[value][key] === wanted) return;
    colours[value] = { ...colours[value], [key]: wanted };
    commitWhole({ palette: colours });
    noteColour(puzzle.palette[value]);
  },
};

// The choices of a split colour: both halves, and the diagonal between them.
function splitChoices(value, { halves: [one, diagonal, other], name }) {
  const choose = (label, options, chosen) => {
    const menu = element("select", { ariaLabel: `${label} of ${name}` }, ...options.map(([of, words]) => element("option", { value: of, textContent: words })));
    menu.value = chosen;
    return menu;
  };
  const whole = puzzle.palette.filter(({ halves }) => !halves);
  const found = new Map([...[one, other].map((rgb) => [rgb, rgb]), ...whole.map((colour) => [colour.rgb, colour.name])]);
  const menus = [
    choose("left half", [...found], one), choose("diagonal", [["/", "/"], ["\\", "\\"]], diagonal), choose("right half", [...found], other),
  ];
  for (const menu of menus) {
    menu.addEventListener("change", () => remake("palette", { how: "split", colour: value, halves: menus.map((one) => one.value).join("") }));
  }
  return menus;
}

// The form in which colours are changed.
export function showPaletteForm() {
  const list = byId("palette-list");
  showOffered();
  byId("palette-split").hidden = puzzle.kind !== "nonogram";
  const rows = puzzle.palette.map((colour, value) => {
    const name = element("input", { value: colour.name, maxLength: 100, ariaLabel: `name of colour ${value}` });
    const rgb = element("input", { type: "color", value: colour.rgb, ariaLabel: `${colour.name} looks like` });
    const remove = element("button", { type: "button", textContent: "Remove", ariaLabel: `Remove ${colour.name}` });
    remove.disabled = value === 0 || puzzle.palette.length < 3;
    name.addEventListener("change", () => palette.set(value, "name", name.value.trim()));
    rgb.addEventListener("change", () => palette.set(value, "rgb", rgb.value));
    remove.addEventListener("click", () => remake("palette", { how: "remove", colour: value }));
    return element("div", { className: "row" }, ...(colour.halves ? splitChoices(value, colour) : [rgb]), name, remove);
  });
  list.replaceChildren(...rows);
}
