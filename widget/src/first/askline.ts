/**
 * `window.askline`, also `window.Askline`: the sites of this page, each once. Changes no other global, never throws
 * into the page.
 */

import type { AsklineApi, InitOptions } from "../init_options";
import { LAST_KEY } from "./storage_keys";
import { SHARED_FUNCTIONS } from "./shared_functions";
import { memory } from "./memory";
import { readNatives } from "./natives";
import type { Load } from "./load";
import type { HydratedPage, Site } from "./parts";
import { safely } from "./safely";
import { createSite } from "./site";
import { reportAlone } from "./reporting/reporting";
import { createWidget } from "./widget";

interface Shared {
  askline?: Partial<AsklineApi> | undefined;
  Askline?: Partial<AsklineApi> | undefined;
}

/**
 * The only instance on the page. A second copy of the script passes its request to the first one, which already counts
 * the page. An element or a frame named `askline` is `window.askline` too, and access to a frame may throw. So the
 * other name, `Askline`, is checked, and whether its `init` can be called, which the field of a form cannot.
 */
export function getApi(origin: string, load: Load): AsklineApi {
  const shared = window as Shared;
  if (!(shared.Askline || (0 as never)).init?.call) shared.askline = shared.Askline = createApi(origin, load, shared);
  return shared.askline as AsklineApi;
}

function createApi(origin: string, load: Load, shared: Shared): AsklineApi {
  const life = new AbortController();
  const { signal } = life;
  const natives = readNatives(signal);
  const remembered = memory();
  const sites: Site[] = [];
  let hydrated: HydratedPage | undefined;
  let isLoading = false;
  /** Loads the second file. If it does not arrive, the next call loads it again. */
  const loadRest = () => {
    if (isLoading) return;
    isLoading = true;
    load("rest")
      .then(
        ({ hydrate }) => {
          if (signal.aborted) return;
          const made = (hydrated = hydrate(natives, signal, SHARED_FUNCTIONS));
          sites.forEach((site) => {
            made.addSite(site);
          });
        },
        () => {
          isLoading = false;
          sites.forEach((site) => {
            site.isRestMissing = true;
            // If the service has not responded yet, `update` reports after its response, which decides what may be
            // sent.
            if (site.isAnswered) reportAlone(site);
          });
        },
      )
      .catch(() => undefined);
  };

  /** The page may be closed at any moment. */
  const leave = safely(() => {
    if (hydrated) hydrated.leave();
    else sites.forEach(reportAlone);
  });
  addEventListener("pagehide", leave, { signal });

  const known = ({ site: id, api }: InitOptions) =>
    sites.find((site) => site.siteId === id && site.api === (api || origin));
  const shown: AsklineApi = {
    refresh: safely(() => {
      if (hydrated) hydrated.refresh();
      else
        sites.forEach((site) => {
          site.update();
        });
    }),
    count: safely((isAllowed: boolean) => {
      remembered.count = natives.store.isOpen = isAllowed;
      sites.forEach((site) => {
        site.update();
      });
    }),
    init: safely((options: InitOptions) => {
      // A frame without an address of its own, or a file: no assistant could open it, and the service would refuse its events.
      if (!location.protocol.startsWith("http")) {
        console.warn("Askline: a page without a web address has no widget:", location.protocol);
        return;
      }
      const target = options.target || null;
      // An earlier call of `count` also applies to components that are added later. With `options.count`, there is no
      // consent before the first call.
      if (options.count || remembered.count === false) natives.store.isOpen = !!remembered.count;
      let site = known(options);
      if (!site) {
        sites.push((site = createSite(options.api || origin, options.site, natives, loadRest, load)));
        hydrated?.addSite(site);
        // Browsers without `requestIdleCallback` use a timeout instead.
        ((window as Partial<Window>).requestIdleCallback || (setTimeout as typeof requestIdleCallback))(loadRest, {
          timeout: 1_000,
        });
      }
      if (site.widgets.has(target)) return;
      const widget = createWidget(site, target, options.nonce, natives.store.recall(LAST_KEY));
      site.widgets.set(target, widget);
      // A widget that is added later gets what the second file did for the others.
      if (hydrated) hydrated.refresh();
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
        site.isDestroyed = true;
        site.widgets.forEach(({ outer }) => {
          outer.remove();
        });
      });
      sites.length = 0;
      if (shared.askline === shown) shared.askline = shared.Askline = undefined;
    }),
  };
  return shown;
}
