// The request that changes an organization. It contains only what was changed, so that two owners who change different
// things do not undo each other's changes.

import type { Schemas } from "../../api/client";

export interface NameForm {
  name: string;
  slug: string;
}

export const FIELDS = ["name", "slug"] as const satisfies readonly (keyof NameForm)[];
type Field = (typeof FIELDS)[number];

export function formOf({ name, slug }: Schemas["Organization"]): NameForm {
  return { name, slug };
}

const isChanged = (field: Field, form: NameForm, seen: NameForm): boolean => form[field].trim() !== seen[field];

/** The fields that the person changed, compared with the values that they saw. */
export function editOf(form: NameForm, seen: NameForm): Schemas["OrganizationUpdate"] {
  return Object.fromEntries(
    FIELDS.filter((field) => isChanged(field, form, seen)).map((field) => [field, form[field].trim()]),
  );
}

/** The fields that both the person and someone else changed, to different values. */
export function clashesOf(form: NameForm, seen: NameForm, present: NameForm): Field[] {
  return FIELDS.filter(
    (field) => isChanged(field, form, seen) && present[field] !== seen[field] && isChanged(field, form, present),
  );
}

/** The current values with this person's changes. */
export function mergedOf(form: NameForm, seen: NameForm, present: NameForm): NameForm {
  return { ...present, ...editOf(form, seen) };
}
