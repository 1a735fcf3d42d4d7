// Pictures of every email in every language, and of the pages about email.

import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { api, becomes, startDemo } from "../scenes/askline.mjs";
import { newReader } from "../scenes/browser.mjs";
import { ownerOf, signIn } from "../scenes/dashboard.mjs";
import { openMailBox } from "../scenes/services/mail_box.mjs";

const MAIL_WIDTHS = [360, 640];
const PAGE_WIDTHS = [390, 1280];
const SCHEMES = /** @type {const} */ (["light", "dark"]);

/** @typedef {(page: import("playwright-core").Page, name: string) => Promise<void>} Draw */
/** @typedef {Awaited<ReturnType<typeof startDemo>>} Started */
/** @typedef {Awaited<ReturnType<typeof openMailBox>>} Box */

/**
 * Takes the pictures into a folder; returns their number.
 * @param {import("playwright-core").Browser} browser
 * @param {string} folder
 */
export async function drawMails(browser, folder) {
  let drawn = 0;
  /** @type {Draw} */
  const draw = async (page, name) => {
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    drawn += 1;
  };
  const box = await openMailBox();
  const demo = await startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ...(await box.settings()) });
  try {
    await drawPreviews(browser, demo, draw);
    await drawPages(browser, demo, box, draw);
  } finally {
    await demo.end();
    await box.end();
  }
  return drawn;
}

/** @param {import("playwright-core").Browser} browser @param {Started} demo @param {Draw} draw */
async function drawPreviews(browser, demo, draw) {
  const mails = await mkdtemp(join(tmpdir(), "askline-mails-"));
  await demo.run("mail", "preview", mails);
  const names = (await readdir(mails)).filter((name) => name.endsWith(".html"));
  for (const width of MAIL_WIDTHS) {
    for (const colorScheme of SCHEMES) {
      const { context, page } = await newReader(browser, { viewport: { width, height: 300 }, colorScheme });
      for (const name of names) {
        await page.setContent(await readFile(join(mails, name), "utf8"));
        await draw(page, `mail-${name.replace(/\.html$/, "")}-${width}-${colorScheme}`);
      }
      await context.close();
    }
  }
  await rm(mails, { recursive: true });
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {Started} demo
 * @param {Box} box
 * @param {Draw} draw
 */
async function drawPages(browser, demo, box, draw) {
  const owner = ownerOf(demo, "enterprise");
  const { token } = await api(demo, "/auth/login", {
    method: "POST",
    body: { email: owner.email, password: owner.password },
  });
  const invite = (/** @type {string} */ email) =>
    api(demo, `/orgs/${owner.orgId}/members`, { bearer: token, method: "POST", body: { email, role: "viewer" } });
  const failure = () => api(demo, `/mail?orgId=${owner.orgId}`, { bearer: token }).then((mail) => mail.failure);
  box.refuse("gone@example.org", "550 5.1.1 no such user");
  await invite("gone@example.org");
  await invite("grace@example.org");
  const join = await box.link("grace@example.org", "join");
  await api(demo, "/auth/email", {
    bearer: token,
    method: "POST",
    body: { email: "new@example.org", password: owner.password },
  });
  box.fail("554 5.7.1 go away");
  await invite("late@example.org");
  await becomes(failure, "554 5.7.1 go away");
  const paths = new Map([
    ["forgot", "/forgot"],
    ["reset-link", "/reset#reset_0"],
    ["prove-link", "/prove#proof_0"],
    ["recipient-link", "/recipient#recipient_0"],
    ["undo-link", "/undo#undo_0"],
    ["join-link", join],
    ["account", "/account"],
    ["members", `/orgs/${owner.orgId}/members`],
    ["organization-settings", `/orgs/${owner.orgId}/settings`],
  ]);
  for (const locale of ["en-US", "de-DE"]) {
    for (const width of PAGE_WIDTHS) {
      for (const colorScheme of SCHEMES) {
        const { context, page } = await newReader(browser, { viewport: { width, height: 900 }, colorScheme, locale });
        const ending = `${locale.slice(0, 2)}-${width}-${colorScheme}`;
        for (const [name, path] of paths) {
          const isInside = path === "/account" || path.startsWith("/orgs/");
          if (path === "/account") await signIn(page, demo.listening + path, owner);
          await page.goto("about:blank");
          await page.goto(demo.listening + path, { waitUntil: isInside ? "networkidle" : "load" });
          await page.locator("h1").first().waitFor();
          await draw(page, `with-mail-${name}-${ending}`);
          if (name === "forgot") {
            await page.locator("input[name=email]").fill("ada@example.com");
            await page.locator("button[type=submit]").click();
            await page.locator("[role=status]").first().waitFor();
            await draw(page, `with-mail-forgot-sent-${ending}`);
          }
        }
        await context.close();
      }
    }
  }
}
