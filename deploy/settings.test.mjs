// The binary accepts the settings that compose.scaled.yaml and the chart give. It knows each setting, and accepts their
// values together.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "./dockerfile.mjs";

const BINARY = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/askline");
/** The settings of the chart that come from values, Secrets and the release. */
const VALUES = new Map([
  ["ASKLINE_PUBLIC_URL", "https://askline.example.com"],
  ["ASKLINE_DATABASE__URL", "postgres://askline@db.example.com/askline"],
  ["ASKLINE_DATABASE__PASSWORD", "p/a@s#s?w%o:r d"],
  ["ASKLINE_DATABASE__CONNECTIONS", "24"],
  ["ASKLINE_DATABASE__STATEMENT_CACHE", "100"],
  ["ASKLINE_DATABASE__STOP_NOTICE_SECONDS", "5"],
  ["ASKLINE_REDIS__URL", "redis://redis.example.com"],
  ["ASKLINE_PROXY__TRUSTED", "10.0.0.0/16,10.1.0.0/16"],
  ["ASKLINE_METRICS__LISTEN", "0.0.0.0:9090"],
]);

/**
 * Requests the health of a server that does not exist, with these settings. The exit code is 1 if they are accepted, 2
 * if not.
 * @param {Record<string, string>} environment
 */
function health(environment) {
  const { status, stderr } = spawnSync(BINARY, ["health", "--listen", "127.0.0.1:1"], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...environment },
  });
  return { status, stderr };
}

test("the binary accepts the settings of compose.scaled.yaml", () => {
  const text = readFileSync(join(ROOT, "deploy/compose.scaled.yaml"), "utf8");
  const settings = [...text.matchAll(/^ +(ASKLINE_\w+): (.*)$/gm)].map(([, name, value]) => [
    name,
    value.replaceAll(/\$\{\w+(?::-([^}]*)|:\?)\}/g, (_, usual) => usual ?? "password"),
  ]);
  assert.ok(settings.length >= 5);
  // The file of a secret in a container, which is read at the start.
  const given = Object.fromEntries(settings);
  assert.equal(given.ASKLINE_DATABASE__PASSWORD_FILE, "/run/secrets/database_password");
  const folder = mkdtempSync(join(tmpdir(), "askline-settings-"));
  const file = join(folder, "database_password");
  writeFileSync(file, "p/a@s#s?w%o:r d\n");
  const { status, stderr } = health({ ...given, ASKLINE_DATABASE__PASSWORD_FILE: file });
  rmSync(folder, { recursive: true });
  assert.equal(status, 1, stderr);
});

test("the binary accepts the settings of the chart, and no setting that it does not know", () => {
  const templates = ["deployment.yaml", "_names.tpl"].map((name) => join(ROOT, "deploy/helm/templates", name));
  const text = templates.map((path) => readFileSync(path, "utf8")).join("\n");
  const given = [...text.matchAll(/- name: (ASKLINE_\w+)\n +value: ([^{\n]+)$/gm)].map(
    ([, name, value]) => /** @type {const} */ ([name, value]),
  );
  const names = new Set(text.match(/ASKLINE_\w+/g));
  assert.equal(names.size, given.length + VALUES.size, `${[...names]}`);
  const settings = Object.fromEntries([...given, ...VALUES]);
  assert.deepEqual(Object.keys(settings).sort(), [...names].sort());
  const { status, stderr } = health(settings);
  assert.equal(status, 1, stderr);
  assert.equal(health({ ...settings, ASKLINE_DATABASE__CONECTIONS: "24" }).status, 2);
});
