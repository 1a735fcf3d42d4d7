// Whether a citation rate has enough answers behind it.

import type { Schemas } from "../../../api/client";

/** With fewer samples than this, a rate is shown as too few to tell. */
const MIN_SAMPLES = 5;

/** Whether a rate is shown as too few to tell. */
export function hasTooFewSamples(samples: number, interval: Schemas["Interval"] | null): boolean {
  return samples < MIN_SAMPLES || interval?.method === "too_few_runs";
}
