// The chart of weekly citation rates has the API's rates, gaps and marks of changes.

import { expect, test } from "vitest";

import { marksOf, ratesOfEngine } from "../../../src/features/shared/citations/weekly_rates";
import { pieces } from "../../../src/ui/charts/RateDrawing";

const WEEKS = [
  { from: "2026-11-09", to: "2026-11-15" },
  { from: "2026-11-16", to: "2026-11-22" },
  { from: "2026-11-23", to: "2026-11-29" },
];
const DAYS = Array.from({ length: 21 }, (_, day) => new Date(Date.UTC(2026, 10, 9 + day)).toISOString().slice(0, 10));

test("the rate of an engine in a week is that of the week's answers, and is missing without answers", () => {
  const on = (given: Record<string, number>) => DAYS.map((date) => given[date] ?? 0);
  const trend = {
    engine: "openai" as const,
    samples: on({ "2026-11-09": 4, "2026-11-15": 4, "2026-11-16": 0, "2026-11-29": 3 }),
    citedCounts: on({ "2026-11-09": 4, "2026-11-15": 2, "2026-11-29": 0 }),
  };
  const summary = {
    series: DAYS.map((date) => ({ date, samples: 0, citedCount: 0 })),
    seriesByWeek: WEEKS.map((week) => ({ ...week, samples: 0, citedCount: 0, citationRate: null, interval95: null })),
  };
  expect(ratesOfEngine(summary, trend)).toEqual([0.75, null, 0]);
});

test("a line does not cross a week without a rate", () => {
  expect(pieces([1, 2, null, 3])).toEqual([
    [
      [0, 1],
      [1, 2],
    ],
    [[3, 3]],
  ]);
  expect(pieces([null, null])).toEqual([]);
});

test("a change is marked in the week in which it began, unless another one explains it or it is of one question", () => {
  const change = (id: string, level: string, firstRunAt: string, partOf: string | null = null) =>
    ({ id, level, firstRunAt, partOf, direction: "fall" }) as unknown as Parameters<typeof marksOf>[1][number];
  const marks = marksOf(
    WEEKS,
    [
      change("a", "engine", "2026-11-16T00:00:00Z"),
      change("b", "engine", "2026-11-20T00:00:00Z", "a"),
      change("c", "cell", "2026-11-20T00:00:00Z"),
      change("d", "site", "2026-10-01T00:00:00Z"),
    ],
    ({ id }) => id,
  );
  expect(marks).toEqual([{ id: "a", slot: 1, isRise: false, words: "a" }]);
});
