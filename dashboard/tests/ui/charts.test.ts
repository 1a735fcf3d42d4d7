// Positions of values in a chart.

import { describe, expect, test } from "vitest";

import { bands, linePath, linear, roundTicks } from "../../src/ui/charts/scales";

describe("a straight scale", () => {
  test("maps its ends onto the ends of the drawing, and the middle onto the middle", () => {
    const y = linear([0, 200], [196, 12]);
    expect([y(0), y(100), y(200)]).toEqual([196, 104, 12]);
  });
  test("of one value alone stays where the drawing begins", () => {
    expect(linear([3, 3], [2, 50])(3)).toBe(2);
  });
});

describe("round ticks", () => {
  test("reach the largest value in steps of 1, 2 or 5", () => {
    expect(roundTicks(4, 4)).toEqual([0, 1, 2, 3, 4]);
    expect(roundTicks(437, 4)).toEqual([0, 100, 200, 300, 400, 500]);
    expect(roundTicks(1_234_567, 4)).toEqual([0, 500_000, 1_000_000, 1_500_000]);
  });
  test("below one are the decimals that people would write", () => {
    expect(roundTicks(0.6, 4)).toEqual([0, 0.2, 0.4, 0.6]);
    expect(roundTicks(0.034, 4)).toEqual([0, 0.01, 0.02, 0.03, 0.04]);
  });
  test("are few, begin at zero and leave no value above them, for any value", () => {
    for (let most = 1; most < 20_000; most += 7) {
      const ticks = roundTicks(most, 4);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.length).toBeLessThanOrEqual(8);
    }
  });
});

describe("bands", () => {
  test("fill the drawing evenly, with the gaps that were asked for", () => {
    const { step, bar, left } = bands(5, [44, 600], 0.25, 0.1);
    expect(bar).toBeCloseTo(step * 0.75);
    expect(left(3) - left(2)).toBeCloseTo(step);
    expect(left(0) - 44).toBeCloseTo(600 - (left(4) + bar));
  });
});

describe("a line", () => {
  test("goes through its points, and is empty without any", () => {
    expect(
      linePath([
        [0, 1],
        [2.005, 3.333333],
      ]),
    ).toBe("M0 1L2.01 3.33");
    expect(linePath([])).toBe("");
  });
});
