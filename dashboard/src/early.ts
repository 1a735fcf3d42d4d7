// The first, small script of a page: sends the page's requests while the large scripts are still loading. Without it everything
// works, but more slowly.

import { prefetch } from "./api/prefetched";
import { overviewParams } from "./features/shared/period/period";
import { readOverviewSearch } from "./features/shared/analytics/search";
import { CATALOGS, storedLanguage } from "./words/catalogs";

function asked(query: Readonly<Record<string, string | number>>): string {
  return Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

const { pathname, search } = location;
prefetch("/api/v1/me");
const siteId = /^\/sites\/(\w+)\/overview$/.exec(pathname)?.[1];
if (siteId !== undefined) {
  const read = readOverviewSearch(Object.fromEntries(new URLSearchParams(search)));
  prefetch(`/api/v1/analytics/${siteId}/overview?${asked(overviewParams(read))}`);
  prefetch(`/api/v1/analytics/${siteId}/live`);
  // Loads the page's own scripts together with those of the frame.
  void import("./features/overview/OverviewPage").catch(() => undefined);
}
// The code that shows the texts reports an error if they do not load.
void CATALOGS[storedLanguage()]().catch(() => undefined);
