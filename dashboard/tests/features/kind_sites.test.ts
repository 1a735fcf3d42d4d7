// Lists of sites for single kinds are kept when a form is saved.

import { expect, test } from "vitest";

import { sitesOf, sitesToSave } from "../../src/features/notifications/kind_sites";
import type { Route } from "../../src/features/notifications/queries";

const route = (kind: Route["kind"], siteIds: string[] | null): Route => ({ kind, channelId: "ntf_1", siteIds });

test("kinds with the same sites share one list, in any order", () => {
  const routes = [route("site.stale", ["site_1", "site_2"]), route("key.created", ["site_2", "site_1"])];
  expect(sitesOf(routes)).toEqual(["site_1", "site_2"]);
  expect(sitesOf([])).toBeNull();
  expect(sitesOf([route("site.stale", null)])).toBeNull();
  expect(sitesToSave(["site_3"], routes, "site.stale")).toEqual(["site_3"]);
  expect(sitesToSave(null, routes, "site.stale")).toBeNull();
});

test("kinds with different sites keep their own, and an added kind is sent for all sites", () => {
  const routes = [route("site.stale", ["site_1"]), route("key.created", null), route("rule.created", [])];
  const sites = sitesOf(routes);
  expect(sites).toBe("own");
  expect(routes.map(({ kind }) => sitesToSave(sites, routes, kind))).toEqual([["site_1"], null, []]);
  expect(sitesToSave(sites, routes, "member.joined")).toBeNull();
});
