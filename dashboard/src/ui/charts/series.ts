// The data of a chart over time: series, time slots, and value format.

import type { PlotNotes } from "./notes";

export interface Series {
  id: string;
  name: string;
  /** The position in the palette, from 1; null for "other", which is hatched. */
  color: number | null;
  values: readonly number[];
  /** The page that a click on the series opens. The legend has the same link for keyboard users. */
  href?: string | undefined;
}

/** One time unit on the axis. */
export interface Slot {
  id: string;
  /** The full name, for the table and the crosshair. */
  name: string;
  /** The short name, for the axis. */
  tick: string;
  isWeekend: boolean;
  /** Whether the time unit has not ended yet. */
  isRunning: boolean;
}

export interface Plot {
  slots: readonly Slot[];
  series: readonly Series[];
  /** The values of the previous period, slot by slot, and its name. */
  before?: { name: string; values: readonly number[] } | undefined;
  /** Formats a value. */
  form: (value: number) => string;
  /** Whether values are counts. */
  isWhole: boolean;
  /** The notes of the site's charts; undefined for a chart without. */
  notes?: PlotNotes | undefined;
}

/** The sum of all series in a slot. */
export function sumAt(series: readonly Series[], slot: number): number {
  return series.reduce((sum, { values }) => sum + (values[slot] ?? 0), 0);
}
