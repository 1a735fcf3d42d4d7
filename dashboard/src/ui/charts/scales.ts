// Scales for charts: linear scale, bands for bars, round ticks, and lines. It contains only what these charts need; a
// charting library would add ten kilobytes to each page.

type Span = readonly [from: number, to: number];

/** A linear scale from values to positions. */
export function linear([from, to]: Span, [start, end]: Span): (value: number) => number {
  const perValue = from === to ? 0 : (end - start) / (to - from);
  return (value) => start + (value - from) * perValue;
}

export interface Bands {
  /** The distance between the left edges of neighboring bars. */
  step: number;
  bar: number;
  left: (slot: number) => number;
}

/** `count` bars of equal width. Gaps are fractions of a step. */
export function bands(count: number, [start, end]: Span, gap: number, outerGap: number): Bands {
  const step = (end - start) / Math.max(1, count - gap + outerGap * 2);
  const first = start + (end - start - step * (count - gap)) / 2;
  return { step, bar: step * (1 - gap), left: (slot) => first + slot * step };
}

/** A step of 1, 2 or 5 times a power of ten, of which about `count` fit between zero and `max`. */
function roundStep(max: number, count: number): { power: number; factor: number } {
  const raw = max / count;
  const power = Math.floor(Math.log10(raw));
  const rest = raw / 10 ** power;
  return { power, factor: rest >= Math.sqrt(50) ? 10 : rest >= Math.sqrt(10) ? 5 : rest >= Math.SQRT2 ? 2 : 1 };
}

/** A multiple of the step. For steps below one it divides, because 3 / 10 is exactly 0.3 and 3 * 0.1 is not. */
function multiple(place: number, { power, factor }: { power: number; factor: number }): number {
  return power < 0 ? place / (10 ** -power / factor) : place * 10 ** power * factor;
}

/** About `count` round numbers, from zero to the first one that reaches `max`. */
export function roundTicks(max: number, count: number): number[] {
  let step = roundStep(max, count);
  const stepsTo = (value: number): number => Math.ceil(Math.round((value / multiple(1, step)) * 1e9) / 1e9);
  // Rounding up the top may require a larger step.
  step = roundStep(multiple(stepsTo(max), step), count);
  return Array.from({ length: stepsTo(max) + 1 }, (_, place) => multiple(place, step));
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The `d` attribute of a line through the points; empty without points. */
export function linePath(points: readonly Span[]): string {
  return points
    .map(([x, y], place) => `${place === 0 ? "M" : "L"}${String(rounded(x))} ${String(rounded(y))}`)
    .join("");
}
