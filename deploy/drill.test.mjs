// The restore drill that docs/scaling.md describes, on real servers.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "./dockerfile.mjs";

test("a restore to a point in time has every event that was acknowledged before it, and none after it", async () => {
  const temporary = mkdtempSync(join(tmpdir(), "askline-drill-"));
  try {
    // PostgreSQL's user must be able to reach the drill's folder inside this one.
    const drill = spawn("sh", ["-c", `chmod 711 '${temporary}' && exec '${join(ROOT, "deploy/drill_restore.sh")}'`], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [drill.stdout, drill.stderr])
      stream.setEncoding("utf8").on("data", (part) => {
        said += part;
      });
    assert.equal(await new Promise((done) => drill.once("close", done)), 0, said);
    assert.match(said, /^views in the overview: 200$/m);
    assert.match(said, /^rows of events: 200$/m);
    assert.match(said, /^The restore is whole: 200 events acknowledged .* the 70 after it are not there$/m);
    assert.deepEqual(readdirSync(temporary), [], "nothing is left");
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});
