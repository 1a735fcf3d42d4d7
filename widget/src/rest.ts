/**
 * The second file: what is needed after drawing, and what sends events. Loaded when the page is idle, or when a reader
 * first clicks or focuses something in a widget.
 */

import type { SharedFunctions } from "./first/shared_functions";
import { addMemory, type Natives } from "./first/natives";
import type { HydratedPage, Site } from "./first/parts";
import { setSharedFunctions } from "./rest/shared_functions";
import { watchPage } from "./rest/navigation";
import { hydrateSite, type HydratedSite } from "./rest/hydrated_site";
import { readTransport } from "./rest/transport";
import { safely } from "./first/safely";

export function hydrate(natives: Natives, signal: AbortSignal, shared: SharedFunctions): HydratedPage {
  setSharedFunctions(shared);
  addMemory(natives.store);
  const way = readTransport(natives);
  const lives = new Set<HydratedSite>();
  // Waiting tasks run first: a page that is being left paints no more frames, and a hidden frame may never paint any.
  const each = (act: (life: HydratedSite) => void) =>
    safely(() => {
      way.flush();
      lives.forEach(act);
    });
  watchPage(
    each((life) => {
      life.checkPage();
    }),
    signal,
  );
  const leave = each((life) => {
    life.leave();
  });
  // On a phone, a hidden page may be closed without the event `pagehide`, for which the first file listens.
  addEventListener("visibilitychange", leave, { signal });
  addEventListener(
    "online",
    each((life) => {
      life.resend();
    }),
    { signal },
  );
  addEventListener(
    "pageshow",
    (event) => {
      if (event.persisted)
        each((life) => {
          life.restore();
        })();
    },
    { signal },
  );
  return {
    addSite(site: Site) {
      const begin = () => {
        lives.add(hydrateSite(site, way, signal));
      };
      // A prerendered page is not visible yet.
      if ((document as { prerendering?: boolean }).prerendering)
        document.addEventListener("prerenderingchange", begin, { once: true, signal });
      else begin();
    },
    refresh: each((life) => {
      life.update();
    }),
    leave,
  };
}
