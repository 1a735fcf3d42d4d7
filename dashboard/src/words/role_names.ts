// The names of the roles.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import type { Schemas } from "../api/client";

type Role = Schemas["Role"];

export const ROLE_NAMES: Readonly<Record<Role, MessageDescriptor>> = {
  owner: msg`Owner`,
  admin: msg`Admin`,
  member: msg`Member`,
  viewer: msg`Viewer`,
};

/** What a person with this role may do, in one sentence. */
export const ROLE_MEANINGS: Readonly<Record<Role, MessageDescriptor>> = {
  owner: msg`You have full access, including deleting the organization.`,
  admin: msg`You manage sites, keys and members.`,
  member: msg`You see all figures, and edit prompts, rules and monitors.`,
  viewer: msg`You see figures and citations.`,
};
