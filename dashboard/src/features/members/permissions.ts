// Which actions to offer to whom. The API decides; this only hides what it would refuse.

import { every } from "../../api/closed_list";
import type { Member, Role } from "../shared/members/queries";

const ROLES = every<Role>()(["viewer", "member", "admin", "owner"]);

/** The roles that a person may assign or take away: an admin cannot make anyone an owner or change an owner. */
export function assignableRoles(own: Role): Role[] {
  if (own === "owner") return [...ROLES];
  return own === "admin" ? ROLES.filter((role) => role !== "owner") : [];
}

/** Whether people with this role can be limited to some sites. Admins and owners see all sites. */
export function canHaveSites(role: Role): boolean {
  return role === "viewer" || role === "member";
}

/** Whether the member is the only owner, who can neither leave nor get another role. */
export function isLastOwner(member: Member, all: readonly Member[]): boolean {
  return (
    member.role === "owner" &&
    member.status === "active" &&
    all.filter(({ role, status }) => role === "owner" && status === "active").length === 1
  );
}

export function mayChange(own: Role, member: Member): boolean {
  return assignableRoles(own).includes(member.role);
}
