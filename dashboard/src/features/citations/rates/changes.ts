// The answers of the latest run beside those of the previous one. They say nothing about the rate.

import type { Schemas } from "../../../api/client";
import { ENGINES, type Engine } from "../../shared/citations/engines";

type LastRun = Schemas["LastRun"];
export type RunChange = Schemas["RunChange"];

/** With fewer samples than this, a rate is shown as too few to tell. */
const MIN_SAMPLES = 5;

/** Whether a rate is shown as too few to tell. */
export function hasTooFewSamples(samples: number, interval: Schemas["Interval"] | null): boolean {
  return samples < MIN_SAMPLES || interval?.method === "too_few_runs";
}

/** The engines whose answers in the latest run all differ from those in the previous run. The next may answer as before. */
export function newInLatestRun(run: LastRun | null): { engine: Engine; isUp: boolean }[] {
  return inOrder(run)
    .filter(({ flipped }) => flipped)
    .map(({ engine, citedCount }) => ({ engine, isUp: citedCount > 0 }));
}

function inOrder(run: LastRun | null): RunChange[] {
  return ENGINES.flatMap((engine) => (run?.changes ?? []).filter((change) => change.engine === engine));
}
