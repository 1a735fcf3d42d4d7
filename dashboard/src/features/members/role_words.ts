// What each role may do, in the third person.

import { useLingui } from "@lingui/react/macro";

import type { Role } from "../shared/members/queries";

export function useRolePermissions(): Readonly<Record<Role, string>> {
  const { t } = useLingui();
  return {
    owner: t`Has full access, including renaming and deleting the organization.`,
    admin: t`Manages sites, widgets, keys, webhooks and members.`,
    member: t`Sees all figures, and edits prompts, rules and monitors.`,
    viewer: t`Sees figures and citations, without raw answers and costs.`,
  };
}
