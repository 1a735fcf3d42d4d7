/**
 * What the widget needs of the browser to talk to its service, taken once at the start, so that a page which later
 * changes prototypes or globals changes nothing for it.
 */

import { safely } from "./safely";

export interface Natives {
  readonly fetch: (url: string, options: RequestInit) => Promise<Response>;
  readonly beacon: (url: string, body: string) => boolean;
  /** Whether a request outlives its page. Where not, what is under way is handed to the beacon. */
  readonly keepalive: boolean;
  readonly store: KeyValueStore;
  readonly now: () => number;
  readonly random: (length: number) => Uint8Array;
  readonly later: (run: () => void, milliseconds: number) => void;
  /** Runs what the reader need not wait for, once the frame is painted that is due. */
  readonly soon: (run: () => void) => void;
  /** Runs now what waits for a frame: the page may be gone in a moment, or may paint none. */
  readonly hurry: () => void;
}

/** Text by key. Neither call throws. */
export interface KeyValueStore {
  readonly read: (key: string) => string;
  /** An empty text removes the key. False when the text will be gone with the page. */
  readonly write: (key: string, text: string) => boolean;
}

export function takeNatives(view: Window & typeof globalThis): Natives {
  const { navigator, crypto } = view;
  const later = setTimeout.bind(view) as Natives["later"];
  const frame = requestAnimationFrame.bind(view);
  const waiting: (() => void)[] = [];
  const hurry = () => { waiting.splice(0).forEach((run) => { run(); }); };
  return {
    fetch: view.fetch.bind(view),
    beacon: navigator.sendBeacon.bind(navigator),
    keepalive: "keepalive" in Request.prototype,
    store: takeStore(view),
    now: Date.now,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    later,
    soon(run) {
      waiting.push(safely(run));
      if (document.hidden) hurry();
      // What is asked for in a frame runs before it is painted, and the next task after that.
      else frame(() => { later(hurry, 0); });
    },
    hurry,
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
        if (text) storage?.setItem(key, text);
        else storage?.removeItem(key);
        if (storage) memory.delete(key);
      } catch {
        // Full.
      }
      return !memory.has(key);
    },
  };
}
