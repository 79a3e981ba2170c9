// Dialogs, and what is said in them.
import { byId, say } from "../../pages/shared/elements.js";

// A message goes with what it is about: another try, or another dialog.
export function clearProblem(dialog) {
  for (const made of dialog?.querySelectorAll("[role=alert]") ?? []) made.textContent = "";
}

export function showDialog(id) {
  const dialog = byId(id);
  clearProblem(dialog);
  if (!dialog.open) dialog.showModal();
}

// What is wrong stands in the dialog that asked, which stays open.
export function problem(words) {
  const place = [...document.querySelectorAll("dialog[open] [role=alert]")].at(-1);
  if (place) place.textContent = `${words}.`;
  else say(`${words}.`);
}

document.addEventListener("input", (event) => clearProblem(event.target.closest("dialog")));
document.addEventListener("click", ({ target }) => {
  if (target.dataset.close !== undefined) target.closest("dialog").close();
});
