// Links within a site keep the period, comparison and filters, unless they name others. Links to a site from
// elsewhere keep the last period and comparison.

import { BAR, readPeriodSearch, type PeriodSearch } from "./period";

/** These belong together: a link that names one of them replaces all. */
const PERIOD = new Set(["days", "from", "to"]);
/** The choices of the last page of a site. */
let last: PeriodSearch = {};

interface Middleware {
  search: PeriodSearch;
  next: (search: PeriodSearch) => PeriodSearch;
}

/** The search parameters of a link to a page of a site. `pathname` is the address that it is on. */
export function keptSearch({ search, next }: Middleware, pathname = location.pathname): PeriodSearch {
  const isOnSite = pathname.startsWith("/sites/");
  if (isOnSite) last = readPeriodSearch({ ...search });
  // From elsewhere, the link may lead to another site, whose pages and assistants are different.
  const before: PeriodSearch = isOnSite ? last : { ...last, page: undefined, platform: undefined, filter: undefined };
  const found = next(search);
  const hasPeriod = Object.keys(found).some((name) => PERIOD.has(name));
  const kept = BAR.filter((name) => !(name in found) && before[name] !== undefined && !(hasPeriod && PERIOD.has(name)));
  return { ...found, ...Object.fromEntries(kept.map((name) => [name, before[name]])) };
}
