/** How events leave the page: the browser's means for that, taken when the second file loads. */

import type { Natives } from "../first/natives";
import { safely } from "../first/safely";

export interface WayOut {
  readonly beacon: (url: string, body: string) => boolean;
  /** Whether a request outlives its page. If not, pending events are given to the beacon. */
  readonly keepalive: boolean;
  /** Runs what the reader need not wait for, after the next frame is painted. */
  readonly soon: (run: () => void) => void;
  /** Runs now what waits for a frame: the page may be closed at any moment, or may paint no frame. */
  readonly hurry: () => void;
}

export function takeWayOut({ later }: Natives): WayOut {
  // A few privacy browsers have no `sendBeacon`.
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
      // A frame callback runs before the frame is painted, and the next task after that.
      else frame(() => { later(hurry, 0); });
    },
    hurry,
  };
}
