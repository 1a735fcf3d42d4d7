// The answers of the latest run beside those of the previous one. They say nothing about the rate.

import type { Schemas } from "../../../api/client";
import { ENGINES, type Engine } from "../../shared/citations/engines";

type LastRun = Schemas["LastRun"];
export type RunChange = Schemas["RunChange"];

/** The engines whose answers in the latest run all differ from those in the previous run. The next may answer as before. */
export function newInLatestRun(run: LastRun | null): { engine: Engine; isUp: boolean }[] {
  return inOrder(run)
    .filter(({ flipped }) => flipped)
    .map(({ engine, citedCount }) => ({ engine, isUp: citedCount > 0 }));
}

function inOrder(run: LastRun | null): RunChange[] {
  return ENGINES.flatMap((engine) => (run?.changes ?? []).filter((change) => change.engine === engine));
}
