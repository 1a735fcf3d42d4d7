// Adding a site: which sites already have its domain, what each step shows.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { comparable, domainOf, withDomain } from "../../src/features/shared/sites/same_domain";
import { startState, type Facts, type StartState } from "../../src/features/add_site/start_state";
import { editOf, formOf } from "../../src/features/site_settings/site_form";

describe("a domain that a site already has", () => {
  const sites = [
    { id: "site_1", name: "Tea", domain: "tea.example" },
    { id: "site_2", name: "Tea again", domain: "www.tea.example" },
    { id: "site_3", name: "Books", domain: "xn--bcher-kva.example" },
  ];
  const found = (typed: string, except?: string) => withDomain(sites, typed, except).map(({ id }) => id);

  test("is found in every spelling of an address", () => {
    for (const typed of [
      "tea.example",
      "TEA.example",
      " www.Tea.example ",
      "tea.example.",
      "tea.example:8080",
      "https://tea.example",
      "HTTPS://www.tea.example:443/shop?x=1#top",
      "http://user@tea.example/",
      "www.tea.example./path",
    ])
      expect(found(typed), typed).toEqual(["site_1", "site_2"]);
    for (const typed of ["bücher.example", "BÜCHER.example", "www.xn--bcher-kva.example", "https://bücher.example/"])
      expect(found(typed), typed).toEqual(["site_3"]);
  });

  test("is not found for another domain, for half of one, and for the edited site itself", () => {
    for (const typed of ["", " ", "tea", "tea.exampl", "shop.tea.example", "tea.example.org", "not a domain"])
      expect(found(typed), typed).toEqual([]);
    expect(found("tea.example", "site_1")).toEqual(["site_2"]);
  });

  test("is sent without what was pasted around it, on both pages, and other text stays for the API to refuse", () => {
    expect(domainOf("https://user@www.Tea.example:8443/a?b#c")).toBe("www.Tea.example");
    expect(domainOf("not a domain")).toBe("not a domain");
    expect(comparable("not a domain")).toBe("not a domain");
    const form = formOf({
      name: "Tea",
      domain: "tea.example",
      timezone: "UTC",
      allowedOrigins: [],
      aliases: [],
      note: "",
      readPages: true,
      creditsPerMonth: null,
    } as never);
    expect(editOf({ ...form, domain: "https://tea.example/" }, form)).toEqual({});
    expect(editOf({ ...form, domain: "https://other.example:443/" }, form)).toEqual({ domain: "other.example" });
  });
});

describe("the steps of a new site", () => {
  const problem = { code: "no_snippet", advice: "Paste it." } as const;
  const never = { status: "pending", lastSeenAt: null, checkedAt: null, diagnostic: null } as const;
  const checked = { ...never, checkedAt: "2026-11-01T10:00:00Z" };
  const seen = { ...never, status: "installed", lastSeenAt: "2026-11-01T09:00:00Z" } as const;
  const table: readonly [string, Facts, StartState][] = [
    ["not known yet", { hasEvents: undefined, install: never }, { snippet: "now", visit: "later", visits: "none" }],
    [
      "nothing seen, not checked",
      { hasEvents: false, install: never },
      { snippet: "now", visit: "later", visits: "none" },
    ],
    [
      "nothing seen, the check found a problem",
      { hasEvents: false, install: { ...checked, status: "error", diagnostic: problem } },
      { snippet: "attention", visit: "later", visits: "none" },
    ],
    [
      "nothing seen, the check found the snippet",
      { hasEvents: false, install: { ...checked, status: "installed" } },
      { snippet: "done", visit: "now", visits: "none" },
    ],
    ["seen", { hasEvents: true, install: seen }, { snippet: "done", visit: "done", visits: "seen" }],
    [
      "seen a moment ago, before the install status follows",
      { hasEvents: true, install: { ...checked, status: "error", diagnostic: problem } },
      { snippet: "done", visit: "done", visits: "seen" },
    ],
    [
      "seen, but not for a week",
      { hasEvents: true, install: { ...seen, status: "stale" } },
      { snippet: "attention", visit: "done", visits: "lost" },
    ],
    [
      "seen, and a later check found a problem",
      {
        hasEvents: true,
        install: { ...seen, status: "error", checkedAt: "2026-11-01T10:00:00Z", diagnostic: problem },
      },
      { snippet: "attention", visit: "done", visits: "lost" },
    ],
  ];

  for (const [name, facts, expected] of table)
    test(`agree with each other when the widget is: ${name}`, () => {
      const state = startState(facts);
      expect(state).toEqual(expected);
      // What waits is never checked off, and what is done never waits.
      expect(state.visit === "done").toBe(state.visits !== "none");
      expect(state.snippet === "done" && state.visits === "lost").toBe(false);
      expect(state.visit === "now").toBe(state.snippet === "done" && state.visits === "none");
    });

  test("have a table in the code with a row for each outcome", () => {
    const source = readFileSync("src/features/add_site/start_state.ts", "utf8");
    const rows = [...source.matchAll(/^ \* \| .+ \| .+ \| (\w+) \| (\w+) \|$/gm)].map(([, ...states]) =>
      states.join(" "),
    );
    const outcomes = new Set(table.map(([, , { snippet, visit }]) => `${snippet} ${visit}`));
    expect(new Set(rows.filter((row) => !row.startsWith("Snippet")))).toEqual(outcomes);
  });
});
