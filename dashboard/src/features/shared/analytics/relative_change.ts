// A figure's change, without a percentage if the old value is too small for one.

/** Below this previous value, a percentage would be misleading. */
const MIN_PREVIOUS = 20;

export function relativeChange(value: number, old: number): number | null {
  return old < MIN_PREVIOUS ? null : value / old - 1;
}
