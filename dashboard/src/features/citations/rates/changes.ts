// The clear changes, as the API's test reports them. Nothing is compared here.

import type { Schemas } from "../../../api/client";
import { ENGINES, type Engine } from "../../shared/citations/engines";

type LastRun = Schemas["LastRun"];
export type RunChange = Schemas["RunChange"];

/** Fewer answers are too few to tell. */
const MIN_SAMPLES = 5;

/** Whether a rate is drawn as one with too few answers. */
export function isThin(samples: number, interval: Schemas["Interval"] | null): boolean {
  return samples < MIN_SAMPLES || interval?.method === "too_few_runs";
}

export interface ClearChange {
  engine: Engine;
  isUp: boolean;
  /** The moment at which it became clear: weeks after it came. */
  clearSince: string;
}

/** The clear changes that are marked where all questions and engines are shown together. */
export function clearChangesOf(run: LastRun | null): ClearChange[] {
  const marked = run?.markedEngines ?? [];
  return inOrder(run).flatMap(({ engine, change }) => (change === null || !marked.includes(engine) ? [] : [{ engine, isUp: change.direction === "up", clearSince: change.clearSince }]));
}

/** The engines whose answers in the latest run all differ from those in the previous run: new, but not a clear change yet. */
export function flipsOf(run: LastRun | null): { engine: Engine; isUp: boolean }[] {
  return inOrder(run).filter(({ flipped }) => flipped).map(({ engine, citedCount }) => ({ engine, isUp: citedCount > 0 }));
}

function inOrder(run: LastRun | null): RunChange[] {
  return ENGINES.flatMap((engine) => (run?.changes ?? []).filter((change) => change.engine === engine));
}
