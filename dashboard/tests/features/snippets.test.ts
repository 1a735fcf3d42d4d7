// The snippet has the operator's address in every form.

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { KINDS, isOftenBlocked, scriptOf, snippetFor } from "../../src/features/shared/install/snippets";

const SITE = "site_01j0000000000000000000000a";
const OWN = "https://ask.example.net";

test.each(KINDS)("the snippet for %s loads the script from the address that the operator set", (kind) => {
  const script = scriptOf({ id: SITE, scriptUrl: "https://example.com/askline/widget.js" }, OWN);
  const snippet = snippetFor(kind, script, SITE);
  expect(snippet.split("https://example.com/askline/widget.js")).toHaveLength(2);
  expect(snippet).toContain(SITE);
  expect(snippet).not.toContain(OWN);
});

test("where the operator set none, it is the address in the browser", () => {
  const script = scriptOf({ id: SITE, scriptUrl: null }, OWN);
  expect(snippetFor("html", script, SITE)).toBe(`<script src="${OWN}/widget.js" data-site="${SITE}" async></script>`);
});

const { cases } = JSON.parse(readFileSync("../testdata/blocked_host_cases.json", "utf8")) as {
  cases: [string, boolean][];
};

test.each(cases)("content blockers often stop requests to %s: %s", (script, isBlocked) => {
  expect(isOftenBlocked(script)).toBe(isBlocked);
});
