/**
 * `window.askline`: the sites of this page, each once. Touches no other global, and never throws into the page.
 */

import type { AsklineApi, InitOptions } from "./init_options";
import { LAST_KEY } from "./kept";
import { LENT } from "./lending";
import { memoryOf } from "./memory";
import { takeNatives } from "./natives";
import type { Live, Load, Site } from "./parts";
import { safely } from "./safely";
import { createSite } from "./site";
import { tellAlone } from "./telling";
import { createWidget } from "./widget";

interface Shared {
  askline?: Partial<AsklineApi> | undefined;
  Askline?: Partial<AsklineApi> | undefined;
}

/**
 * The page's one; a second copy of the script gives its wish to the first, which counts the page already. Whatever else
 * stands there is not it: an element or a frame of the name `askline` is `window.askline`, too, and a frame may throw at every touch. So
 * the other name is asked, and whether what it has can be called, which a form's field cannot.
 */
export function takeApi(origin: string, load: Load): AsklineApi {
  const shared = window as Shared;
  if (!(shared.Askline || (0 as never)).init?.call) shared.askline = shared.Askline = createApi(origin, load, shared);
  return shared.askline as AsklineApi;
}

function createApi(origin: string, load: Load, shared: Shared): AsklineApi {
  const life = new AbortController();
  const { signal } = life;
  const natives = takeNatives(signal);
  const memory = memoryOf(document);
  const sites: Site[] = [];
  let live: Live | undefined;
  let isComing = false;
  /** Fetches the second file; again at the next need, where it did not come. */
  const wake = () => {
    if (isComing) return;
    isComing = true;
    load.rest().then(
      ({ bringToLife }) => {
        if (signal.aborted) return;
        const made = (live = bringToLife(natives, signal, LENT));
        sites.forEach((site) => { made.attend(site); });
      },
      () => {
        isComing = false;
        sites.forEach((site) => {
          site.isAlone = true;
          // Before that, only what was kept of the service says what may be told.
          if (site.isAnswered) tellAlone(site);
        });
      },
    ).catch(() => undefined);
  };

  /** The page may be gone in a moment. */
  const leave = safely(() => {
    if (live) live.leave();
    else sites.forEach(tellAlone);
  });
  addEventListener("pagehide", leave, { signal });

  const known = ({ site: id, api }: InitOptions) => sites.find((site) => site.siteId === id && site.api === (api || origin));
  const shown: AsklineApi = {
    refresh: safely(() => {
      if (live) live.refresh();
      else sites.forEach((site) => { site.drawAll(); });
    }),
    count: safely((isAllowed: boolean) => {
      memory.count = natives.store.isOpen = isAllowed;
      sites.forEach((site) => {
        site.turn();
        if (site.isAlone) tellAlone(site);
      });
    }),
    init: safely((options: InitOptions) => {
      const target = options.target || null;
      // What was said before holds for a component that comes later. Nothing said yet is no consent.
      if (options.count || memory.count === false) natives.store.isOpen = !!memory.count;
      let site = known(options);
      if (!site) {
        sites.push((site = createSite(options.api || origin, options.site, natives, wake, load.extras)));
        live?.attend(site);
        // Browsers without `requestIdleCallback` use a timeout instead.
        ((window as Partial<Window>).requestIdleCallback || setTimeout as typeof requestIdleCallback)(wake, { timeout: 1_000 });
      }
      if (site.widgets.has(target)) return;
      const widget = createWidget(site, target, options.nonce, natives.store.recall(LAST_KEY));
      site.widgets.set(target, widget);
      // What comes later gets what the others have of the second file.
      if (live) live.refresh();
      else if (site.isShown()) site.drawOne(widget);
    }),
    remove: safely((options: InitOptions) => {
      const widgets = known(options)?.widgets;
      const target = options.target || null;
      widgets?.get(target)?.outer.remove();
      widgets?.delete(target);
      if (!sites.some((site) => site.widgets.size)) shown.destroy();
    }),
    destroy: safely(() => {
      leave();
      life.abort();
      sites.forEach((site) => {
        site.isOver = true;
        site.widgets.forEach(({ outer }) => { outer.remove(); });
      });
      sites.length = 0;
      if (shared.askline === shown) shared.askline = shared.Askline = undefined;
    }),
  };
  return shown;
}
