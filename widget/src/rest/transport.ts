/** How events are sent: the browser's functions for that, read when the second file loads. */

import type { Natives } from "../first/natives";
import { safely } from "../first/safely";

export interface Transport {
  readonly beacon: (url: string, body: string) => boolean;
  /** Whether a request continues after its page is closed. If not, pending events are sent with `sendBeacon`. */
  readonly keepalive: boolean;
  /** Runs `run` after the next frame is painted, for tasks that the reader need not wait for. */
  readonly afterPaint: (run: () => void) => void;
  /** Runs the waiting tasks now, because the page may be closed at any moment or may paint no frame. */
  readonly flush: () => void;
}

export function readTransport({ schedule }: Natives): Transport {
  // Some privacy browsers have no `sendBeacon`.
  const own = navigator as Partial<Pick<Navigator, "sendBeacon">>;
  const beacon = own.sendBeacon?.bind(navigator);
  const frame = requestAnimationFrame.bind(window);
  const waiting: (() => void)[] = [];
  /** A task for each, so that the page can answer the reader in between. */
  const runNext = () => {
    waiting.shift()?.();
    if (waiting[0]) schedule(runNext, 0);
  };
  const flush = () => {
    waiting.splice(0).forEach((run) => {
      run();
    });
  };
  return {
    beacon: (url, body) => !!beacon && beacon(url, body),
    keepalive: "keepalive" in Request.prototype,
    afterPaint(run) {
      waiting.push(safely(run));
      if (document.hidden) flush();
      // A frame callback runs before the frame is painted, and the next task after that.
      else
        frame(() => {
          schedule(runNext, 0);
        });
    },
    flush,
  };
}
