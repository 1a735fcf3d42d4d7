/**
 * The npm package: the same widget for pages that are put together by scripts. On a server, where there is no page,
 * nothing happens.
 */

import { takeApi } from "./askline";
import type { InitOptions } from "./init_options.js";
import { safely } from "./safely";

export type { AsklineApi, InitOptions, Target } from "./init_options.js";

/** Puts a widget on the page; `api` is needed, unless the service is at the page's own origin. Never throws. */
export function init(options: InitOptions): void {
  onPage(() => { takeApi(location.origin).init(options); });
}

/** Takes the page as it is now, for pages that changed their content without changing their address. Never throws. */
export function refresh(): void {
  onPage(() => { takeApi(location.origin).refresh(); });
}

function onPage(act: () => void): void {
  if (typeof document === "object") safely(act)();
}
