// Paths are shown as people write them, and never as a different path.

import { expect, test } from "vitest";

import { decodedPath } from "../../src/words/paths";

test.each([
  ["/%C3%BCber-uns", "/über-uns"],
  ["/%e6%97%a5%e6%9c%ac", "/日本"],
  ["/guides/", "/guides/"],
  // Sequences that decoding would turn into a separator, a space, or nothing stay encoded.
  ["/a%2Fb", "/a%2Fb"],
  ["/a%20b", "/a%20b"],
  ["/100%25", "/100%25"],
  ["/%E2%80%AEgnp.exe", "/%E2%80%AEgnp.exe"],
  ["/%FF%FE", "/%FF%FE"],
  ["/%", "/%"],
])("%s is shown as %s", (path, shown) => {
  expect(decodedPath(path)).toBe(shown);
});
