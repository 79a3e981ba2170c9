// Undo and redo without end. A step is a list of entries [change, inverse], which are undone and redone together.
import { byId } from "./elements.js";

export class History {
  past = [];
  future = [];

  // `apply` carries out a change; `after` is called once a step is undone or redone.
  constructor(apply, after = () => {}) { Object.assign(this, { apply, after }); }

  // Note a step that has been carried out; `along` adds it to the one before.
  remember(change, inverse, along = false) {
    if (along && this.past.length) this.past.at(-1).push([change, inverse]);
    else this.past.push([[change, inverse]]);
    this.future.length = 0;
  }

  undo = () => {
    const step = this.past.pop();
    if (!step) return;
    for (const [, inverse] of [...step].reverse()) this.apply(inverse);
    this.future.push(step);
    this.after();
  };

  redo = () => {
    const step = this.future.pop();
    if (!step) return;
    for (const [change] of step) this.apply(change);
    this.past.push(step);
    this.after();
  };

  // Enable the buttons; the one that has the focus passes it on when it can do no more.
  enable() {
    const [focused, undo, redo] = [document.activeElement, byId("undo"), byId("redo")];
    [undo.disabled, redo.disabled] = [!this.past.length, !this.future.length];
    if (focused.disabled) (undo.disabled ? redo : undo).focus();
  }

  forget() { this.past.length = this.future.length = 0; }

  // What is stored, and taken back after a restart; only the newest steps if there are too many.
  plain(most = 200) { return { past: this.past.slice(-most), future: this.future.slice(-most) }; }

  take(stored) {
    const steps = (list) => (Array.isArray(list) ? list.filter((step) => Array.isArray(step)) : []);
    Object.assign(this, { past: steps(stored?.past), future: steps(stored?.future) });
  }
}
