/** `window.askline`: the sites of this page, each once. Changes no other global, and never throws into the page. */

import type { AsklineApi, InitOptions } from "../init_options";
import { LAST_KEY } from "./kept";
import { LENT } from "./lending";
import { memory } from "./memory";
import { takeNatives } from "./natives";
import type { Load } from "./load";
import type { Live, Site } from "./parts";
import { safely } from "./safely";
import { createSite } from "./site";
import { tellAlone } from "./telling/telling";
import { createWidget } from "./widget";

interface Shared {
  askline?: Partial<AsklineApi> | undefined;
  Askline?: Partial<AsklineApi> | undefined;
}

/**
 * The only instance on the page. A second copy of the script passes its request to the first one, which already counts the page.
 * An element or a frame named `askline` is `window.askline` too, and access to a frame may throw. So the other name, `Askline`,
 * is checked, and whether its value can be called, which the field of a form cannot.
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
  const remembered = memory();
  const sites: Site[] = [];
  let live: Live | undefined;
  let isComing = false;
  /** Fetches the second file; tries again at the next need if it did not arrive. */
  const wake = () => {
    if (isComing) return;
    isComing = true;
    load("rest").then(
      ({ bringToLife }) => {
        if (signal.aborted) return;
        const made = (live = bringToLife(natives, signal, LENT));
        sites.forEach((site) => { made.attend(site); });
      },
      () => {
        isComing = false;
        sites.forEach((site) => {
          site.isAlone = true;
          // Until the service answers, its last stored answer decides what may be sent.
          if (site.isAnswered) tellAlone(site);
        });
      },
    ).catch(() => undefined);
  };

  /** The page may be closed at any moment. */
  const leave = safely(() => {
    if (live) live.leave();
    else sites.forEach(tellAlone);
  });
  addEventListener("pagehide", leave, { signal });

  const known = ({ site: id, api }: InitOptions) => sites.find((site) => site.siteId === id && site.api === (api || origin));
  const shown: AsklineApi = {
    refresh: safely(() => {
      if (live) live.refresh();
      else sites.forEach((site) => { site.turn(); });
    }),
    count: safely((isAllowed: boolean) => {
      remembered.count = natives.store.isOpen = isAllowed;
      sites.forEach((site) => { site.turn(); });
    }),
    init: safely((options: InitOptions) => {
      const target = options.target || null;
      // An earlier call of `count` also applies to components that are added later. Without any call there is no consent.
      if (options.count || remembered.count === false) natives.store.isOpen = !!remembered.count;
      let site = known(options);
      if (!site) {
        sites.push((site = createSite(options.api || origin, options.site, natives, wake, load)));
        live?.attend(site);
        // Browsers without `requestIdleCallback` use a timeout instead.
        ((window as Partial<Window>).requestIdleCallback || setTimeout as typeof requestIdleCallback)(wake, { timeout: 1_000 });
      }
      if (site.widgets.has(target)) return;
      const widget = createWidget(site, target, options.nonce, natives.store.recall(LAST_KEY));
      site.widgets.set(target, widget);
      // A widget that is added later gets what the second file did for the others.
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
