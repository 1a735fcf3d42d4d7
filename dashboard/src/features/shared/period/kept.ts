// Links within a site keep the period, the comparison and the filters, unless they name others. So does the first link
// back to the site from a page of its organization.

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
  if (pathname.startsWith("/sites/")) last = readPeriodSearch({ ...search });
  const found = next(search);
  const hasPeriod = Object.keys(found).some((name) => PERIOD.has(name));
  const kept = BAR.filter((name) => !(name in found) && last[name] !== undefined && !(hasPeriod && PERIOD.has(name)));
  return { ...found, ...Object.fromEntries(kept.map((name) => [name, last[name]])) };
}
