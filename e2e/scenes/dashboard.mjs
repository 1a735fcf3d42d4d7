// The dashboard as a person opens it: signing in, and what axe finds.

import { api } from "./askline.mjs";
import { violations as ofAxe } from "./checks/axe.mjs";

/** @typedef {import("./askline.mjs").Demo} Demo */
/** @typedef {import("playwright-core").Page} Page */

/**
 * The owner of the demo's organization on a plan.
 * @param {Demo} demo
 * @param {string} plan
 */
export function ownerOf(demo, plan) {
  const owner = demo.organizations.find((organization) => organization.plan === plan);
  if (owner === undefined) throw new Error(`The demo has no organization on ${plan}.`);
  return owner;
}

/**
 * Opens a page of the dashboard and signs in at the sign-in page that is shown first.
 * @param {Page} page
 * @param {string} address
 * @param {{ email: string, password: string }} who
 */
export async function signIn(page, address, { email, password }) {
  await page.goto(address);
  try {
    await page.locator("input[name=email]").fill(email);
  } catch (error) {
    throw new Error(`There is no sign-in form at ${page.url()}, but: ${await page.locator("body").innerHTML()}`, {
      cause: error,
    });
  }
  await page.locator("input[name=password]").fill(password);
  await page.locator("button[type=submit]").click();
  await page.locator("#content h1, #content h2").first().waitFor();
}

/**
 * Invites a new person with this role. Returns what they need to accept the invitation.
 * @param {Demo} demo
 * @param {{ orgId: string, token: string }} owner
 * @param {"viewer" | "member" | "admin"} role
 */
export async function invite(demo, { orgId, token }, role) {
  const email = `${role}@example.org`;
  const { invitation } = await api(demo, `/orgs/${orgId}/members`, {
    bearer: token,
    method: "POST",
    body: { email, role },
  });
  return { email, token: /** @type {string} */ (invitation.token), password: "four words in a row" };
}

/**
 * Invites a new person with this role, and accepts the invitation as them.
 * @param {Page} page
 * @param {Demo} demo
 * @param {{ orgId: string, token: string }} owner
 * @param {"viewer" | "member" | "admin"} role
 */
export async function enterAs(page, demo, owner, role) {
  const { token, email, password } = await invite(demo, owner, role);
  await page.goto(`${demo.listening}/join#${token}`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Join" }).click();
  await page.locator("#content h1, #content h2").first().waitFor();
  return { email, password };
}

/** The browser's own message for a 4xx response, which a test may have caused. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** @param {string[]} problems */
export const unexpected = (problems) => problems.filter((words) => !REFUSED.test(words));

/**
 * Announcements for screen readers stay in the page for seven seconds, even after the element that they name is
 * removed.
 */
const OF_ANNOUNCERS = "[data-live-announcer]";

/**
 * @param {Page} page
 * @returns {Promise<string[]>} what axe finds, in words
 */
export const violations = (page) => ofAxe(page, OF_ANNOUNCERS);
