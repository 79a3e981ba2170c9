// Undo and redo against a list of all states.
import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../nonosat/pages/shared/history.js";

test("any way through the past leads to the states that were there", () => {
  let state = 0;
  const history = new History((change) => { state = change; });
  let states = [0];
  let at = 0;
  let seed = 1;
  const random = (count) => (seed = (seed * 16807) % 2147483647) % count;
  for (let turn = 0; turn < 2000; turn++) {
    const what = random(4);
    if (what === 0) {
      history.undo();
      at = Math.max(0, at - 1);
    } else if (what === 1) {
      history.redo();
      at = Math.min(states.length - 1, at + 1);
    } else {
      const along = what === 2 && at > 0 && random(3) === 0;
      const next = turn + 1;
      history.remember(next, state, along);
      state = next;
      states = along ? [...states.slice(0, at), next] : [...states.slice(0, at + 1), next];
      at = states.length - 1;
    }
    assert.equal(state, states[at]);
  }
});

test("what is stored is taken back, and rubbish is passed over", () => {
  let state = "b";
  const history = new History((change) => { state = change; });
  history.remember("b", "a");
  const again = new History((change) => { state = change; });
  again.take(JSON.parse(JSON.stringify(history.plain())));
  again.undo();
  assert.equal(state, "a");
  for (const rubbish of [null, {}, { past: 3 }, { past: ["x"], future: {} }]) {
    again.take(rubbish);
    again.undo();
    again.redo();
    assert.equal(state, "a");
  }
});
