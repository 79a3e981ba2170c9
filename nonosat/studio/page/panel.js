// The panel has parts, of which one is in sight. On a small screen it rises from below when it is wanted, in place of the tools, and the
// other buttons of the head are a menu; one of them is open at a time, and none lies over the drawing.
import { byId } from "../../pages/shared/elements.js";
import { menu } from "../../pages/shared/sheets.js";

const panel = byId("panel");

export function showPart(name, rise = true) {
  for (const part of panel.querySelectorAll(".part")) part.hidden = part.dataset.name !== name;
  for (const tab of panel.querySelectorAll("[data-part]")) tab.ariaPressed = String(tab.dataset.part === name);
  if (rise) raise(true);
}

// A part for which there is a tab only while it has something to show.
export function offerPart(name, offered) {
  const tab = panel.querySelector(`[data-part=${name}]`);
  if (tab.hidden === !offered) return;
  tab.hidden = !offered;
  if (offered) showPart(name);
  else if (tab.ariaPressed === "true") showPart("check", false);
}

export function raise(up) {
  panel.toggleAttribute("data-up", up);
  byId("panel-open").ariaExpanded = String(up);
}

export const isUp = () => panel.hasAttribute("data-up");

const more = byId("more");
menu("menu", "more-open");
byId("more-open").addEventListener("click", () => {
  raise(false);
  byId("menu").append(more);
});
byId("menu").addEventListener("close", () => byId("more-open").after(more));
byId("symmetry").addEventListener("change", () => byId("menu").close());

byId("tabs").addEventListener("click", ({ target }) => {
  const tab = target.closest("[data-part]");
  if (tab) showPart(tab.dataset.part);
});
byId("answer").addEventListener("click", () => raise(!isUp()));
byId("panel-close").addEventListener("click", () => {
  raise(false);
  byId("panel-open").focus();
});
