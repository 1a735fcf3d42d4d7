// The roles by the names that people read.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../api/client";

type Role = Schemas["Role"];

export function useRoleNames(): Readonly<Record<Role, string>> {
  const { t } = useLingui();
  return { owner: t`Owner`, admin: t`Admin`, member: t`Member`, viewer: t`Viewer` };
}

/** What one may do in it, in one sentence. */
export function useRoleMeanings(): Readonly<Record<Role, string>> {
  const { t } = useLingui();
  return {
    owner: t`You have full access, including deleting the organization.`,
    admin: t`You look after sites, keys and members.`,
    member: t`You see all figures, and edit prompts, rules and monitors.`,
    viewer: t`You see figures and citations.`,
  };
}
