// The first, small script of a page: sends the page's requests while the large scripts are still loading. Without it everything
// works, but more slowly.

import { begin } from "./api/begun";
import { overviewAsked } from "./features/shared/period/period";
import { readOverviewSearch } from "./features/shared/analytics/search";
import { CATALOGUES, keptLanguage } from "./words/catalogues";

function asked(query: Readonly<Record<string, string | number>>): string {
  return Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

const { pathname, search } = location;
begin("/api/v1/me");
const siteId = /^\/sites\/(\w+)\/overview$/.exec(pathname)?.[1];
if (siteId !== undefined) {
  const read = readOverviewSearch(Object.fromEntries(new URLSearchParams(search)));
  begin(`/api/v1/analytics/${siteId}/overview?${asked(overviewAsked(read))}`);
  begin(`/api/v1/analytics/${siteId}/live`);
  // Loads the page's own scripts together with those of the frame.
  void import("./features/overview/OverviewPage").catch(() => undefined);
}
// The code that shows the texts reports an error if they do not load.
void CATALOGUES[keptLanguage()]().catch(() => undefined);
