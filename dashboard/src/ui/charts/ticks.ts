// The lines and labels of an axis.

import { roundTicks } from "./scales";

/** The minimum of an axis's upper end, so that a single click does not look like a peak. */
const MIN_TOP = 4;
const LINES = 4;

export interface Axis {
  top: number;
  ticks: readonly number[];
}

/** Round numbers from zero up to at least the largest value. */
export function axisFor(values: readonly number[], isWhole: boolean): Axis {
  const max = Math.max(isWhole ? MIN_TOP : 0, ...values);
  const ticks = roundTicks(max === 0 ? 1 : max, LINES);
  return { top: ticks.at(-1) ?? max, ticks: isWhole ? ticks.filter(Number.isInteger) : ticks };
}

/** Which slots have room for a label: every nth, counted from the last one, because people look at that first. */
export function labeledSlots(count: number, widthPx: number, wordPx: number): Set<number> {
  const every = Math.max(1, Math.ceil((count * wordPx) / Math.max(wordPx, widthPx)));
  const places = new Set<number>();
  for (let place = count - 1; place >= 0; place -= every) places.add(place);
  return places;
}
