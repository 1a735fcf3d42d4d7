// The clear changes that the API's test reports. Nothing is compared here.

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

export interface ClearChange {
  engine: Engine;
  isUp: boolean;
  /** When the change became clear, which can be weeks after it happened. */
  clearSince: string;
}

/**
 * The clear changes that the API marks: those that are still clear when all questions and engines are tested together.
 */
export function clearChangesOf(run: LastRun | null): ClearChange[] {
  const marked = run?.markedEngines ?? [];
  return inOrder(run).flatMap(({ engine, change }) =>
    change === null || !marked.includes(engine)
      ? []
      : [{ engine, isUp: change.direction === "up", clearSince: change.clearSince }],
  );
}

/**
 * The engines whose answers in the latest run all differ from those in the previous run. This is new, but not yet a
 * clear change.
 */
export function newInLatestRun(run: LastRun | null): { engine: Engine; isUp: boolean }[] {
  return inOrder(run)
    .filter(({ flipped }) => flipped)
    .map(({ engine, citedCount }) => ({ engine, isUp: citedCount > 0 }));
}

function inOrder(run: LastRun | null): RunChange[] {
  return ENGINES.flatMap((engine) => (run?.changes ?? []).filter((change) => change.engine === engine));
}
