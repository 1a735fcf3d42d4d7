// Tiles compare equal spans of time. Tables of devices add up to the figure above them, and legends wrap.

import { expect, test } from "vitest";

import { comparedCounts } from "../../../src/features/overview/compared";
import { restOf } from "../../../src/features/shared/analytics/device_rows";
import { linesOf } from "../../../src/ui/charts/chart_image";

type Answer = Parameters<typeof comparedCounts>[0];

const row = (date: string, asks: number) => ({
  date,
  asks,
  aiReferrals: asks * 2,
  questionClicks: 0,
  shares: 1,
  views: 10,
});
const hours = (day: string, asks: readonly number[]) =>
  asks.map((count, hour) => row(`${day}T${String(hour).padStart(2, "0")}:00:00.000Z`, count));
const answer = (series: ReturnType<typeof row>[], before: ReturnType<typeof row>[]): Answer => {
  const totals = { asks: 99, aiReferrals: 98, questionClicks: 97, shares: 96 } as Answer["totals"];
  const previous = { totals: { ...totals, asks: 50 }, series: before } as NonNullable<Answer["previous"]>;
  return { totals, series, previous };
};

test("today is compared with yesterday over the hours of today that have ended", () => {
  const given = answer(hours("2026-11-29", [1, 2, 4, 100]), hours("2026-11-28", [1, 1, 1, 50, 60, 70]));
  const at = (time: string) => comparedCounts(given, { days: 1 }, Date.parse(`2026-11-29T${time}Z`));
  expect(at("03:59:59")).toEqual({
    values: { asks: 7, aiReferrals: 14, questionClicks: 0, shares: 3 },
    before: { asks: 3, aiReferrals: 6, questionClicks: 0, shares: 3 },
    until: "2026-11-29T03:00:00.000Z",
  });
  expect(at("04:00:00")?.values.asks).toBe(107);
  expect(at("00:59:00")).toBeNull();
});

test("other periods are compared as the API counts them, and only with a comparison", () => {
  const given = answer([row("2026-11-29", 1)], [row("2026-11-28", 2)]);
  expect(comparedCounts(given, {}, 0)).toMatchObject({ values: { asks: 99 }, before: { asks: 50 }, until: null });
  const { totals, series } = given;
  expect(comparedCounts({ totals, series }, {}, 0)).toBeNull();
});

test("the rows of devices and the rest add up to the totals", () => {
  const rows = [
    { views: 5, asks: 2 },
    { views: 3, asks: 0 },
  ];
  for (const [totals, rest] of [
    [
      { views: 10, asks: 2 },
      { views: 2, asks: 0 },
    ],
    [
      { views: 8, asks: 3 },
      { views: 0, asks: 1 },
    ],
    [{ views: 8, asks: 2 }, null],
    // Fewer views than the rows have, as between two counters' moments.
    [
      { views: 7, asks: 4 },
      { views: 0, asks: 2 },
    ],
  ] as const)
    expect(restOf(rows, totals)).toEqual(rest);
});

test("the legend of an image has every entry, and no line is wider than the drawing", () => {
  const legend = Array.from({ length: 9 }, (_, place) => ({ name: `Assistant ${String(place)}`, color: "#000" }));
  const lines = linesOf(legend, 300, (name) => name.length * 7);
  expect(lines.flat().map(({ name }) => name)).toEqual(legend.map(({ name }) => name));
  for (const line of lines) {
    const last = line.at(-1);
    expect((last?.x ?? 0) + (last?.name.length ?? 0) * 7).toBeLessThanOrEqual(300);
  }
});
