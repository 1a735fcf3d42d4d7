// The form of a monitor and the request for it.

import type { Schemas } from "../../../api/client";
import type { Engine } from "../../shared/citations/engines";
import type { Monitor } from "../queries";

export interface MonitorForm {
  query: string;
  engines: Engine[];
  cadence: Schemas["Cadence"];
  samplesPerRun: number;
  region: string;
  language: string;
  /** One competitor per line: the domain, then brand names, separated by commas. */
  competitors: string;
  enabled: boolean;
}

export const SAMPLES = [1, 2, 3, 4, 5] as const;

/** The schedule that the API proposes (`isProposed` of its choices): weekly runs find nothing for most of a year. */
const NEW: MonitorForm = {
  query: "",
  engines: ["openai", "perplexity"],
  cadence: "daily",
  samplesPerRun: 3,
  region: "",
  language: "",
  competitors: "",
  enabled: true,
};

export function formOf(monitor: Monitor | null): MonitorForm {
  if (monitor === null) return NEW;
  const { query, engines, cadence, samplesPerRun, region, language, competitors, enabled } = monitor;
  return {
    query,
    engines,
    cadence,
    samplesPerRun,
    region: region ?? "",
    language: language ?? "",
    competitors: competitors.map(({ domain, aliases }) => [domain, ...aliases].join(", ")).join("\n"),
    enabled,
  };
}

export function bodyOf(form: MonitorForm): Schemas["MonitorCreate"] {
  const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());
  return {
    query: form.query.trim(),
    engines: form.engines,
    cadence: form.cadence,
    samplesPerRun: form.samplesPerRun,
    region: orNull(form.region),
    language: orNull(form.language),
    competitors: competitorsOf(form.competitors),
    enabled: form.enabled,
  };
}

/** The names of a text with one name per line, without duplicates. */
export function namesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split("\n")
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    ),
  ];
}

/** The competitors of a text with one per line. A pasted address becomes its domain. */
export function competitorsOf(text: string): Schemas["Competitor"][] {
  const found = new Map<string, string[]>();
  for (const line of text.split(/[\n;]+/)) {
    const [first = "", ...names] = line.split(",").map((part) => part.trim());
    const domain = first.replace(/^https?:\/\//i, "").replace(/[/?#].*$/, "");
    if (domain !== "") found.set(domain, [...(found.get(domain) ?? []), ...names.filter((name) => name !== "")]);
  }
  return [...found].map(([domain, aliases]) => ({ domain, aliases }));
}
