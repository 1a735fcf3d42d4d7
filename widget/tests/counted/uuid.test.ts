// Ids of events: UUIDs of version 7, in the order of their times.

import { expect, test } from "vitest";
import { uuidV7 } from "../../src/first/reporting/uuid";

const random = crypto.getRandomValues.bind(crypto);
const NOW = Date.parse("2026-11-20T12:00:00Z");

test("an id has the form of a version 7 UUID", () => {
  for (let round = 0; round < 200; round++) {
    expect(uuidV7(NOW, random)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test("it begins with the time, as in the example of RFC 9562", () => {
  expect(uuidV7(0x017f22e279b0, (bytes) => bytes.fill(0x88))).toBe("017f22e2-79b0-7888-9888-888888888888");
});

test("a later id sorts after an earlier one", () => {
  expect(uuidV7(NOW, random) < uuidV7(NOW + 1, random)).toBe(true);
  expect(uuidV7(1, random) < uuidV7(NOW, random)).toBe(true);
});

test("ids of one moment differ", () => {
  expect(new Set(Array.from({ length: 1_000 }, () => uuidV7(NOW, random))).size).toBe(1_000);
});
