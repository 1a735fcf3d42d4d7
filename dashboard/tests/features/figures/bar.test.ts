// The bar of a site's figures. What it keeps, what each page applies, and the periods of the calendar.

import { describe, expect, test } from "vitest";

import { readCitationsSearch } from "../../../src/features/citations/search";
import { citationPeriod, summaryQuery } from "../../../src/features/citations/queries";
import { readsQuery } from "../../../src/features/crawlers/reads/queries";
import {
  crawlerSeriesQuery,
  overviewQuery,
  pagesQuery,
  questionsQuery,
} from "../../../src/features/shared/analytics/queries";
import { CALENDAR_PERIODS, datesOf } from "../../../src/features/shared/period/calendar_periods";
import {
  CHOICES,
  FIGURE_PAGES,
  appliedOn,
  reasonAgainst,
  type FiguresPage,
} from "../../../src/features/shared/period/applied";
import { keptSearch } from "../../../src/features/shared/period/kept";
import {
  BAR,
  forAnotherSite,
  readPeriodSearch,
  unknownFilters,
  type PeriodSearch,
} from "../../../src/features/shared/period/period";

const EVERYTHING: PeriodSearch = { days: 7, compare: "year", page: "/pricing", platform: "chatgpt" };

/** The parameters of the first request of a page, as its key has them. */
const REQUESTS: Readonly<Record<FiguresPage, (search: PeriodSearch) => object>> = {
  overview: (search) => overviewQuery("site_1", search),
  live: () => ({}),
  pages: (search) => pagesQuery("site_1", search),
  questions: (search) => questionsQuery("site_1", search),
  citations: (search) => summaryQuery("site_1", search),
  crawlers: (search) => crawlerSeriesQuery("site_1", search),
};

describe("the bar", () => {
  test("each page sends a filter exactly if it does not say why it cannot apply it", () => {
    for (const page of FIGURE_PAGES) {
      const { queryKey = [] } = REQUESTS[page](appliedOn(page, EVERYTHING)) as { queryKey?: readonly unknown[] };
      const sent = JSON.stringify(queryKey);
      for (const [choice, value] of [
        ["page", "/pricing"],
        ["platform", "chatgpt"],
        ["period", '"days":7'],
      ] as const)
        expect([page, choice, sent.includes(value)]).toEqual([page, choice, reasonAgainst(page, choice) === null]);
      expect(CHOICES.filter((choice) => reasonAgainst(page, choice) === null && page === "live")).toEqual([]);
    }
  });
  test("every page that compares does so with the same period", () => {
    for (const [compare, expected] of [
      [undefined, "previous"],
      ["year", "year"],
      ["none", undefined],
    ] as const)
      for (const query of [overviewQuery, summaryQuery, readsQuery]) {
        const [parameters] = query("site_1", { compare }).queryKey.slice(-1) as [{ compare?: string }];
        expect(parameters.compare).toBe(expected);
      }
  });
  test("hours of a year ago are not kept, so today is one row then", () => {
    expect(JSON.stringify(overviewQuery("site_1", { days: 1 }).queryKey)).toContain('"interval":"hour"');
    expect(JSON.stringify(overviewQuery("site_1", { days: 1, compare: "year" }).queryKey)).toContain(
      '"interval":"day"',
    );
  });
  test("citations have every period of the site", () => {
    expect(citationPeriod(readCitationsSearch({ days: "365" }))).toEqual({ days: 365 });
    expect(citationPeriod(readCitationsSearch({ from: "2026-11-01", to: "2026-11-30" }))).toEqual({
      from: "2026-11-01",
      to: "2026-11-30",
    });
  });
});

describe("filters in an address", () => {
  test("are read in both forms, and those that are not known are kept", () => {
    expect(readPeriodSearch({ filter: "page:is:/a:b" })).toEqual({ page: "/a:b" });
    expect(readPeriodSearch({ filter: ["platform:is:chatgpt", "device:is_not:phone", "page:contains:x"] })).toEqual({
      platform: "chatgpt",
      filter: ["device:is_not:phone", "page:contains:x"],
    });
    expect(readPeriodSearch({ page: "/a", filter: "page:is:/a" })).toEqual({ page: "/a" });
    expect(unknownFilters(readPeriodSearch({ page: "/a", filter: "page:is:/b" }))).toEqual(["page:is:/b"]);
    for (const filter of ["device", "device:has:phone", "device:is:", ":is:x", 7, null])
      expect(readPeriodSearch({ filter })).toEqual({});
  });
  test("another site keeps neither pages nor assistants of this one", () => {
    expect(forAnotherSite({ ...EVERYTHING, filter: "device:is:phone" })).toMatchObject({
      days: 7,
      platform: "chatgpt",
      page: undefined,
      filter: undefined,
    });
    expect(forAnotherSite({ platform: "c_house" }).platform).toBeUndefined();
  });
});

describe("links within a site", () => {
  const link = (from: string, now: PeriodSearch, to: PeriodSearch) => keptSearch({ search: now, next: () => to }, from);
  test("keep every choice of the bar that they do not name", () => {
    const everything: Required<PeriodSearch> = {
      days: 7,
      from: "2026-11-01",
      to: "2026-11-02",
      compare: "year",
      page: "/a",
      platform: "chatgpt",
      filter: "device:is:phone",
    };
    for (const name of BAR) {
      const now: PeriodSearch =
        name === "from" || name === "to"
          ? { ...everything, days: undefined }
          : { ...everything, from: undefined, to: undefined };
      expect(link("/sites/site_1/pages", now, {})[name]).toEqual(now[name]);
      expect(link("/sites/site_1/pages", now, { [name]: undefined })[name]).toBeUndefined();
    }
  });
  test("name a whole period", () => {
    const dates = { from: "2026-11-01", to: "2026-11-02" };
    expect(link("/sites/site_1/live", dates, { days: 1 })).toEqual({ days: 1 });
    expect(link("/sites/site_1/live", { days: 90 }, dates)).toEqual(dates);
  });
  test("from a page of the organization have the last period and comparison, and no filter of another site", () => {
    link("/sites/site_1/pages", { days: 90, compare: "year", platform: "claude", page: "/a" }, {});
    expect(link("/orgs/org_1/members", { page: "/not-a-page" }, {})).toEqual({ days: 90, compare: "year" });
  });
});

describe("periods of the calendar", () => {
  const at = (today: string, tag = "en-US", since: string | null = "2026-02-03") =>
    Object.fromEntries(CALENDAR_PERIODS.map((one) => [one, datesOf(one, { today, tag, since }, 365)]));
  const dates = (from: string, to: string) => ({ from, to });
  test("begin on the first day of the week of the region", () => {
    // November 30, 2026 is a Monday.
    expect(at("2026-11-30", "en-US")).toMatchObject({
      week: dates("2026-11-29", "2026-11-30"),
      lastWeek: dates("2026-11-22", "2026-11-28"),
    });
    for (const tag of ["de-DE", "en-GB", "en-FR"])
      expect(at("2026-11-30", tag)).toMatchObject({
        week: dates("2026-11-30", "2026-11-30"),
        lastWeek: dates("2026-11-23", "2026-11-29"),
      });
  });
  test("end today, and months have their own lengths", () => {
    expect(at("2026-03-31")).toMatchObject({
      month: dates("2026-03-01", "2026-03-31"),
      lastMonth: dates("2026-02-01", "2026-02-28"),
      year: dates("2026-01-01", "2026-03-31"),
      all: dates("2026-02-03", "2026-03-31"),
    });
    expect(at("2027-01-01").lastMonth).toEqual(dates("2026-12-01", "2026-12-31"));
  });
  test("that the API cannot show at once, or without data, are not offered", () => {
    expect(at("2028-12-31").year).toBeNull();
    expect(at("2027-02-02").all).toEqual(dates("2026-02-03", "2027-02-02"));
    expect(at("2027-02-03").all).toBeNull();
    expect(at("2026-11-30", "en-US", null).all).toBeNull();
  });
});
