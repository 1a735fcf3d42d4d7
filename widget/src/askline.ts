/**
 * `window.askline`: the sites of this page, each once. Touches no other global, and never throws into the page.
 */

import type { AsklineApi, InitOptions } from "./init_options";
import { takeNatives } from "./natives";
import { watchPage } from "./navigation";
import { safely } from "./safely";
import { createSite, type Site } from "./site";

/**
 * The page's one; a second copy of the script gives its wish to the first, which counts the page already. Whatever else
 * stands there is not it: an element with `id="askline"` is `window.askline`, too.
 */
export function takeApi(origin: string): AsklineApi {
  const shared = window as { askline?: Partial<AsklineApi> | undefined };
  return (shared.askline = (shared.askline || (0 as never)).init ? shared.askline : createApi(origin)) as AsklineApi;
}

function createApi(origin: string): AsklineApi {
  const natives = takeNatives(window);
  const sites = new Map<string, Site>();
  // What waits comes first: a page that is left paints no more frames, one in a frame that is not seen may never paint any.
  const each = (act: (site: Site) => void) => safely(() => {
    natives.hurry();
    sites.forEach(act);
  });

  watchPage(each((site) => { site.look(); }));
  // A page that is hidden on a phone may never hear that it is closed.
  for (const type of ["pagehide", "visibilitychange"]) addEventListener(type, each((site) => { site.leave(); }));
  addEventListener("pageshow", (event) => {
    if (event.persisted) each((site) => { site.comeBack(); })();
  });

  return {
    refresh: each((site) => { site.turn(); }),
    init: safely(({ site: id, api = origin, target = null, nonce = null }: InitOptions) => {
      const key = `${api} ${id}`;
      const site = sites.get(key) || createSite(api, id, natives);
      sites.set(key, site);
      site.add(target, nonce);
    }),
  };
}
