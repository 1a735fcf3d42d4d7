// The honest change of a figure: without a percentage where the old value says nothing.

/** A change from fewer than this says nothing. */
const OLD_LEAST = 20;

export function changeOf(value: number, old: number): number | null {
  return old < OLD_LEAST ? null : value / old - 1;
}

/** A change of a rate is told in its own unit, and only where both are made of enough. */
export function changeOfRate(value: { rate: number | null; count: number }, old: { rate: number | null; count: number }): number | null {
  if (value.rate === null || old.rate === null || value.count < OLD_LEAST || old.count < OLD_LEAST) return null;
  return value.rate - old.rate;
}
