// Addresses: the API accepts their parameters, and the binary serves them.

import { readFile } from "node:fs/promises";
import { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";

import { readPeriodSearch } from "../../src/features/shared/period/period";
import { readPagesSearch } from "../../src/features/shared/analytics/search";
import { newRouter } from "../../src/router";
import { ADDRESSES, addressOf, escapedFragmentOf } from "../../src/sign_in/addresses";

describe("the binary serves", () => {
  const listed = async (name: string): Promise<string[]> => {
    const source = await readFile("../crates/server/src/own_addresses.rs", "utf8");
    const list = new RegExp(`${name}: \\[&str; \\d+\\] =\\s*\\[([^\\]]*)\\]`).exec(source)?.[1] ?? "";
    return [...list.matchAll(/"([^"]*)"/g)].map(([, address = ""]) => address).sort();
  };
  test("the application at each of its routes and nowhere else", async () => {
    const router = newRouter(new QueryClient());
    const known = new Set(Object.keys(router.routesByPath).map((path) => path.split("/")[1] ?? ""));
    expect([...known].sort()).toEqual(await listed("SHOWN_BY_THE_APPLICATION"));
  });
  test("the sign-in pages at each of their addresses and nowhere else", async () => {
    expect([...ADDRESSES].sort()).toEqual(await listed("SIGN_IN_PAGES"));
    for (const address of ADDRESSES)
      expect([addressOf(`/${address}`), addressOf(`/${address}/`)]).toEqual([address, address]);
    expect(addressOf("/login/x")).toBeUndefined();
    for (const escaped of ["%23inv_1", "/%23inv_1", "%2523inv_1"])
      expect([addressOf(`/join${escaped}`), escapedFragmentOf(`/join${escaped}`)]).toEqual(["join", "inv_1"]);
    expect([addressOf("/sites%23a"), escapedFragmentOf("/join")]).toEqual([undefined, ""]);
  });
});

describe("a period", () => {
  test("is read from the address, and the usual one is left out of it", () => {
    expect(readPeriodSearch({ days: 7 })).toEqual({ days: 7 });
    expect(readPeriodSearch({ days: "90" })).toEqual({ days: 90 });
    expect(readPeriodSearch({ days: 30 })).toEqual({});
  });
  test("that the API would refuse is the usual one", () => {
    for (const days of [0, -1, 366, 1.5, "x", null, undefined, {}]) expect(readPeriodSearch({ days })).toEqual({});
  });
  test("keeps filters that can be", () => {
    expect(readPeriodSearch({ page: "/pricing", platform: "chatgpt" })).toEqual({
      page: "/pricing",
      platform: "chatgpt",
    });
    expect(readPeriodSearch({ page: "pricing", platform: "" })).toEqual({});
  });
});

describe("the table of pages", () => {
  test("takes search and order that the API knows", () => {
    expect(readPagesSearch({ q: 2024, sort: "views", order: "asc" })).toEqual({
      q: "2024",
      sort: "views",
      order: "asc",
    });
    expect(readPagesSearch({ q: "", sort: "password", order: "up" })).toEqual({});
  });
});
