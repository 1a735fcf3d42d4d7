/**
 * What the widget needs from the browser to reach its service, taken once at the start, so that a page which later
 * changes prototypes or globals does not affect it.
 */

export interface Natives {
  readonly fetch: (url: string, options: RequestInit) => Promise<Response>;
  readonly store: KeyValueStore;
  readonly now: () => number;
  /** Fills bytes with secure random values. */
  readonly random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;
  readonly later: (run: () => void, milliseconds: number) => void;
}

/** Text by key. Neither call throws. */
export interface KeyValueStore {
  recall: (key: string) => string;
  /** An empty text removes the key. False when the text is not kept; the second file adds a store that lasts as long as the page. */
  write: (key: string, text: string) => boolean;
  /** Whether the browser's storage may be read and written. */
  isOpen: boolean;
}

/** `signal` ends all timers and requests. */
export function takeNatives(signal: AbortSignal): Natives {
  // All of these are called without a receiver, so they belong to the window.
  const [wait, stop] = [setTimeout, clearTimeout];
  return {
    fetch: fetch.bind(window),
    store: takeStore(),
    now: Date.now,
    random: crypto.getRandomValues.bind(crypto),
    later(run, milliseconds) {
      const timer = wait(run, milliseconds);
      signal.addEventListener("abort", () => { stop(timer); });
    },
  };
}

type Access = (key: string, text?: string) => string | null;

/** The page's local storage. */
function takeStore(): KeyValueStore {
  // Without storage they stay `undefined`, and `write` throws.
  let [get, set, remove] = [] as unknown as [Access | undefined, Access, Access];
  try {
    const own = localStorage;
    [get, set, remove] = (["getItem", "setItem", "removeItem"] as const).map((name) => own[name].bind(own) as Access) as [Access, Access, Access];
  } catch {
    // A sandboxed frame, or a reader who blocks storage.
  }
  const store: KeyValueStore = {
    isOpen: true,
    recall: (key) => (store.isOpen && get?.(key)) || "",
    write(key, text) {
      try {
        if (store.isOpen) (text ? set : remove)(key, text);
        return store.isOpen;
      } catch {
        // Storage is full or missing.
        return false;
      }
    },
  };
  return store;
}

/** Keeps texts that the browser does not store, or not yet, as long as the page lives. */
export function keepInMemory(store: KeyValueStore): void {
  const memory = new Map<string, string>();
  const { recall, write } = store;
  store.recall = (key) => memory.get(key) || recall(key);
  store.write = (key, text) => {
    const isKept = write(key, text);
    if (isKept) memory.delete(key);
    else memory.set(key, text);
    return isKept;
  };
}

/** Removes everything that the widget keeps in the browser, except a reader's own wish not to be counted. The page may have keys of the same service. */
export function forget(): void {
  try {
    for (const key of Object.keys(localStorage)) if (/^askline\.(config|queue|last|away)/.test(key)) localStorage.removeItem(key);
  } catch {
    // No storage, or access refused.
  }
}
