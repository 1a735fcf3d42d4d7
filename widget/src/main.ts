/** The one script that a site carries. Reads its own tag, and never throws into the page. */

import { takeApi } from "./askline";
import { safely } from "./safely";

safely(() => {
  // A module script does not know its own tag.
  const script = (document.currentScript || document.querySelector("script[data-site]")) as HTMLScriptElement | null;
  const { site, api, target = null, nonce = script?.nonce || null } = script?.dataset || {};
  const origin = script?.src ? new URL(script.src).origin : location.origin;
  const askline = takeApi(origin);
  if (site) askline.init({ site, api: api || origin, target, nonce });
})();
