// The colours: selecting, adding, renaming, recolouring and removing them.
import { byId, element, swatchOf } from "../../pages/shared/elements.js";
import { commitWhole } from "./changes.js";
import { on } from "./events.js";
import { remake } from "./grid_changes.js";
import { plain, puzzle } from "./puzzle.js";
import { takeColour, tool } from "./tool.js";

on("show", ({ kind }) => {
  if (kind !== "whole") return;
  byId("colours").replaceChildren(...puzzle.palette.map((colour, value) => {
    const key = value > 0 && value < 10 ? ` (${value})` : "";
    const button = element("button", { type: "button", title: colour.name + key, ariaLabel: colour.name }, swatchOf(colour));
    button.dataset.value = value;
    button.addEventListener("click", () => takeColour(value));
    return button;
  }));
  byId("palette-open").hidden = Boolean(puzzle.rules);
  showChosen();
  if (byId("palette-dialog").open) showPaletteForm();
});

function showChosen() {
  for (const button of byId("colours").children) button.ariaPressed = String(Number(button.dataset.value) === tool.colour);
}
on("tool", showChosen);

async function added(how) {
  if (await remake("palette", { how })) takeColour(puzzle.palette.length - 1);
}

export const palette = {
  add: () => added("add"),
  addSplit: () => added("add-split"),
  set(value, key, wanted) {
    const colours = plain().palette;
    if (!wanted || colours[value][key] === wanted) return;
    colours[value] = { ...colours[value], [key]: wanted };
    commitWhole({ palette: colours });
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
