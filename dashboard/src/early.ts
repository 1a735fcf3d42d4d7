// A small first script that sends a page's requests while large scripts are loading. Without it everything works, but
// more slowly.

import { prefetch } from "./api/prefetched";
import { DEFAULT_DAYS, overviewParams } from "./features/shared/period/period";
import { readOverviewSearch } from "./features/shared/analytics/search";
import { storedLanguage, textsOf } from "./words/catalogs";

function asked(query: Readonly<Record<string, string | number>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

const { pathname, search } = location;
prefetch("/api/v1/me");
const [, siteId, page] = /^\/sites\/(\w+)\/([\w/]+)$/.exec(pathname) ?? [];
if (siteId !== undefined && page === "overview") {
  const read = readOverviewSearch(Object.fromEntries(new URLSearchParams(search)));
  prefetch(`/api/v1/analytics/${siteId}/overview?${asked(overviewParams(read))}`);
  prefetch(`/api/v1/analytics/${siteId}/live`);
  // Loads the page's scripts in parallel with the shell's.
  void import("./features/overview/OverviewPage").catch(() => undefined);
} else if (siteId !== undefined) {
  // The shell of every other page waits for the site's data.
  prefetch(`/api/v1/sites/${siteId}`);
  if (page === "widget") void import("./features/widget/WidgetPage").catch(() => undefined);
  if (page === "citations") {
    const asked = new URLSearchParams(search);
    if (!["days", "from", "compare"].some((name) => asked.has(name)))
      prefetch(`/api/v1/citations/${siteId}/summary?days=${String(DEFAULT_DAYS)}&groupBy=monitor&compare=previous`);
    void import("./features/citations/CitationsPage").catch(() => undefined);
  }
}
// The code that shows the texts reports an error if they do not load.
void textsOf(storedLanguage()).catch(() => undefined);
