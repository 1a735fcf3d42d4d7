// Runs the program of docs/cookbook.md that keeps an organization's sites like a file. It signs in as a service
// account.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { api, logIn, startDemo } from "../../scenes/askline.mjs";

const SITES = 40;

test("the program creates forty sites from a file, changes nothing in a second run, and then only what differs", async () => {
  const document = await readFile(new URL("../../../docs/cookbook.md", import.meta.url), "utf8");
  const [, program = ""] = /^## Many sites from a file$[^]*?^```js\n([^]*?)^```$/m.exec(document) ?? [];
  assert.ok(program.includes("ASKLINE_TOKEN"), "docs/cookbook.md has the program");
  const [demo, folder] = await Promise.all([startDemo(), mkdtemp(join(tmpdir(), "askline-sites-"))]);
  try {
    const { orgId, token: bearer } = await logIn(demo);
    const accounts = `/orgs/${orgId}/service-accounts`;
    const account = await api(demo, accounts, { method: "POST", bearer, body: { name: "Sites", role: "admin" } });
    const { token } = await api(demo, `${accounts}/${account.id}/token`, { method: "POST", bearer, body: {} });
    const file = join(folder, "sites.csv");
    const run = async (/** @type {string} */ note) => {
      const lines = Array.from({ length: SITES }, (_, place) => {
        const number = String(place + 1);
        return `s${number}.example,Site ${number},Europe/Berlin,${number === "7" ? note : "From a file"}`;
      });
      await writeFile(file, ["domain,name,timezone,note", ...lines, ""].join("\r\n"));
      const env = { ...process.env, ASKLINE_URL: demo.listening, ASKLINE_TOKEN: token };
      return (await promisify(execFile)(process.execPath, [join(folder, "program.mjs"), file], { env })).stdout;
    };
    await writeFile(join(folder, "program.mjs"), program);
    assert.equal(await run("From a file"), `${SITES} created, 0 changed, 0 unchanged\n`);
    assert.equal(await run("From a file"), `0 created, 0 changed, ${SITES} unchanged\n`);
    assert.equal(await run("Moved in May"), `0 created, 1 changed, ${SITES - 1} unchanged\n`);
    const { items } = await api(demo, `/audit?orgId=${orgId}&action=site.created&limit=200`, { bearer });
    const own = items.filter((/** @type {{ actor: { id: string } }} */ { actor }) => actor.id === account.id);
    assert.equal(own.length, SITES, "each site was created once");
  } finally {
    await Promise.all([demo.end(), rm(folder, { recursive: true, force: true })]);
  }
});
