// The names of roles for components, which render again when the language changes.

import { useLingui } from "@lingui/react";

import type { Schemas } from "../api/client";
import { ROLE_NAMES } from "./role_names";

export function useRoleNames(): Readonly<Record<Schemas["Role"], string>> {
  const { _ } = useLingui();
  return {
    owner: _(ROLE_NAMES.owner),
    admin: _(ROLE_NAMES.admin),
    member: _(ROLE_NAMES.member),
    viewer: _(ROLE_NAMES.viewer),
  };
}
