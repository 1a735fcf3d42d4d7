// The widget for all readers: screen reader, keyboard, large letters, small screen, light and dark.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { becomes } from "../../scenes/askline.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { violations } from "../../scenes/checks/axe.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { startCustomer } from "../../scenes/pages/customer.mjs";
import { SEVERAL, SHAPES } from "../../scenes/pages/page_shapes.mjs";

const { test, cell } = journeysOf(import.meta.url);

/** @type {Awaited<ReturnType<typeof startCustomer>>} */
let customer;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  browser = await openBrowser();
  customer = await startCustomer([...SHAPES, SEVERAL]);
});
after(async () => {
  await browser?.close();
  await customer?.end();
});

/**
 * A page on which the widget is drawn; with `open`, its panel is open if it has one.
 * @param {import("../../scenes/pages/page_shapes.mjs").Shape} shape
 * @param {{ open: boolean, options?: import("playwright-core").BrowserContextOptions }} how
 */
async function visit(shape, { open, options }) {
  const reader = await newReader(browser, options);
  await reader.page.goto(customer.pages.origin + shape.path);
  const widget = reader.page.locator("askline-widget");
  await widget.locator("section").waitFor();
  if (open) {
    const opener = widget.locator(".opener");
    if (await opener.count()) await opener.click();
    await widget.locator(".prompt p").first().waitFor();
  }
  return { ...reader, widget };
}

describe("axe finds nothing", () => {
  for (const shape of SHAPES) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      cell(`on ${shape.name} in ${colorScheme}, closed and open`, async () => {
        for (const open of [false, true]) {
          const { context, page } = await visit(shape, { open, options: { colorScheme } });
          assert.deepEqual(await violations(page), []);
          await context.close();
        }
      });
    }
  }

  test("on a page with several widgets", async () => {
    const { context, page } = await newReader(browser);
    await page.goto(customer.pages.origin + SEVERAL.path);
    for (const place of ["#one", "#two"]) await page.locator(`${place} askline-widget .ai a`).waitFor();
    assert.deepEqual(await violations(page), []);
    await context.close();
  });

  test("and would find a button without a name", async () => {
    const { context, page, widget } = await visit(SHAPES[0], { open: false });
    await widget
      .locator("button.txt")
      .first()
      .evaluate((button) => button.replaceChildren());
    assert.match((await violations(page)).join(), /button-name/);
    await context.close();
  });
});

/** Which parts of the widget are outside of the screen or cut, and how far the page scrolls sideways. */
const overflow = () => {
  const root = document.querySelector("askline-widget")?.shadowRoot;
  const width = document.documentElement.clientWidth;
  const out = [...(root?.querySelectorAll("section *") ?? [])].filter((node) => {
    const { left, right, width: own } = node.getBoundingClientRect();
    // Text that is only for screen readers takes no room.
    return own > 1 && (left < -0.5 || right > width + 0.5);
  });
  return {
    sideways: document.documentElement.scrollWidth - width,
    out: out.map((node) => `${node.localName} ${node.textContent}`),
    cut: [...(root?.querySelectorAll(".card, .card a, .card button") ?? [])]
      .filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0)
      .map((node) => `${node.className} ${node.textContent}`),
  };
};

describe("nothing is wider than the window", () => {
  const sizes = /** @type {[string, import("playwright-core").BrowserContextOptions, string][]} */ ([
    ["at 320 pixels", { viewport: { width: 320, height: 640 } }, ""],
    ["at 200 % zoom of a small laptop", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }, ""],
    [
      "with letters of twice the size at 375 pixels",
      { viewport: { width: 375, height: 720 } },
      "html{font-size:200%!important}",
    ],
  ]);
  for (const [name, options, style] of sizes) {
    for (const shape of SHAPES) {
      test(`${name}, on ${shape.name}`, async () => {
        const { context, page } = await visit(shape, { open: true, options: { ...options, bypassCSP: true } });
        if (style) await page.addStyleTag({ content: style });
        // Elements above the page adapt to larger letters with the next frame.
        await becomes(() => page.evaluate(overflow), { sideways: 0, out: [], cut: [] });
        await context.close();
      });
    }
  }
});

/** The focused element inside the widget, and whether a reader can see it. */
const focused = () => {
  const root = document.querySelector("askline-widget")?.shadowRoot;
  const node = root?.activeElement;
  if (!node) return null;
  const { top, bottom, left, right } = node.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(node);
  const isOnScreen = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  const hit = root?.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return {
    text: node.textContent,
    isSeen:
      isOnScreen &&
      outlineStyle === "solid" &&
      parseFloat(outlineWidth) >= 2 &&
      !!hit &&
      (node.contains(hit) || hit.contains(node)),
  };
};

describe("with the keyboard alone", () => {
  for (const shape of SHAPES) {
    test(`on ${shape.name} every control is reached, in order, and is seen to have the focus`, async () => {
      const { context, page, widget } = await visit(shape, { open: false });
      const isMenu = (await widget.locator(".opener").count()) > 0;
      // The second file makes a row of choices one stop.
      if (!isMenu) await widget.locator('button[tabindex="-1"]').first().waitFor();
      /**
       * What the keyboard should reach: links, texts that scroll, and buttons, of a row of choices the selected one.
       */
      const reachable = widget.locator('a[href], button:not([tabindex="-1"]), p[tabindex]');
      let wanted = await reachable.allTextContents();
      /** @type {string[]} */
      const reached = [];
      for (let presses = 0; presses < 40 && reached.length < wanted.length; presses += 1) {
        await page.keyboard.press("Tab");
        const at = await page.evaluate(focused);
        if (!at) continue;
        assert.ok(at.isSeen, `${at.text} has the focus, and a reader cannot see it`);
        reached.push(at.text);
        if (isMenu && reached.length === 1) {
          await page.keyboard.press("Enter");
          await widget.locator(".panel .ai a").first().waitFor();
          // The focus moves into the panel.
          wanted = await reachable.allTextContents();
          // Going backward reaches what comes before it in the panel.
          for (let back = 0; back < wanted.length && (await page.evaluate(focused))?.text !== wanted[1]; back += 1)
            await page.keyboard.press("Shift+Tab");
          reached.push((await page.evaluate(focused))?.text ?? "nothing");
        }
      }
      assert.deepEqual(reached, wanted);
      if (isMenu) {
        await page.keyboard.press("Escape");
        assert.equal((await page.evaluate(focused))?.text, wanted[0]);
        assert.equal(await widget.locator(".card").isVisible(), false);
      }
      await context.close();
    });
  }

  test("a link is followed with Enter, and what is asked is chosen with Space", async () => {
    const { context, page, widget } = await visit(SHAPES[0], { open: false });
    await widget.getByRole("link", { name: /Claude/ }).focus();
    const [opened] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Enter")]);
    assert.equal(new URL(opened.url()).host, "claude.ai");
    await opened.close();
    await widget.getByRole("radio", { name: "Your own question" }).focus();
    await page.keyboard.press("Space");
    await widget.locator("textarea").fill("Why so slow?");
    assert.match(
      (await widget.locator(".prompt p").first().textContent()) ?? "",
      /^Why so slow\? I am reading “Slow bread & patience” at http/,
    );
    await context.close();
  });
});

describe("the words are those of the page", () => {
  test("an Arabic page has Arabic words, from right to left, and names the assistants in them", async () => {
    const shape = /** @type {import("../../scenes/pages/page_shapes.mjs").Shape} */ (
      SHAPES.find(({ path }) => path === "/ar")
    );
    const { context, page, widget } = await visit(shape, { open: false });
    assert.equal(await widget.locator("section").evaluate((node) => getComputedStyle(node).direction), "rtl");
    await page.getByRole("region", { name: "اسأل الذكاء الاصطناعي" }).waitFor();
    // The name is isolated, so that it keeps its place in right-to-left text.
    await page.getByRole("link", { name: "اسأل \u2068ChatGPT\u2069" }).waitFor();
    await context.close();
  });
});
