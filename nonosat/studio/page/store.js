// What is drawn, in the browser's own storage: a record per drawing, with its undo. It outlives the page and the server.
const NAME = "nonosat studio";
const DRAWINGS = "drawings";
let database = null;

function resultOf(request) {
  return new Promise((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(request.error);
  });
}

const reading = () => database.transaction(DRAWINGS).objectStore(DRAWINGS);

// The change is handed over before this returns, so that a page that ends in the next moment loses nothing.
function write(change) {
  const transaction = database.transaction(DRAWINGS, "readwrite", { durability: "strict" });
  change(transaction.objectStore(DRAWINGS));
  transaction.commit();
  return new Promise((written, failed) => {
    transaction.oncomplete = written;
    transaction.onabort = () => failed(transaction.error);
  });
}

export const store = {
  async open() {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(DRAWINGS, { keyPath: "key" });
    database = await resultOf(opening);
    navigator.storage?.persist?.();  // asked for, so that the browser does not tidy it away
  },
  get: (key) => resultOf(reading().get(key)),
  // All records, the newest first.
  all: async () => (await resultOf(reading().getAll())).sort((one, other) => other.time - one.time),
  put: (record) => write((drawings) => drawings.put(record)),
  remove: (key) => write((drawings) => drawings.delete(key)),
};

/* One page at a time draws: it holds the lock of its drawing. Without HTTPS, browsers other than this machine's have no locks. */

let own = { key: "", release: () => {} };

// Take the lock of a drawing, and free the one that was held. Return whether it is held: not if another page has it,
// unless it is taken over, which `lost` tells that page.
export function hold(key, takeOver, lost) {
  if (own.key === key || !navigator.locks) return Promise.resolve(true);
  own.release();
  own.key = "";
  return new Promise((held) => {
    const wait = (lock) => {
      held(Boolean(lock));
      return lock && new Promise((release) => { own = { key, release }; });
    };
    navigator.locks.request(`${NAME} ${key}`, takeOver ? { steal: true } : { ifAvailable: true }, wait).catch(() => {
      if (own.key === key) own.key = "";
      lost();
    });
  });
}

export async function isHeld(key) {
  const { held = [] } = await navigator.locks?.query() ?? {};
  return held.some(({ name }) => name === `${NAME} ${key}`);
}

/* The files that were opened or saved last, of the folder that was used last. */

const RECENT = "nonosat-recent";
const MOST_RECENT = 50;

export function recent(folder) {
  const kept = JSON.parse(localStorage.getItem(RECENT) ?? "{}");
  return kept.folder === folder ? kept.names : [];
}

export function noteRecent(folder, name) {
  const names = [name, ...recent(folder).filter((one) => one !== name)].slice(0, MOST_RECENT);
  localStorage.setItem(RECENT, JSON.stringify({ folder, names }));
}
