/** The script that a site embeds. Reads its own tag, and never throws into the page. */

import { getApi } from "./first/askline";
import { safely } from "./first/safely";

/** The ending of the names of the other files of a build. */
declare const PARTS: string;

safely(() => {
  // A module script has no `currentScript`, so its tag is searched for.
  const script = (document.currentScript || document.querySelector("script[data-site]")) as HTMLScriptElement | null;
  const { dataset, src, nonce } = script || ({} as Partial<HTMLScriptElement>);
  const { site, api, target, count, nonce: own } = dataset || {};
  // The service and the folder of the other files are next to the script, which may be below a path of the site.
  const { href } = new URL(".", src || location.origin);
  // The browser applies this script's nonce to the files that it imports.
  const part = (name: string) => import(`${href}widget/${name}-${PARTS}.js`) as Promise<never>;
  const askline = getApi(href.slice(0, -1), part);
  if (site) askline.init({ site, api, target, count, nonce: own || nonce });
})();
