/**
 * The second file: what a reader may need once the widget is drawn, and what is sent to the service. Loaded when the page is
 * idle, or when a reader first clicks or focuses something.
 */

import type { Lent } from "./first/lending";
import { keepInMemory, type Natives } from "./first/natives";
import type { Live, Site } from "./first/parts";
import { borrow } from "./rest/lent";
import { watchPage } from "./rest/navigation";
import { bringSiteToLife, type SiteLife } from "./rest/site_life";
import { takeWayOut } from "./rest/way_out";
import { safely } from "./first/safely";

export function bringToLife(natives: Natives, signal: AbortSignal, lent: Lent): Live {
  borrow(lent);
  keepInMemory(natives.store);
  const way = takeWayOut(natives);
  const lives = new Set<SiteLife>();
  // Waiting tasks run first: a page that is being left paints no more frames, and a hidden frame may never paint any.
  const each = (act: (life: SiteLife) => void) => safely(() => {
    way.hurry();
    lives.forEach(act);
  });
  watchPage(each((life) => { life.look(); }), signal);
  const leave = each((life) => { life.leave(); });
  // On a phone, a hidden page may never get the event that it is closed. The first file listens for that event.
  addEventListener("visibilitychange", leave, { signal });
  addEventListener("pageshow", (event) => {
    if (event.persisted) each((life) => { life.comeBack(); })();
  }, { signal });
  return {
    attend(site: Site) {
      const begin = () => { lives.add(bringSiteToLife(site, way, signal)); };
      // A prerendered page is not visible yet.
      if ((document as { prerendering?: boolean }).prerendering) document.addEventListener("prerenderingchange", begin, { once: true, signal });
      else begin();
    },
    refresh: each((life) => { life.turn(); }),
    leave,
  };
}
