// The honest change of a figure: without a percentage where the old value says nothing.

/** A change from fewer than this says nothing. */
const OLD_LEAST = 20;

export function changeOf(value: number, old: number): number | null {
  return old < OLD_LEAST ? null : value / old - 1;
}
