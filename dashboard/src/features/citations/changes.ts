// What really changed, as the API's test tells it. Nothing is compared here.

import type { Schemas } from "../../api/client";
import { ENGINES, type Engine } from "./engines";

type LastRun = Schemas["LastRun"];
export type RunChange = Schemas["RunChange"];

/** Fewer answers are too few to tell. */
const SAMPLES_LEAST = 5;

/** Whether a rate is drawn as one that rests on too little. */
export function isThin(samples: number, interval: Schemas["Interval"] | null): boolean {
  return samples < SAMPLES_LEAST || interval?.method === "too_few_runs";
}

/** Whether a change that is real went up. */
function isUp({ citedCount, samples, previousCitedCount, previousSamples }: RunChange): boolean {
  return citedCount / samples > previousCitedCount / previousSamples;
}

/** The engines in which the latest run was really cited more, and less, than the one before. */
export function changesOf(run: LastRun | null): { gained: Engine[]; lost: Engine[] } {
  const real = (run?.changes ?? []).filter(({ different }) => different === true);
  const of = (up: boolean): Engine[] => ENGINES.filter((engine) => real.some((change) => change.engine === engine && isUp(change) === up));
  return { gained: of(true), lost: of(false) };
}
