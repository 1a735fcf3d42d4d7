// Decisions of the overview: periods, percentages of change, axes, and which series are shown.

import { describe, expect, test } from "vitest";

import { relativeChange } from "../../../src/features/shared/analytics/relative_change";
import {
  intervalOf,
  lengthInDays,
  periodQuery,
  readPeriodSearch,
  todayIn,
  withDays,
  withRange,
} from "../../../src/features/shared/period/period";
import { readBoardSearch, readOverviewSearch } from "../../../src/features/shared/analytics/search";
import { foldSeries } from "../../../src/features/shared/analytics/series";
import { slotsOf } from "../../../src/features/shared/analytics/slots";
import { axisFor, labeledSlots } from "../../../src/ui/charts/ticks";
import { formsOf } from "../../../src/words/forms";

describe("a custom range", () => {
  test("replaces a number of days, and vice versa", () => {
    expect(readPeriodSearch({ from: "2026-01-01", to: "2026-01-31", days: 7 })).toEqual({
      from: "2026-01-01",
      to: "2026-01-31",
    });
    expect(withDays({ from: "2026-01-01", to: "2026-01-31", page: "/a" }, 7)).toEqual({
      from: undefined,
      to: undefined,
      days: 7,
      page: "/a",
    });
    expect(withRange({ days: 7 }, "2026-01-01", "2026-01-02")).toEqual({
      days: undefined,
      from: "2026-01-01",
      to: "2026-01-02",
    });
    expect(periodQuery({ from: "2026-01-01", to: "2026-01-31", platform: "chatgpt" })).toEqual({
      from: "2026-01-01",
      to: "2026-01-31",
      platform: "chatgpt",
    });
  });
  test("that the API would refuse is left out", () => {
    for (const [from, to] of [
      ["2026-02-30", "2026-03-01"],
      ["2026-03-02", "2026-03-01"],
      ["2025-01-01", "2026-01-01"],
      ["2026-03-01", undefined],
      ["x", "y"],
    ]) {
      expect(readPeriodSearch({ from, to })).toEqual({});
    }
    expect(lengthInDays(readPeriodSearch({ from: "2025-01-01", to: "2025-12-31" }))).toBe(365);
  });
  test("crosses a change of the clocks without losing a day", () => {
    expect(lengthInDays({ from: "2026-03-28", to: "2026-03-30" })).toBe(3);
  });
});

test("a day is drawn by hours, a year by weeks, and everything between by days", () => {
  expect(intervalOf({ days: 1 })).toBe("hour");
  expect(intervalOf({})).toBe("day");
  expect(intervalOf({ days: 90 })).toBe("day");
  expect(intervalOf({ days: 365 })).toBe("week");
  // The hours of a past day may no longer be stored.
  expect(intervalOf({ from: "2026-01-01", to: "2026-01-01" })).toBe("day");
});

test("today is the day where the site is", () => {
  const moment = new Date("2026-01-31T23:30:00Z");
  expect(todayIn("Europe/Berlin", moment)).toBe("2026-02-01");
  expect(todayIn("America/New_York", moment)).toBe("2026-01-31");
});

test("addresses of the overview and the board keep what they know and drop the rest", () => {
  expect(
    readOverviewSearch({ figure: "shares", sheet: "sources", by: "folder", loop: "pages", compare: "none" }),
  ).toEqual({ figure: "shares", sheet: "sources", by: "folder", loop: "pages", compare: "none" });
  expect(readOverviewSearch({ figure: "asks", sheet: "passwords", by: "path", loop: 1, compare: "previous" })).toEqual(
    {},
  );
  expect(readBoardSearch({ days: "7", sort: "name", q: 12 })).toEqual({ days: 7, sort: "name", q: "12" });
  expect(readBoardSearch({ days: 365, sort: "attention", q: "" })).toEqual({});
});

describe("an honest change", () => {
  test("has no percentage where the old value is under twenty", () => {
    expect(relativeChange(40, 19)).toBeNull();
    expect(relativeChange(30, 20)).toBe(0.5);
    expect(relativeChange(0, 20)).toBe(-1);
  });
});

describe("an axis", () => {
  test("begins at zero, is round, and holds the largest value", () => {
    for (const most of [1, 5, 7, 99, 167, 1204, 98_765]) {
      const { top, ticks } = axisFor([0, most], true);
      expect(top).toBeGreaterThanOrEqual(most);
      expect(ticks[0]).toBe(0);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
    }
  });
  test("of counts shows no halves, and of rates may", () => {
    expect(axisFor([1], true).ticks).toEqual([0, 1, 2, 3, 4]);
    expect(axisFor([0.5], false).top).toBeLessThanOrEqual(0.6);
    expect(axisFor([], false).top).toBe(1);
  });
  test("has a word at its end, and no two words on one place", () => {
    for (const count of [1, 7, 30, 53, 90]) {
      const places = [...labeledSlots(count, 340, 64)].sort((one, other) => one - other);
      expect(places.at(-1)).toBe(count - 1);
      expect(places.length).toBeLessThanOrEqual(Math.floor(340 / 64) + 1);
    }
    expect(labeledSlots(5, 1000, 64).size).toBe(5);
  });
});

test("assistants without a color are one series, drawn last, and nothing is lost or drawn empty", () => {
  const folded = foldSeries([
    { platform: "kagi", values: [1, 0] },
    { platform: "chatgpt", values: [5, 2] },
    { platform: "claude", values: [0, 0] },
    { platform: "other", values: [0, 3] },
  ]);
  expect(folded).toEqual([
    { platform: "chatgpt", color: 1, values: [5, 2] },
    { platform: "other", color: null, values: [1, 3] },
  ]);
});

describe("the places of a chart", () => {
  const forms = formsOf("en-US");
  const now = new Date("2026-11-22T08:30:00Z");
  test("know weekends and the day that is running", () => {
    const slots = slotsOf(["2026-11-20", "2026-11-21", "2026-11-22"], "day", "Europe/Berlin", forms, now);
    expect(slots.map(({ isWeekend }) => isWeekend)).toEqual([false, true, true]);
    expect(slots.map(({ isRunning }) => isRunning)).toEqual([false, false, true]);
    expect(slots[2]?.name).toBe("Sun, Nov 22");
  });
  test("of a past range are all over", () => {
    expect(slotsOf(["2026-10-01", "2026-10-02"], "day", "UTC", forms, now).some(({ isRunning }) => isRunning)).toBe(
      false,
    );
    expect(slotsOf(["2025-10-06", "2025-10-13"], "week", "UTC", forms, now).some(({ isRunning }) => isRunning)).toBe(
      false,
    );
  });
  test("of hours are shown in the site's time zone", () => {
    const slots = slotsOf(
      ["2026-11-22T07:00:00.000Z", "2026-11-22T08:00:00.000Z"],
      "hour",
      "Europe/Berlin",
      forms,
      now,
    );
    expect(slots.map(({ tick }) => tick.replace("\u202f", " "))).toEqual(["8:00 AM", "9:00 AM"]);
    expect(slots.map(({ isRunning }) => isRunning)).toEqual([false, true]);
  });
  test("of weeks name both ends", () => {
    expect(slotsOf(["2026-11-09", "2026-11-16"], "week", "UTC", forms, now)[0]?.name).toBe("Nov 9 – Nov 15");
  });
});

test("an interval shows both ends in whole percent", () => {
  expect(formsOf("en-US").interval(0.3149, 0.4561)).toBe("31–46%");
});
