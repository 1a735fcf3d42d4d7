// A floating widget stays clear of other elements in its corner. On a phone, it is hidden while a reader types.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";

import { becomes } from "../../scenes/askline.mjs";
import { openStage } from "../../scenes/pages/widget_stage.mjs";
import { openSettled } from "../../scenes/settled.mjs";

const OFFSET = 16;
const DAY_MS = 86_400_000;
const PHONE = { width: 390, height: 780 };
const TEXT = `<main><h1>Gear ratios</h1>${"<p>A smaller chainring makes a climb lighter.</p>".repeat(40)}<label>Name <input id="name"></label></main>`;

/** A bar along the lower edge, like those of consent services. */
const CONSENT = `<div id="consent" style="position:fixed;left:0;right:0;bottom:0;z-index:2147483647;padding:20px;background:#fff;border-top:1px solid #ccc">
  <p>We use cookies to measure how our pages are read, and to show what fits.</p><button>Accept</button> <button>Refuse</button></div>`;
/** The same bar in a transparent frame that covers the window and lets clicks through. */
const FRAMED = `<div style="position:fixed;inset:0;pointer-events:none;display:flex;align-items:flex-end">
  <div id="consent" style="pointer-events:auto;width:100%;padding:30px;background:#eee">We use cookies. <button>Accept</button></div></div>`;
/** A bubble in a shadow root, like those of chat services. */
const CHAT = `{ const chat = document.createElement("div"); chat.id = "chat"; document.body.append(chat);
  chat.attachShadow({ mode: "open" }).innerHTML = '<button style="position:fixed;right:20px;bottom:20px;width:60px;height:60px;border-radius:50%">Chat</button>'; }`;

const stage = await openStage();
after(stage.end);

/** @param {import("../../scenes/pages/widget_stage.mjs").Scene} scene @param {Record<string, unknown>} [placement] */
async function open(scene, placement = {}) {
  const reader = await stage.open({
    body: TEXT,
    options: { viewport: PHONE },
    config: { placement: { mode: "floating", position: "bottom-right", offset: OFFSET, ...placement } },
    ...scene,
  });
  await reader.widget.locator(".opener").waitFor();
  return reader;
}

/**
 * The button's distance from the lower edge, and whether it can be clicked, that is, whether nothing covers its
 * corners.
 */
const stands = (/** @type {import("playwright-core").Page} */ page) =>
  page.evaluate(() => {
    const host = document.querySelector("askline-widget");
    const { left, top, right, bottom } =
      host?.shadowRoot?.querySelector(".opener")?.getBoundingClientRect() ?? new DOMRect();
    const corners = [
      [left + 4, top + 4],
      [right - 4, top + 4],
      [left + 4, bottom - 4],
      [right - 4, bottom - 4],
    ];
    const own = [
      document.querySelector("#consent"),
      document.querySelector("#chat")?.shadowRoot?.querySelector("button"),
    ].flatMap((node) => node?.getBoundingClientRect() ?? []);
    const covers = own.filter(
      (rect) => rect.width && left < rect.right && right > rect.left && top < rect.bottom && bottom > rect.top,
    );
    return {
      gap: Math.round(innerHeight - bottom),
      isFree: !covers.length && corners.every(([x, y]) => document.elementFromPoint(x, y) === host),
    };
  });
/** @param {import("playwright-core").Page} page @param {number} least @param {number} most */
const standsFree = (page, least, most = least) =>
  becomes(async () => {
    const { gap, isFree } = await stands(page);
    return isFree && gap >= least && gap <= most ? true : JSON.stringify({ gap, isFree });
  }, true);

describe("what the page has fixed in its corner", () => {
  for (const [name, banner] of [
    ["a bar for consent", CONSENT],
    ["one in a frame that covers the window", FRAMED],
  ]) {
    test(`${name} that was there before is kept clear of, and the corner is taken when it goes`, async () => {
      const { page, end, problems } = await open({ body: TEXT + banner });
      await standsFree(page, 60, 400);
      await page.evaluate("document.querySelector('#consent').remove()");
      await standsFree(page, OFFSET);
      assert.deepEqual(problems, []);
      await end();
    });
  }

  test("a chat bubble that is added later, and a bar below it, are not covered", async () => {
    const { page, end } = await open({});
    await standsFree(page, OFFSET);
    await page.evaluate(CHAT);
    await standsFree(page, 80, 100);
    await page.evaluate((html) => document.body.insertAdjacentHTML("beforeend", html), CONSENT);
    await standsFree(page, 100, 400);
    await page.evaluate("document.querySelector('#chat').remove(); document.querySelector('#consent').remove()");
    await standsFree(page, OFFSET);
    await end();
  });

  test("what is in another corner, or cannot be seen, does not move it", async () => {
    const { page, end } = await open({
      body: `${TEXT}<div style="position:fixed;left:0;bottom:0;width:90px;height:90px">Back</div>
      <div style="position:fixed;right:0;bottom:0;width:300px;height:200px;opacity:0">Later</div>`,
    });
    // The widget checks the page once per second, and this is long enough.
    await page.waitForFunction("(window.waited = (window.waited ?? 0) + 1) > 15", undefined, { polling: 100 });
    assert.equal((await stands(page)).gap, OFFSET);
    await end();
  });

  test("the side and the offset are the owner's", async () => {
    for (const [side, edge] of /** @type {const} */ ([
      ["start", "left"],
      ["end", "right"],
    ])) {
      const { page, widget, end } = await open({}, { side, offset: 40 });
      await standsFree(page, 40);
      const { x, width } = (await widget.locator(".opener").boundingBox()) ?? { x: 0, width: 0 };
      assert.equal(Math.round(edge === "left" ? x : PHONE.width - x - width), 40);
      await end();
    }
  });
});

test("in the narrowest window a button of many words keeps the offset from both edges, in both directions of writing", async () => {
  const width = 240;
  for (const lang of /** @type {const} */ (["en", "ar"])) {
    const { widget, end } = await open({
      lang,
      options: { viewport: { width, height: 780 } },
      prepare: (page) =>
        page.route(/\/api\/v1\/sites\/[^/]+\/config\?language=/, async (route) => {
          const payload = await stage.payloadFor({
            lang,
            config: { placement: { mode: "floating", position: "bottom-right", offset: OFFSET } },
          });
          payload.labels[lang].menu = "Ask an assistant about what stands on this page";
          await route.fulfill({
            headers: { "access-control-allow-origin": "*" },
            json: { data: payload, error: null, meta: {} },
          });
        }),
    });
    const box = (await widget.locator(".opener").boundingBox()) ?? { x: 0, width: 0 };
    assert.deepEqual(
      [Math.round(box.x) >= OFFSET, Math.round(box.x + box.width) <= width - OFFSET],
      [true, true],
      lang,
    );
    await end();
  }
});

describe("while a field is filled in on a phone", () => {
  const FIELDS = {
    "a field of the page": "document.querySelector('#name').focus()",
    "text that can be written":
      "{ const text = document.createElement('div'); text.contentEditable = 'true'; document.body.append(text); text.focus(); }",
    "a field of a part that keeps to itself":
      "{ const part = document.createElement('x-form'); document.body.append(part); part.attachShadow({ mode: 'open' }).innerHTML = '<input>'; part.shadowRoot.querySelector('input').focus(); }",
  };
  const blur =
    "{ let field = document.activeElement; while (field.shadowRoot) field = field.shadowRoot.activeElement; field.blur(); }";
  for (const [name, focus] of Object.entries(FIELDS)) {
    test(`${name}: it moves away, and back`, async () => {
      const { page, widget, end } = await open({});
      await page.evaluate(focus);
      await widget.locator(".opener").waitFor({ state: "hidden" });
      await page.evaluate(blur);
      await widget.locator(".opener").waitFor();
      await end();
    });
  }

  test("it stays for the reader's own question, and on a wide window", async () => {
    const { page, widget, end } = await open({});
    await widget.locator(".opener").click();
    await widget.getByRole("radio", { name: "Your own question" }).click();
    await widget.locator("textarea").fill("Which chain?");
    await widget.locator(".main[href*='Which']").waitFor();
    await page.setViewportSize({ width: 1200, height: 800 });
    await page.locator("#name").focus();
    await widget.locator(".opener").waitFor();
    await end();
  });
});

test("who hides it for today does not meet it again until tomorrow", async () => {
  const { page, context, widget, end } = await open({});
  await widget.locator(".opener").click();
  await widget.getByRole("button", { name: "Hide for today" }).click();
  await page.locator("askline-widget").waitFor({ state: "detached" });
  const address = page.url();
  const opened = async (/** @type {number} */ later) => {
    const other = await context.newPage();
    await other.addInitScript((by) => {
      const { now } = Date;
      Date.now = () => now() + by;
    }, later);
    await openSettled(other, address);
    return other;
  };
  const today = await opened(0);
  // Whether the widget is shown is decided after the second file is loaded.
  await today.waitForFunction("performance.getEntriesByType('resource').some(({ name }) => name.includes('/rest-'))");
  assert.equal(await today.locator("askline-widget").count(), 0);
  const tomorrow = await opened(DAY_MS);
  await tomorrow.locator("askline-widget .opener").waitFor();
  await end();
});
