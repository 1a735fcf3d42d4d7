/** How words leave the page: what the browser has for that, taken when the second file comes. */

import type { Natives } from "../natives";
import { safely } from "../safely";

export interface WayOut {
  readonly beacon: (url: string, body: string) => boolean;
  /** Whether a request outlives its page. Where not, what is under way is handed to the beacon. */
  readonly keepalive: boolean;
  /** Runs what the reader need not wait for, once the frame is painted that is due. */
  readonly soon: (run: () => void) => void;
  /** Runs now what waits for a frame: the page may be gone in a moment, or may paint none. */
  readonly hurry: () => void;
}

export function takeWayOut({ later }: Natives): WayOut {
  // A few browsers for readers who want no traces have none.
  const own = navigator as Partial<Pick<Navigator, "sendBeacon">>;
  const beacon = own.sendBeacon?.bind(navigator);
  const frame = requestAnimationFrame.bind(window);
  const waiting: (() => void)[] = [];
  const hurry = () => { waiting.splice(0).forEach((run) => { run(); }); };
  return {
    beacon: (url, body) => !!beacon && beacon(url, body),
    keepalive: "keepalive" in Request.prototype,
    soon(run) {
      waiting.push(safely(run));
      if (document.hidden) hurry();
      // What is asked for in a frame runs before it is painted, and the next task after that.
      else frame(() => { later(hurry, 0); });
    },
    hurry,
  };
}
