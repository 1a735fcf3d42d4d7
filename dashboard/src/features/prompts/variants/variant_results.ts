// The results of variants that share the traffic by weight, with the test for a clear difference.

import type { Prompt } from "../../shared/prompts/queries";

/** Below this many asks of a group nothing is said. */
const MIN_ASKS = 40;
/** Two-sided 5 % over all variants of a group together (Bonferroni): standard deviations by number of variants. */
const DEVIATIONS: readonly number[] = [1.96, 1.96, 1.96, 2.394, 2.498, 2.576, 2.638, 2.69, 2.734];
const MAX_DEVIATIONS = 3.29;

export interface VariantGroup {
  name: string;
  language: string;
  /** Active prompts, with or without a weight, oldest first. */
  prompts: Prompt[];
  /** When one of them was last changed: earlier asks do not count for its present form. */
  changedAt: string;
}

/** The groups with two or more prompts in use that take turns. */
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
  /** Of the turns, by weight. */
  turns: number;
  /** Of the asks; null before the first. */
  share: number | null;
  interval: { low: number; high: number } | null;
  verdict: Verdict;
}

/**
 * Readers who meet a variant ask or do not. Were all as good, each would have its share of the turns among the asks; a
 * variant is called better or worse only where that share lies outside the interval of what was counted (Wilson, 95 %
 * over the whole group).
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
    const verdict = total < MIN_ASKS ? "too_few" : turns < interval.low ? "more" : turns > interval.high ? "less" : "same";
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

/** Whole days since a change, in the site's zone: the day of the change itself is mixed. Null before the first of them. */
export function daysSince(changedAt: string, now: number, timezone: string): { from: string; to: string } | null {
  const dayOf = (moment: number): string => new Intl.DateTimeFormat("en-CA", { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit" }).format(moment);
  const to = dayOf(now);
  const changed = dayOf(Date.parse(changedAt));
  const next = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
  const from = [next(changed, 1), next(to, 1 - MAX_DAYS)].sort().at(-1) ?? to;
  return from > to ? null : { from, to };
}
