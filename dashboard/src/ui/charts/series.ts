// The data of a chart over time: series, the slots of its axis, and the format of values.

export interface Series {
  id: string;
  name: string;
  /** The place in the palette, from 1, or null for "other", which is hatched. */
  colour: number | null;
  values: readonly number[];
  /** The page that a click on it opens. The legend has the same link for keyboards. */
  href?: string | undefined;
}

/** A bar's place on the axis. */
export interface Slot {
  id: string;
  /** In full, for the table and the crosshair. */
  name: string;
  /** Short, for the axis. */
  tick: string;
  isWeekend: boolean;
  /** It is not over yet. */
  isRunning: boolean;
}

export interface Plot {
  slots: readonly Slot[];
  series: readonly Series[];
  /** The period before, slot by slot, and what it is called. */
  before?: { name: string; values: readonly number[] } | undefined;
  /** How a value is shown. */
  form: (value: number) => string;
  /** Values are counts. */
  isWhole: boolean;
}

/** The sum of every series at a slot. */
export function sumAt(series: readonly Series[], slot: number): number {
  return series.reduce((sum, { values }) => sum + (values[slot] ?? 0), 0);
}
