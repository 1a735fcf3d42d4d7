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
  readonly recall: (key: string) => string;
  /** An empty text removes the key. False when the text will be gone with the page. */
  readonly write: (key: string, text: string) => boolean;
  /** Whether the browser's storage may be read and written. While not, texts last as long as the page. */
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

/** The page's local storage; where it is refused or full, memory. */
function takeStore(): KeyValueStore {
  const memory = new Map<string, string>();
  // Without storage there are none, and `write` stumbles.
  let [get, set, remove] = [] as unknown as [Access | undefined, Access, Access];
  try {
    const own = localStorage;
    [get, set, remove] = (["getItem", "setItem", "removeItem"] as const).map((name) => own[name].bind(own) as Access) as [Access, Access, Access];
  } catch {
    // A sandboxed frame, or a reader who blocks storage.
  }
  const store: KeyValueStore = {
    isOpen: true,
    recall: (key) => memory.get(key) || (store.isOpen && get?.(key)) || "",
    write(key, text) {
      memory.set(key, text);
      try {
        if (store.isOpen) {
          (text ? set : remove)(key, text);
          memory.delete(key);
        }
      } catch {
        // Full, or none.
      }
      return !memory.has(key);
    },
  };
  return store;
}

/** Takes everything that the widget keeps out of the browser, but a reader's own wish not to be counted. The page may have keys of the same service. */
export function forget(): void {
  try {
    for (const key of Object.keys(localStorage)) if (/^askline\.(config|queue|last|away)/.test(key)) localStorage.removeItem(key);
  } catch {
    // None, or refused.
  }
}
