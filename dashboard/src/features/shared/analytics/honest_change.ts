// A figure's change, without a percentage if the old value is too small for one.

/** A change from fewer than this says nothing. */
const OLD_LEAST = 20;

export function changeOf(value: number, old: number): number | null {
  return old < OLD_LEAST ? null : value / old - 1;
}
