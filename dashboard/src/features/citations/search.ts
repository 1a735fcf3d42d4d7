// The search parameters of the citations page: the period, the measure, the open answer.

import type { Schemas } from "../../api/client";
import { every } from "../../api/closed_list";
import { ENGINES, isEngine, type Engine } from "../shared/citations/engines";
import { readPeriodSearch, type PeriodSearch } from "../shared/period/period";

export const MEASURES = ["cited", "consulted", "mentioned"] as const;
export type Measure = (typeof MEASURES)[number];
/** The levels of changes, the highest first. */
export const LEVELS = every<Schemas["ChangeLevel"]>()(["site", "engine", "question", "cell"]);
export type Level = (typeof LEVELS)[number];

export interface CitationsSearch extends PeriodSearch {
  show?: Measure;
  /** The monitor whose answers are open. */
  monitor?: string;
  engine?: Engine;
  /** The open answer; the newest when left out. */
  answer?: string;
  /** The engine whose days the chart shows; all engines when left out. */
  trend?: Engine;
  /** The list of changes instead of the rates. */
  view?: "changes";
  /** The level of the listed changes; all levels when left out. */
  level?: Level;
}

const id = (value: unknown, prefix: string): string | undefined =>
  typeof value === "string" && new RegExp(`^${prefix}_[0-9a-z]{1,40}$`).test(value) ? value : undefined;

/** Values that the API would refuse are ignored, so that a mistyped address still shows a page. */
export function readCitationsSearch(search: Record<string, unknown>): CitationsSearch {
  const found: CitationsSearch = readPeriodSearch(search);
  const show = MEASURES.find((measure) => measure === search.show);
  if (show !== undefined && show !== "cited") found.show = show;
  if (isEngine(search.trend)) found.trend = search.trend;
  if (search.view === "changes") {
    found.view = search.view;
    const level = LEVELS.find((one) => one === search.level);
    if (level !== undefined) found.level = level;
  }
  const monitor = id(search.monitor, "mon");
  if (monitor === undefined) return found;
  found.monitor = monitor;
  if (isEngine(search.engine)) found.engine = search.engine;
  const answer = id(search.answer, "cit");
  if (answer !== undefined && found.engine !== undefined) found.answer = answer;
  return found;
}

/** The engine whose answers are open: the one in the address, otherwise the first one that was asked. */
export function openEngine(search: CitationsSearch, asked: readonly Engine[]): Engine | undefined {
  return search.engine ?? ENGINES.find((engine) => asked.includes(engine));
}
