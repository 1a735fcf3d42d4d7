// Whether a reader may be counted, by their browser settings and the site.

import { expect, test } from "vitest";
import { mayTrack } from "../../src/first/reporting/privacy";

const cases: { says: Parameters<typeof mayTrack>[1]; track: boolean; respects: boolean; counts: boolean }[] = [
  { says: {}, track: true, respects: true, counts: true },
  { says: {}, track: false, respects: true, counts: false },
  { says: {}, track: false, respects: false, counts: false },
  { says: { doNotTrack: "1" }, track: true, respects: true, counts: false },
  { says: { doNotTrack: "0" }, track: true, respects: true, counts: true },
  { says: { doNotTrack: null }, track: true, respects: true, counts: true },
  { says: { doNotTrack: "1" }, track: true, respects: false, counts: true },
  { says: { globalPrivacyControl: true }, track: true, respects: true, counts: false },
  { says: { globalPrivacyControl: false }, track: true, respects: true, counts: true },
  { says: { globalPrivacyControl: true }, track: true, respects: false, counts: true },
];

test.each(cases)("$says, track $track, respects $respects: counts $counts", ({ says, track, respects, counts }) => {
  expect(mayTrack({ track, respectDoNotTrack: respects, showPromptPreview: true }, says)).toBe(counts);
});
