// The request that changes a site. It contains only what was changed, so that two people who change different things do
// not undo each other's changes.

import type { Schemas } from "../../api/client";
import { domainOf } from "../shared/sites/same_domain";

type Site = Schemas["SiteDetail"];

export interface SiteForm {
  name: string;
  domain: string;
  timezone: string;
  /** One origin per line. */
  allowedOrigins: string;
  /** One brand name per line. */
  aliases: string;
  note: string;
  /** Whether the texts of pages are read: the form has texts only. */
  readPages: "yes" | "no";
  /** A number, or empty for no limit. */
  creditsPerMonth: string;
}

export const FIELDS = [
  "name",
  "domain",
  "timezone",
  "allowedOrigins",
  "aliases",
  "note",
  "readPages",
  "creditsPerMonth",
] as const satisfies readonly (keyof SiteForm)[];
export type Field = (typeof FIELDS)[number];

export function formOf(site: Site): SiteForm {
  const { name, domain, timezone, allowedOrigins, aliases, note, readPages, creditsPerMonth } = site;
  return {
    name,
    domain,
    timezone,
    allowedOrigins: allowedOrigins.join("\n"),
    aliases: aliases.join("\n"),
    note,
    readPages: readPages ? "yes" : "no",
    creditsPerMonth: creditsPerMonth === null ? "" : String(creditsPerMonth),
  };
}

export function linesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    ),
  ];
}

/** The form's values in the API's form. */
function sentOf(form: SiteForm): Required<Omit<Schemas["SiteUpdate"], "pages">> {
  return {
    name: form.name.trim(),
    domain: domainOf(form.domain),
    timezone: form.timezone,
    allowedOrigins: linesOf(form.allowedOrigins),
    aliases: linesOf(form.aliases),
    note: form.note.trim(),
    readPages: form.readPages === "yes",
    creditsPerMonth: form.creditsPerMonth.trim() === "" ? null : Number(form.creditsPerMonth),
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields that the person changed, compared with the values that they saw. */
export function editOf(form: SiteForm, seen: SiteForm): Schemas["SiteUpdate"] {
  const [now, before] = [sentOf(form), sentOf(seen)];
  return Object.fromEntries(
    FIELDS.filter((field) => !same(now[field], before[field])).map((field) => [field, now[field]]),
  );
}

/** The fields that both the person and someone else changed, to different values. */
export function clashesOf(form: SiteForm, seen: SiteForm, present: SiteForm): Field[] {
  const [now, before, there] = [sentOf(form), sentOf(seen), sentOf(present)];
  return FIELDS.filter(
    (field) =>
      !same(now[field], before[field]) && !same(there[field], before[field]) && !same(there[field], now[field]),
  );
}

/** The current values with this person's changes. */
export function mergedOf(form: SiteForm, seen: SiteForm, present: SiteForm): SiteForm {
  const [now, before] = [sentOf(form), sentOf(seen)];
  const own = FIELDS.filter((field) => !same(now[field], before[field])).map((field) => [field, form[field]]);
  return { ...present, ...(Object.fromEntries(own) as Partial<SiteForm>) };
}
