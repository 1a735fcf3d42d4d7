// Which actions are offered for whom, and the content of an invitation's link.

import { describe, expect, test } from "vitest";

import { joinAddress, maskedAddress } from "../../src/features/members/join_address";
import { canHaveSites, isLastOwner, mayChange, assignableRoles } from "../../src/features/members/permissions";
import type { Member, Role } from "../../src/features/shared/members/queries";
import { organizationPages } from "../../src/shell/navigation";

const member = (userId: string, role: Role, status: Member["status"] = "active"): Member => ({
  userId,
  role,
  siteIds: null,
  status,
  email: `${userId}@example.org`,
  name: "",
  createdAt: "2026-01-01T00:00:00.000Z",
  invitationExpiresAt: null,
  mailState: null,
  mailAnswer: null,
});

describe("a role", () => {
  test("of owner is given by owners alone, and no role by those who are no admins", () => {
    expect(assignableRoles("owner")).toContain("owner");
    expect(assignableRoles("admin")).toEqual(["viewer", "member", "admin"]);
    expect(assignableRoles("member")).toEqual([]);
  });
  test("of owner is out of an admin's reach", () => {
    expect(mayChange("admin", member("a", "owner"))).toBe(false);
    expect(mayChange("admin", member("a", "admin"))).toBe(true);
  });
});

test("a choice of sites is for viewers and members", () => {
  expect((["viewer", "member", "admin", "owner"] as const).filter(canHaveSites)).toEqual(["viewer", "member"]);
});

describe("a person who sees one site", () => {
  const org = (siteIds: string[] | null) => ({
    id: "org_1",
    name: "Acme",
    role: "viewer" as const,
    plan: "pro" as const,
    siteIds,
    secondFactorMissing: false,
  });
  test("is offered no list of sites, and other people are", () => {
    expect(organizationPages(org(["site_1"])).map(({ to }) => to)).not.toContain("/orgs/$orgId/sites");
    for (const siteIds of [null, [], ["site_1", "site_2"]])
      expect(organizationPages(org(siteIds)).map(({ to }) => to)).toContain("/orgs/$orgId/sites");
  });
});

test("an invited owner does not make the only one replaceable", () => {
  const only = member("a", "owner");
  expect(isLastOwner(only, [only, member("b", "owner", "pending"), member("c", "admin")])).toBe(true);
  expect(isLastOwner(only, [only, member("b", "owner")])).toBe(false);
});

test("a link is the operator's address, else this one, and its token is not in its masked form", () => {
  const invitation = { token: "inv_secret", acceptUrl: null, mailed: false, expiresAt: "2026-01-01T00:00:00.000Z" };
  expect(joinAddress(invitation, "http://localhost")).toBe("http://localhost/join#inv_secret");
  expect(joinAddress({ ...invitation, acceptUrl: "https://ask.example/join#inv_secret" }, "http://localhost")).toBe(
    "https://ask.example/join#inv_secret",
  );
  expect(joinAddress({ ...invitation, token: null }, "http://localhost")).toBeNull();
  expect(maskedAddress("https://ask.example/join#inv_secret")).toBe("https://ask.example/join#…");
});
