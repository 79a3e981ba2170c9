// How the parts of the page hear of each other: one says what has happened, and does not know who listens.
//
// changed   the drawing has changed, by a change of this kind: what follows from it is worked out
// show      the same, a moment later: what is seen is brought up to date
// drawn     a step of the user, an undo or another drawing is complete: it is kept, and asked about
// answered  an answer about the drawing has come: its name, and its data
// verdict   what is known about the drawing has changed
// conflicts the clues in conflict are others
// followed  the server has said which clues the drawing has
// tool      another tool or colour was taken
// file      where the drawing is kept, or whether all of it is, has changed
const listeners = new Map();

export function on(events, act) {
  for (const event of events.split(" ")) listeners.set(event, [...(listeners.get(event) ?? []), act]);
}

export function tell(event, ...data) {
  for (const act of listeners.get(event) ?? []) act(...data);
}
