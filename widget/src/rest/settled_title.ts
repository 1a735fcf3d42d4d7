/**
 * The page's title in events, once a script has finished changing the page. A script that replaces a page changes
 * its address first and its title up to a second later.
 */

import type { Site } from "../first/parts";
import { pageTitle } from "./shared_functions";

/** How long after a change of the page its title is read. */
const TITLE_MS = 1_000;
const MAX_HEADING_CHARACTERS = 300;

export interface SettledTitle {
  /** Calls `then` with the page's title as soon as it has settled; `unchanged` runs it if no script changed the address. */
  readonly settle: (then: (title?: string) => void, unchanged: (run: () => void) => void) => void;
  /** The title now; undefined while the page is changing. */
  readonly now: () => string | undefined;
  /** Ends the wait without a title, because the page is left. */
  readonly leave: () => void;
}

export function settledTitle(site: Site): SettledTitle {
  /** The title of another page of this document. One that stays on the next page belongs to the site. */
  let earlier = "";
  let path = location.pathname;
  let last = "";
  let waiting: ((title?: string) => void) | undefined;

  const now = (): string | undefined => {
    if (waiting) return;
    const title = (last = pageTitle());
    const isOfSite =
      !title || [site.payload?.siteName || "", siteNameOfPage(), earlier].some((name) => isSame(name, title));
    return (isOfSite && heading()) || title || undefined;
  };

  const leave = (): void => {
    const then = waiting;
    waiting = undefined;
    then?.();
  };

  return {
    now,
    leave,
    settle(then, unchanged) {
      // The page before was left too early.
      leave();
      const { pathname } = location;
      if (path === pathname) {
        unchanged(() => {
          then(now());
        });
        return;
      }
      [earlier, path, waiting] = [last, pathname, then];
      site.natives.schedule(() => {
        if (waiting !== then) return;
        waiting = undefined;
        then(pathname === location.pathname ? now() : undefined);
      }, TITLE_MS);
    },
  };
}

function isSame(name: string, title: string): boolean {
  return name.trim().toLowerCase() === title.trim().toLowerCase();
}

/** The site's name according to the page. */
function siteNameOfPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content || "";
}

/** The text of the page's first heading. */
function heading(): string {
  const text = document.querySelector("h1")?.textContent || "";
  return text
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_HEADING_CHARACTERS)
    .replace(/\p{Cs}/gu, "");
}
