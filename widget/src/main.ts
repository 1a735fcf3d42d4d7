/** The script that a site carries. Reads its own tag, and never throws into the page. */

import { takeApi } from "./askline";
import type { LoadRest } from "./parts";
import { safely } from "./safely";

declare const REST_FILE: string;

safely(() => {
  // A module script does not know its own tag.
  const script = (document.currentScript || document.querySelector("script[data-site]")) as HTMLScriptElement | null;
  const { dataset, src, nonce } = script || {} as Partial<HTMLScriptElement>;
  const { site, api, target = null, nonce: own = nonce || null } = dataset || {};
  const from = src || location.href;
  const { origin } = new URL(from);
  // Beside the first, wherever that comes from; the browser gives it the nonce of the first.
  const askline = takeApi(origin, () => import(new URL(REST_FILE, from).href) as ReturnType<LoadRest>);
  if (site) askline.init({ site, api: api || origin, target, nonce: own });
})();
