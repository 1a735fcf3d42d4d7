// The audit log shows sentences: each action that the service writes has one.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const CRATES = join(import.meta.dirname, "../../../crates");
/** Names of the same form that are sent to webhooks and not written to the log. */
const EVENTS = ["credits.exhausted", "site.installed"];

const sources = (folder: string): string[] =>
  readdirSync(folder, { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".rs") && !name.includes("test"))
    .map((name) => readFileSync(join(folder, name), "utf8"));

test("every action has a sentence", () => {
  const written = ["api/src", "app/src", "store/src", "server/src"]
    .flatMap((folder) => sources(join(CRATES, folder)))
    .join("\n");
  const actions = [
    ...written.matchAll(
      /"((?:auth|channel|credits|key|member|monitor|notifications|organization|plan|prompt|recipient|rule|site|webhook)\.[a-z_]*(?:ed|left|login|proven|undone))"/g,
    ),
  ].map(([, action = ""]) => action);
  const sentences = readFileSync(join(import.meta.dirname, "../../src/features/audit/sentence.ts"), "utf8");
  expect(new Set(actions).size).toBeGreaterThan(40);
  expect(
    [...new Set(actions)].filter((action) => !EVENTS.includes(action) && !sentences.includes(`"${action}": `)),
  ).toEqual([]);
});
