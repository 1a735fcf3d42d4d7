/**
 * What the widget needs of the browser to talk to its service, taken once at the start, so that a page which later
 * changes prototypes or globals changes nothing for it.
 */

export interface Natives {
  readonly fetch: (url: string, options: RequestInit) => Promise<Response>;
  readonly store: KeyValueStore;
  readonly now: () => number;
  /** Fills bytes that nobody can guess. */
  readonly random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;
  readonly later: (run: () => void, milliseconds: number) => void;
}

/** Text by key. Neither call throws. */
export interface KeyValueStore {
  recall: (key: string) => string;
  /** An empty text removes the key. False when the text is not kept; what the second file adds keeps it as long as the page. */
  write: (key: string, text: string) => boolean;
  /** Whether the browser's storage may be read and written. */
  isOpen: boolean;
}

/** `signal` ends what is waited for. */
export function takeNatives(signal: AbortSignal): Natives {
  // Called by their names alone, all of these are the window's.
  const [wait, stop, ask] = [setTimeout, clearTimeout, fetch];
  return {
    fetch: (url, options) => ask(url, options),
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
        // Full, or none.
        return false;
      }
    },
  };
  return store;
}

/** Where the browser keeps a text not at all, or not yet, it lasts as long as the page. */
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

/** Takes everything that the widget keeps out of the browser, but a reader's own wish not to be counted. The page may have keys of the same service. */
export function forget(): void {
  try {
    for (const key of Object.keys(localStorage)) if (/^askline\.(config|queue|last|away)/.test(key)) localStorage.removeItem(key);
  } catch {
    // None, or refused.
  }
}
