/**
 * The one script that a site carries. Reads its own tag, and offers `window.askline` for pages that place the widget
 * themselves. Touches no other global, and never throws into the page.
 */

import { takeNatives } from "./natives";
import { watchPage } from "./navigation";
import type { Target } from "./placement";
import { safely } from "./safely";
import { createSite, type Site } from "./site";

/** What a page can ask for. */
export interface InitOptions {
  /** The site's id. */
  readonly site: string;
  /** The origin of the service; without it, where this script came from. */
  readonly api?: string | undefined;
  readonly target?: Target;
  readonly nonce?: string | null;
}

export interface AsklineApi {
  /** Puts a widget on the page. Asking twice for the same place does nothing. */
  readonly init: (options: InitOptions) => void;
  /** Takes the page as it is now, for pages that changed their content without changing their address. */
  readonly refresh: () => void;
}

function createApi(origin: string): AsklineApi {
  const natives = takeNatives(window);
  const sites = new Map<string, Site>();
  const each = (act: (site: Site) => void) => safely(() => { sites.forEach(act); });

  watchPage(window, each((site) => { site.look(); }));
  // A page that is hidden on a phone may never hear that it is closed.
  for (const type of ["pagehide", "visibilitychange"]) addEventListener(type, each((site) => { site.leave(); }));
  addEventListener("pageshow", (event) => {
    if (event.persisted) each((site) => { site.comeBack(); })();
  });

  return {
    refresh: each((site) => { site.refresh(); }),
    init: safely(({ site: id, api = origin, target = null, nonce = null }: InitOptions) => {
      const key = `${api} ${id}`;
      const site = sites.get(key) || createSite(api, id, natives);
      sites.set(key, site);
      site.add(target, nonce);
    }),
  };
}

safely(() => {
  // A module script does not know its own tag.
  const script = (document.currentScript || document.querySelector("script[data-site]")) as HTMLScriptElement | null;
  const { site, api, target = null, nonce = script?.nonce || null } = script?.dataset || {};
  const origin = script?.src ? new URL(script.src).origin : location.origin;
  const shared = window as { askline?: AsklineApi };
  // A second copy of the script gives its wish to the first, which counts the page already.
  const askline = (shared.askline = shared.askline || createApi(origin));
  if (site) askline.init({ site, api: api || origin, target, nonce });
})();
