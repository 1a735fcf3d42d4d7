// Which actions to offer for whom. The API decides; this only hides what it would refuse.

import type { Member, Role } from "../shared/members/queries";

const ROLES: readonly Role[] = ["viewer", "member", "admin", "owner"];

/** The roles that someone may give and take: an admin makes no owner and touches none. */
export function rolesToGive(own: Role): Role[] {
  if (own === "owner") return [...ROLES];
  return own === "admin" ? ROLES.filter((role) => role !== "owner") : [];
}

/** Whether someone can be shown some sites only: admins and owners see them all. */
export function canHaveSites(role: Role): boolean {
  return role === "viewer" || role === "member";
}

/** Whether someone is the one owner that is left, who can neither go nor become less. */
export function isLastOwner(member: Member, all: readonly Member[]): boolean {
  return member.role === "owner" && member.status === "active" && all.filter(({ role, status }) => role === "owner" && status === "active").length === 1;
}

export function mayTouch(own: Role, member: Member): boolean {
  return rolesToGive(own).includes(member.role);
}
