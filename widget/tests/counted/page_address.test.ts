// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://example.com/" }

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { eventAddress, pageAddress, pageTitle } from "../../src/first/page";

beforeEach(() => {
  document.head.innerHTML = "";
});

const at = (path: string, head = "") => {
  history.replaceState(null, "", path);
  document.head.innerHTML = head;
};

test.each([
  ["/a", "https://example.com/a"],
  ["/a?id=7#part", "https://example.com/a?id=7"],
  ["/a?utm_source=x&id=7&fbclid=1&gclid=2", "https://example.com/a?id=7"],
  ["/a?msclkid=1&_gl=1*a&_ga=2&_hsenc=3&srsltid=4&mkt_tok=5&page=6", "https://example.com/a?page=6"],
  ["/a?utm_source=x", "https://example.com/a"],
  ["/a?q=a+b%20c&empty=", "https://example.com/a?q=a+b%20c&empty="],
  ["/a?cycle=1", "https://example.com/a?cycle=1"],
])("%s is shared as %s", (path, address) => {
  at(path);
  expect(pageAddress()).toBe(address);
});

interface Cases {
  readonly shown: readonly { readonly address: string; readonly expected: string }[];
  readonly kept: readonly { readonly address: string; readonly expected: string }[];
}
const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../testdata/secret_parameter_cases.json"), "utf8"),
) as Cases;

test.each(cases.shown)(
  "what carries a secret or a person is in no prompt, share or copy: $address",
  ({ address, expected }) => {
    at(address);
    expect(pageAddress()).toBe(expected);
  },
);

test.each(cases.kept)("what carries a secret or a person is in no event: $address", ({ address, expected }) => {
  at(address);
  expect(eventAddress()).toBe(expected);
});

test("a canonical address is its owner's choice, and keeps what it says", () => {
  at("/a?token=1", '<link rel="canonical" href="/a?key=7&code=de">');
  expect(pageAddress()).toBe("https://example.com/a?key=7&code=de");
});

test("the page's own canonical address is taken, one of another page is not", () => {
  at("/a?id=7", '<link rel="canonical" href="/a">');
  expect(pageAddress()).toBe("https://example.com/a");
  at("/b?id=7", '<link rel="canonical" href="/a">');
  expect(pageAddress()).toBe("https://example.com/b?id=7");
  at("/a", '<link rel="canonical" href="https://other.example/a">');
  expect(pageAddress()).toBe("https://example.com/a");
});

test("of the query only the campaign is sent", () => {
  at("/a?id=7&utm_source=x&xutm_source=y&token=z#part");
  expect(eventAddress()).toBe("https://example.com/a?utm_source=x");
});

test("an address that is longer than the service takes is cut", () => {
  at(`/a?utm_campaign=${"c".repeat(5_000)}`);
  expect(eventAddress()).toHaveLength(4_000);
});

test("a title is cut to what the service keeps, and half a character is left out", () => {
  document.title = `${"a".repeat(299)}😀`;
  expect(pageTitle()).toBe("a".repeat(299));
  document.title = "a\ud83d b";
  expect(encodeURIComponent(pageTitle())).toBe("a%20b");
});
