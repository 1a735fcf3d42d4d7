/**
 * The npm package: the same widget for pages that are built by scripts. On a server, where there is no page, nothing
 * happens.
 */

import { getApi } from "./first/askline";
import type { AsklineApi, InitOptions } from "./init_options.js";
import type { Parts } from "./first/load";
import { safely } from "./first/safely";

export type { AsklineApi, InitOptions, Target } from "./init_options.js";

/** Puts a widget on the page; `api` is required unless the service is at the page's own origin. Never throws. */
export function init(options: InitOptions): void {
  onPage((askline) => {
    askline.init(options);
  });
}

/** Removes the widget that `init` added with the same options. Never throws. */
export function remove(options: InitOptions): void {
  onPage((askline) => {
    askline.remove(options);
  });
}

/** Reads the page again, for pages that changed their content without changing their address. Never throws. */
export function refresh(): void {
  onPage((askline) => {
    askline.refresh();
  });
}

/** The reader's answer to the page's own consent banner: see `InitOptions.count`. Never throws. */
export function count(isAllowed: boolean): void {
  onPage((askline) => {
    askline.count(isAllowed);
  });
}

/** Removes everything that the widget put on the page. Never throws. */
export function destroy(): void {
  onPage((askline) => {
    askline.destroy();
  });
}

function onPage(act: (askline: AsklineApi) => void): void {
  const load = (name: keyof Parts) =>
    (name === "rest"
      ? import("./rest.js")
      : name === "place"
        ? import("./place.js")
        : name === "menu"
          ? import("./menu.js")
          : import("./extras.js")) as Promise<never>;
  if (typeof document === "object")
    safely(() => {
      act(getApi(location.origin, load));
    })();
}
