/**
 * The browser's functions that the widget needs to reach its service. They are read once at the start, so that a page
 * which later changes prototypes or globals does not affect the widget.
 */

export interface Natives {
  readonly fetch: (url: string, options: RequestInit) => Promise<Response>;
  readonly store: KeyValueStore;
  readonly now: () => number;
  /** Fills bytes with secure random values. */
  readonly random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;
  readonly schedule: (run: () => void, milliseconds: number) => void;
  readonly matches: (node: Element, selector: string) => boolean;
}

/** Stores text by key. Neither method throws. */
export interface KeyValueStore {
  recall: (key: string) => string;
  /**
   * An empty text removes the key. Returns false if the text was not stored. The second file adds a store that lasts as
   * long as the page.
   */
  write: (key: string, text: string) => boolean;
  /** Whether the browser's storage may be read and written. */
  isOpen: boolean;
}

/** `signal` stops all timers. */
export function readNatives(signal: AbortSignal): Natives {
  // These functions are called without a receiver, as functions of the window.
  const [wait, stop] = [setTimeout, clearTimeout];
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the element as its receiver
  const { matches } = Element.prototype;
  return {
    fetch: fetch.bind(window),
    store: createStore(),
    now: Date.now,
    random: crypto.getRandomValues.bind(crypto),
    schedule(run, milliseconds) {
      const timer = wait(run, milliseconds);
      signal.addEventListener("abort", () => {
        stop(timer);
      });
    },
    matches: (node, selector) => matches.call(node, selector),
  };
}

type Access = (key: string, text?: string) => string | null;

/** The page's local storage. */
function createStore(): KeyValueStore {
  // Without storage these stay `undefined`, and the call in `write` fails.
  let [get, set, remove] = [] as unknown as [Access | undefined, Access, Access];
  try {
    const own = localStorage;
    [get, set, remove] = (["getItem", "setItem", "removeItem"] as const).map(
      (name) => own[name].bind(own) as Access,
    ) as [Access, Access, Access];
  } catch {
    // The frame is sandboxed, or the reader blocks storage.
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

/** Keeps texts that the browser does not store, or does not store yet, in memory until the page is closed. */
export function addMemory(store: KeyValueStore): void {
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

/**
 * Removes everything that the widget stores in the browser, except the reader's own choice not to be counted. The page
 * may have stored keys for several services.
 */
export function removeStored(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (/^askline\.(config|queue|last|away)/.test(key)) localStorage.removeItem(key);
  } catch {
    // There is no storage, or access to it was refused.
  }
}
