// Menus, as dialogs: a press beside one closes it and does nothing else, and so does a choice in it.
import { byId } from "./elements.js";

export function menu(id, opener) {
  const made = byId(id);
  const covers = (x, y) => {
    const { left, right, top, bottom } = made.getBoundingClientRect();
    return x >= left && x < right && y >= top && y < bottom;
  };
  byId(opener).addEventListener("click", () => made.showModal());
  made.addEventListener("click", ({ target, clientX, clientY }) => {
    if (target === made ? !covers(clientX, clientY) : target.closest("button, a")) made.close();
  }, true);  // before what was chosen opens a dialog, which would give the focus back to the menu
}
