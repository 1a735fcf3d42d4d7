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
  readonly read: (key: string) => string;
  /** An empty text removes the key. False when the text will be gone with the page. */
  readonly write: (key: string, text: string) => boolean;
}

/** `signal` ends what is waited for. */
export function takeNatives(view: Window & typeof globalThis, signal: AbortSignal): Natives {
  const [wait, stop] = [setTimeout.bind(view) as (run: () => void, milliseconds: number) => number, clearTimeout.bind(view)];
  return {
    fetch: view.fetch.bind(view),
    store: takeStore(view),
    now: Date.now,
    random: view.crypto.getRandomValues.bind(view.crypto),
    later(run, milliseconds) {
      const timer = wait(run, milliseconds);
      signal.addEventListener("abort", () => { stop(timer); });
    },
  };
}

/** The page's local storage; where it is refused or full, memory. */
function takeStore(view: Window): KeyValueStore {
  const memory = new Map<string, string>();
  let storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | undefined;
  try {
    const { localStorage: own } = view;
    storage = { getItem: own.getItem.bind(own), setItem: own.setItem.bind(own), removeItem: own.removeItem.bind(own) };
  } catch {
    // A sandboxed frame, or a reader who blocks storage.
  }
  return {
    read: (key) => memory.get(key) || storage?.getItem(key) || "",
    write(key, text) {
      memory.set(key, text);
      try {
        if (!storage) return false;
        if (text) storage.setItem(key, text);
        else storage.removeItem(key);
        memory.delete(key);
      } catch {
        // Full.
      }
      return !memory.has(key);
    },
  };
}
