// The settings for pages as a form of texts, and the request that stores them.

import type { Schemas } from "../../api/client";

export type PageSettings = Schemas["PageSettings"];

export interface PagesForm {
  /** What is kept apart, one per line. */
  distinct: string;
  /** One query parameter per line, and after its name the paths on which it counts. */
  queryParameters: string;
  /** Empty, `everywhere`, or one path per line. */
  hashRoutes: string;
}

export const EVERYWHERE = "everywhere";
export const FIELDS = ["distinct", "queryParameters", "hashRoutes"] as const satisfies readonly (keyof PagesForm)[];
export type Field = (typeof FIELDS)[number];

export function formOf({ distinct, queryParameters, hashRoutes }: PageSettings): PagesForm {
  return {
    distinct: [...distinct].sort().join("\n"),
    queryParameters: queryParameters.map(({ name, paths = [] }) => [name, ...paths].join(" ")).join("\n"),
    hashRoutes: Array.isArray(hashRoutes) ? hashRoutes.join("\n") : hashRoutes ? EVERYWHERE : "",
  };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The form's values in the API's form. */
export function settingsOf({ distinct, queryParameters, hashRoutes }: PagesForm): PageSettings {
  return {
    distinct: linesOf(distinct) as PageSettings["distinct"],
    queryParameters: linesOf(queryParameters).map((line) => {
      const [name = "", ...paths] = line.split(/\s+/);
      return { name, ...(paths.length > 0 ? { paths } : {}) };
    }),
    hashRoutes: hashRoutes === EVERYWHERE ? true : hashRoutes === "" ? false : linesOf(hashRoutes),
  };
}

const normal = (form: PagesForm): PagesForm => formOf(settingsOf(form));

/** The fields of two forms that mean something else. */
export function changedFields(form: PagesForm, seen: PagesForm): Field[] {
  const [now, before] = [normal(form), normal(seen)];
  return FIELDS.filter((field) => now[field] !== before[field]);
}

/** The fields that both the person and someone else changed, to different values. */
export function clashesOf(form: PagesForm, seen: PagesForm, present: PagesForm): Field[] {
  const theirs = changedFields(present, seen);
  return changedFields(form, seen).filter(
    (field) => theirs.includes(field) && changedFields(form, present).includes(field),
  );
}

/** The current values with this person's changes. */
export function mergedOf(form: PagesForm, seen: PagesForm, present: PagesForm): PagesForm {
  const own = changedFields(form, seen).map((field) => [field, form[field]]);
  return { ...present, ...(Object.fromEntries(own) as Partial<PagesForm>) };
}

/** The form with something that is kept apart, or not any longer. */
export function withDistinct({ distinct }: PagesForm, what: string, isDistinct: boolean): Pick<PagesForm, "distinct"> {
  const others = linesOf(distinct).filter((one) => one !== what);
  return { distinct: (isDistinct ? [...others, what] : others).sort().join("\n") };
}

/** Whether the form lists a query parameter. */
export function hasParameter(form: PagesForm, name: string): boolean {
  return settingsOf(form).queryParameters.some((parameter) => parameter.name === name);
}

/** The form with one more query parameter, which counts on every path. */
export function withParameter({ queryParameters }: PagesForm, name: string): Pick<PagesForm, "queryParameters"> {
  return { queryParameters: [...linesOf(queryParameters), name].join("\n") };
}
