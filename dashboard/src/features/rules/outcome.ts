// The result of a tested address for each rule.

import type { Rule, RuleTest } from "./queries";

/** The result for each rule: it applies, or why not. */
export type Outcome = ReadonlyMap<Rule["id"], "counts" | RuleTest["skipped"][number]["reason"]>;

export function outcomeOf(trial: RuleTest | undefined): Outcome | undefined {
  if (trial === undefined) return undefined;
  return new Map([
    ...trial.matched.map(({ ruleId }) => [ruleId, "counts"] as const),
    ...trial.skipped.map(({ ruleId, reason }) => [ruleId, reason] as const),
  ]);
}
