// The request for an organization: only what was changed, so that two owners who change different things do not undo each other.

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

/** What changed against what the person saw. */
export function editOf(form: NameForm, seen: NameForm): Schemas["OrganizationUpdate"] {
  return Object.fromEntries(FIELDS.filter((field) => isChanged(field, form, seen)).map((field) => [field, form[field].trim()]));
}

/** What someone else changed, since the form was filled, and this person changes as well, to something else. */
export function clashesOf(form: NameForm, seen: NameForm, present: NameForm): Field[] {
  return FIELDS.filter((field) => isChanged(field, form, seen) && present[field] !== seen[field] && isChanged(field, form, present));
}

/** This person's own changes on top of what is there now. */
export function mergedOf(form: NameForm, seen: NameForm, present: NameForm): NameForm {
  return { ...present, ...editOf(form, seen) };
}
