// The form of a site's settings for pages.

import { describe, expect, test } from "vitest";

import {
  changedFields,
  clashesOf,
  formOf,
  hasParameter,
  mergedOf,
  settingsOf,
  withDistinct,
  withParameter,
  type PageSettings,
} from "../../src/features/site_settings/pages_form";

const none: PageSettings = { distinct: [], queryParameters: [], hashRoutes: false };
const all: PageSettings = {
  distinct: ["index_files", "trailing_slash"],
  queryParameters: [{ name: "p" }, { name: "id", paths: ["/shop/**", "/b"] }],
  hashRoutes: ["/app/**"],
};

describe("settings for pages", () => {
  test.each([none, all, { ...none, hashRoutes: true }])("are the same after the form", (settings) => {
    expect(settingsOf(formOf(settings))).toEqual(settings);
  });
  test("do not change by spaces and empty lines", () => {
    const form = formOf(all);
    expect(changedFields({ ...form, queryParameters: "\n p \n\nid  /shop/** /b" }, form)).toEqual([]);
    expect(changedFields({ ...form, queryParameters: "p" }, form)).toEqual(["queryParameters"]);
  });
  test("keep what someone else changed, and report what both changed", () => {
    const [seen, present] = [formOf(none), { ...formOf(none), hashRoutes: "everywhere" }];
    const form = { ...seen, queryParameters: "p" };
    expect(clashesOf(form, seen, present)).toEqual([]);
    expect(settingsOf(mergedOf(form, seen, present))).toEqual({
      ...none,
      queryParameters: [{ name: "p" }],
      hashRoutes: true,
    });
    expect(clashesOf(form, seen, { ...seen, queryParameters: "id" })).toEqual(["queryParameters"]);
    expect(clashesOf(form, seen, { ...seen, queryParameters: "p" })).toEqual([]);
  });
  test("take a proposed parameter once", () => {
    const form = formOf(all);
    const added = { ...form, ...withParameter({ ...form, queryParameters: `${form.queryParameters}\n\n` }, "q") };
    expect(settingsOf(added).queryParameters).toEqual([...all.queryParameters, { name: "q" }]);
    expect([hasParameter(form, "q"), hasParameter(added, "q"), hasParameter(form, "id")]).toEqual([false, true, true]);
  });
  test("separate pages by one box each", () => {
    const form = { ...formOf(none), ...withDistinct(formOf(none), "trailing_slash", true) };
    expect(settingsOf(form).distinct).toEqual(["trailing_slash"]);
    expect(withDistinct(form, "trailing_slash", false).distinct).toBe("");
  });
});
