// What a thousand emails cost an instance: memory and time, sent encrypted, with no limit on the minute. A figure to look at, never a test:
// node figures/mail_figures.mjs

import { readFile } from "node:fs/promises";

import { api, startEmpty } from "../scenes/askline.mjs";
import { openMailBox } from "../scenes/services/mail_box.mjs";

const MAILS = 1_000;
/** As many as an organization sends within an hour to addresses that are no member's. */
const MAILS_OF_ORGANIZATION = 20;
const SETTINGS = { ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ASKLINE_LIMITS__SESSION_PER_MINUTE: "0", ASKLINE_MAIL__PER_MINUTE: "0", ASKLINE_AUTH__SIGNUP: "true" };
const LOOK_MS = 100;
const MAX_QUIET_MS = 30_000;

const box = await openMailBox();
const instance = await startEmpty({ ...SETTINGS, ...(await box.settings()) });

/** MiB that the program has in memory. */
async function memory() {
  const status = await readFile(`/proc/${instance.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Owners of organizations, each of its own. */
async function makeOwners() {
  const founder = { name: "Owner", password: "four words in a row", organizationName: "Organization" };
  /** @type {{ orgId: string, token: string }[]} */
  const owners = [];
  for (let number = 0; number < MAILS / MAILS_OF_ORGANIZATION; number += 1) {
    const body = { ...founder, email: `owner${number}@example.org` };
    const { token } = number === 0
      ? await api(instance, "/auth/setup", { bearer: "", method: "POST", body: { ...body, token: instance.told.setupToken } })
      : await api(instance, "/auth/signup", { bearer: "", method: "POST", body });
    const { orgs } = await api(instance, "/me", { bearer: token });
    owners.push({ orgId: orgs[0].id, token });
  }
  return owners;
}

/** Waits until this many mails came since the last call that began with fewer; returns the most memory on the way. @param {number} count */
async function memoryUntil(count) {
  let most = 0;
  for (let [seen, seenAt] = [-1, Date.now()]; box.count() < count; [seen, seenAt] = box.count() > seen ? [box.count(), Date.now()] : [seen, seenAt]) {
    if (Date.now() - seenAt > MAX_QUIET_MS) throw new Error(`only ${box.count()} of ${count} mails came`);
    most = Math.max(most, await memory());
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return most;
}

try {
  const owners = await makeOwners();
  const already = box.count();
  const before = await memory();
  const begun = performance.now();
  const most = memoryUntil(already + MAILS);
  for (const [place, { orgId, token }] of owners.entries()) {
    for (let number = 0; number < MAILS_OF_ORGANIZATION; number += 1) {
      await api(instance, `/orgs/${orgId}/members`, { bearer: token, method: "POST", body: { email: `person${place}-${number}@example.org`, role: "viewer" } });
    }
  }
  const asked = performance.now() - begun;
  const growth = (await most) - before;
  const sent = performance.now() - begun;
  console.log(`${MAILS} emails by STARTTLS: all asked for within ${(asked / 1_000).toFixed(1)} s, all sent within ${(sent / 1_000).toFixed(1)} s; aim: within an hour`);
  console.log(`${growth.toFixed(1)} MiB more memory than the ${before.toFixed(1)} MiB before; aim <= 20`);
} finally {
  await instance.end();
  await box.end();
}
