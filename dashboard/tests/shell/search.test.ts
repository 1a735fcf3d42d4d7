// Search parameters of addresses, and the page after sign-in.

import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";

import { localAddress } from "../../src/sign_in/next";
import { newRouter } from "../../src/router";

/**
 * Names of search parameters, each sent with the value `BAD`. No page of the application reads the first or the last.
 */
const REFUSED = [
  "next",
  "show",
  "days",
  "from",
  "to",
  "platform",
  "page",
  "sort",
  "order",
  "q",
  "column",
  "by",
  "status",
  "engine",
  "monitor",
  "made_up",
];
const BAD = "http://elsewhere.example/<bad>";

const router = newRouter(new QueryClient());
const reading = Object.values(router.routesById).filter(({ options }) => "validateSearch" in options);

describe("refused search parameters do not reach a page", () => {
  it("is about every route that reads some", () => {
    expect(reading.length).toBeGreaterThan(10);
  });
  it.each(reading.map(({ fullPath }) => fullPath))("%s", (path) => {
    const search = Object.fromEntries(REFUSED.map((name) => [name, BAD]));
    const matches = router.matchRoutes(path.replaceAll(/\$\w+/g, "x"), search);
    const route = reading.find(({ fullPath }) => fullPath === path);
    const match = matches.find(({ routeId }) => routeId === route?.id);
    expect(match).toBeDefined();
    const read = route?.options.validateSearch as (search: Record<string, unknown>) => object;
    const kept = Object.fromEntries(Object.entries(match?.search ?? {}).filter(([, value]) => value !== undefined));
    expect(kept).toEqual(JSON.parse(JSON.stringify(read(search))));
    expect(kept).not.toHaveProperty("made_up");
    expect(kept).not.toHaveProperty("next");
  });
});

describe("after signing in", () => {
  const origin = "https://ask.example";
  it.each(["/sites", "/sites/site_1/overview?days=7#top", "/"])("one goes on to %s", (next) => {
    expect(localAddress(next, origin)).toBe(next);
  });
  it.each([
    "http://elsewhere.example/",
    "https://elsewhere.example/",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "\\\\elsewhere.example",
    "javascript:alert(1)",
    "/\t/elsewhere.example",
    "/.//elsewhere.example",
    "/..//elsewhere.example",
    "https:elsewhere.example",
    "https://ask.example@elsewhere.example/",
    "elsewhere",
    "",
  ])("no sign-in leads to %j", (next) => {
    expect(localAddress(next, origin)).toBe("/");
  });
});
