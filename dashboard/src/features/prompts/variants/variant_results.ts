// The results of variants that share the traffic, with a test for clear differences. Variants share the traffic by
// weight.

import type { Prompt } from "../../shared/prompts/queries";

/** With fewer asks in a group than this, there is no verdict. */
const MIN_ASKS = 40;
/**
 * The number of standard deviations, by number of variants, for a two-sided error of 5% over all variants of a group
 * (Bonferroni correction).
 */
const DEVIATIONS: readonly number[] = [1.96, 1.96, 1.96, 2.394, 2.498, 2.576, 2.638, 2.69, 2.734];
const MAX_DEVIATIONS = 3.29;

export interface VariantGroup {
  name: string;
  language: string;
  /** The active prompts of the group, oldest first. Their weight may be zero. */
  prompts: Prompt[];
  /** When one of the prompts was last changed. Earlier asks do not count, because they belong to an earlier text. */
  changedAt: string;
}

/** The groups with at least two active prompts. */
export function variantGroups(prompts: readonly Prompt[]): VariantGroup[] {
  const groups = new Map<string, VariantGroup>();
  for (const prompt of [...prompts].reverse()) {
    const { variantGroup: name, language, status, updatedAt } = prompt;
    if (name === null || status !== "active") continue;
    const key = `${language} ${name}`;
    const group = groups.get(key) ?? { name, language, prompts: [], changedAt: updatedAt };
    group.prompts.push(prompt);
    if (Date.parse(updatedAt) > Date.parse(group.changedAt)) group.changedAt = updatedAt;
    groups.set(key, group);
  }
  return [...groups.values()].filter((group) => group.prompts.length > 1);
}

export type Verdict = "more" | "less" | "same" | "too_few";

export interface VariantResult {
  prompt: Prompt;
  asks: number;
  /** The variant's share of the traffic, according to its weight. */
  turns: number;
  /** The variant's share of the asks; null before the first ask. */
  share: number | null;
  interval: { low: number; high: number } | null;
  verdict: Verdict;
}

/**
 * If all variants were equally good, each one's share of the asks would equal its share of the traffic. The verdict is
 * "more" or "less" only if the share of the traffic is outside the interval of the share of the asks (Wilson, 95% over
 * the whole group), and the group has at least `MIN_ASKS`.
 */
export function resultsOf(prompts: readonly Prompt[], asksOf: (promptId: string) => number): VariantResult[] {
  const counted = prompts.map((prompt) => ({ prompt, asks: asksOf(prompt.id) }));
  const total = counted.reduce((sum, { asks }) => sum + asks, 0);
  const weight = prompts.reduce((sum, prompt) => sum + prompt.weight, 0);
  const deviations = DEVIATIONS[prompts.length] ?? MAX_DEVIATIONS;
  return counted.map(({ prompt, asks }) => {
    const turns = weight === 0 ? 0 : prompt.weight / weight;
    if (total === 0) return { prompt, asks, turns, share: null, interval: null, verdict: "too_few" };
    const interval = wilson(asks, total, deviations);
    const verdict =
      total < MIN_ASKS ? "too_few" : turns < interval.low ? "more" : turns > interval.high ? "less" : "same";
    return { prompt, asks, turns, share: asks / total, interval, verdict };
  });
}

/** E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927). */
export function wilson(hits: number, of: number, deviations: number): { low: number; high: number } {
  const rate = hits / of;
  const square = deviations ** 2;
  const middle = (rate + square / (2 * of)) / (1 + square / of);
  const reach = (deviations / (1 + square / of)) * Math.sqrt((rate * (1 - rate)) / of + square / (4 * of ** 2));
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 90;

/**
 * The days after a change, up to today, in the site's time zone, at most 90. The day of the change itself is left out,
 * because it has asks from before and after. Null on the day of the change.
 */
export function daysSince(changedAt: string, now: number, timezone: string): { from: string; to: string } | null {
  const dayOf = (moment: number): string =>
    new Intl.DateTimeFormat("en-CA", { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
      moment,
    );
  const to = dayOf(now);
  const changed = dayOf(Date.parse(changedAt));
  const next = (day: string, days: number): string =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
  const from = [next(changed, 1), next(to, 1 - MAX_DAYS)].sort().at(-1) ?? to;
  return from > to ? null : { from, to };
}
