// From values to places in a drawing: a straight scale, bands for bars, round ticks, a line through points. No more than these
// charts need, since a library for every kind of scale would cost each page ten kilobytes.

type Span = readonly [from: number, to: number];

/** Maps `values` straight onto `places`. */
export function linear([from, to]: Span, [start, end]: Span): (value: number) => number {
  const perValue = from === to ? 0 : (end - start) / (to - from);
  return (value) => start + (value - from) * perValue;
}

export interface Bands {
  /** From the left edge of one bar to that of the next. */
  step: number;
  bar: number;
  left: (slot: number) => number;
}

/** `count` bars of equal width. Gaps are shares of a step. */
export function bands(count: number, [start, end]: Span, gap: number, outerGap: number): Bands {
  const step = (end - start) / Math.max(1, count - gap + outerGap * 2);
  const first = start + (end - start - step * (count - gap)) / 2;
  return { step, bar: step * (1 - gap), left: (slot) => first + slot * step };
}

/** A distance of 1, 2 or 5 times a power of ten that fits about `count` times between zero and `most`. */
function roundStep(most: number, count: number): { power: number; factor: number } {
  const raw = most / count;
  const power = Math.floor(Math.log10(raw));
  const rest = raw / 10 ** power;
  return { power, factor: rest >= Math.sqrt(50) ? 10 : rest >= Math.sqrt(10) ? 5 : rest >= Math.SQRT2 ? 2 : 1 };
}

/** The `place`th multiple of the step. Below one it is divided, so that 0.3 is 0.3. */
function multiple(place: number, { power, factor }: { power: number; factor: number }): number {
  return power < 0 ? place / (10 ** -power / factor) : place * 10 ** power * factor;
}

/** About `count` round numbers from zero to the first that reaches `most`. */
export function roundTicks(most: number, count: number): number[] {
  let step = roundStep(most, count);
  const placesTo = (value: number): number => Math.ceil(Math.round((value / multiple(1, step)) * 1e9) / 1e9);
  // A top that was rounded up may want a larger step.
  step = roundStep(multiple(placesTo(most), step), count);
  return Array.from({ length: placesTo(most) + 1 }, (_, place) => multiple(place, step));
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The `d` of a line through the points; empty without any. */
export function linePath(points: readonly Span[]): string {
  return points.map(([x, y], place) => `${place === 0 ? "M" : "L"}${String(rounded(x))} ${String(rounded(y))}`).join("");
}
