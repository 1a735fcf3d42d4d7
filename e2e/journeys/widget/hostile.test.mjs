// Pages that interfere with the widget, knowingly or not, in a real browser.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";

import { becomes } from "../../scenes/askline.mjs";
import { countLive, listenersOf } from "../../scenes/checks/live_things.mjs";
import { openStage, unfold } from "../../scenes/pages/widget_stage.mjs";

const stage = await openStage();
after(stage.end);

/** @param {import("../../scenes/pages/widget_stage.mjs").Scene} [scene] */
async function open(scene) {
  const reader = await stage.open(scene ?? {});
  await reader.widget.locator(".card, .opener").first().waitFor();
  return reader;
}

/**
 * The computed styles of every element inside. The page's font is inherited on purpose, so what depends on it is left
 * out.
 */
const looks = () => {
  const all = document.querySelector("askline-widget")?.shadowRoot?.querySelectorAll("section, section *") ?? [];
  const names = [
    "display",
    "position",
    "float",
    "color",
    "backgroundColor",
    "backgroundImage",
    "opacity",
    "visibility",
    "filter",
    "transform",
    "pointerEvents",
    "fontSize",
    "fontWeight",
    "fontStyle",
    "lineHeight",
    "letterSpacing",
    "wordSpacing",
    "textTransform",
    "textIndent",
    "textShadow",
    "textAlign",
    "whiteSpace",
    "direction",
    "writingMode",
    "userSelect",
    "borderTopWidth",
    "borderTopColor",
    "paddingTop",
    "paddingLeft",
    "marginTop",
    "boxShadow",
  ];
  return [...all].map((node) =>
    [node.localName, node.className, ...names.map((name) => Reflect.get(getComputedStyle(node), name))].join(" "),
  );
};

describe("styles of the page do not reach in", () => {
  const sheets = {
    "all: unset":
      "*,*::before,*::after{all:unset!important}html,body{display:block!important}style,script,head,title{display:none!important}",
    "all: revert": "*{all:revert!important}",
    "a reset of everything": `*,*::before{color:#f0f!important;background:#ff0!important;opacity:.1!important;filter:blur(4px)!important;visibility:hidden!important;
      float:left!important;letter-spacing:.5em!important;word-spacing:1em!important;text-transform:uppercase!important;text-indent:99px!important;
      text-shadow:0 0 9px red!important;text-align:right!important;font-style:italic!important;font-weight:900!important;line-height:3!important;
      white-space:nowrap!important;direction:rtl!important;pointer-events:none!important;user-select:none!important;border:9px solid red!important;
      padding:30px!important;margin:20px!important;box-shadow:0 0 99px red!important;display:inline!important}
      html,body,main,#ask{display:block!important;float:none!important;padding:0!important;margin:0!important;border:0!important}`,
    "rules for its element":
      "askline-widget{display:none!important;opacity:0!important;visibility:hidden!important;filter:opacity(0)!important}",
  };
  for (const [name, sheet] of Object.entries(sheets)) {
    test(name, async () => {
      // Both have the same background color, because the background decides between light and dark.
      const body = '<main><div id="ask" style="width:1000px"></div></main>';
      const theme = { preset: "light" };
      const calm = await open({ body, theme });
      const wanted = await calm.page.evaluate(looks);
      await calm.end();
      const { page, widget, end } = await open({ body, theme, style: sheet });
      assert.deepEqual(await page.evaluate(looks), wanted);
      const host = await widget.evaluate((node) => {
        const { display, opacity, filter } = getComputedStyle(node);
        return { display, opacity, filter };
      });
      assert.deepEqual(host, { display: "grid", opacity: "1", filter: "none" });
      await end();
    });
  }
});

test("a place that shrinks what it holds to its content gets a card of full size, and a narrow one does not burst", async () => {
  for (const around of [
    "display:flex",
    "display:flex;flex-direction:column;align-items:center",
    "display:grid;justify-items:center",
    "float:left",
    "display:inline-block",
    "position:absolute",
  ]) {
    for (const [room, least] of [
      [700, 690],
      [240, 239],
    ]) {
      const { page, widget, end } = await open({
        body: `<main style="width:${room}px;position:relative"><div id="ask" style="${around};max-width:100%"></div></main>`,
        style: "*{box-sizing:border-box}",
      });
      const { width } = (await widget.locator(".card").boundingBox()) ?? { width: 0 };
      assert.ok(width >= least && width <= room, `${around} in ${room}: ${width}`);
      assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
      await end();
    }
  }
});

test("on a page that clips, turns and shrinks, the menu and the panel stand whole in the window", async () => {
  const body =
    '<main style="transform:rotate(-3deg) scale(.9);overflow:hidden;height:150px;width:240px;contain:paint;filter:sepia(.2)"><div id="ask"></div></main>';
  for (const layout of ["row", "bar"]) {
    const { page, widget, end } = await open({
      body,
      theme: { layout },
      options: { viewport: { width: 360, height: 640 } },
    });
    if (layout === "row")
      await widget.locator("[data-do^=more]").evaluate((node) => /** @type {HTMLElement} */ (node).click());
    else await widget.locator(".opener").click();
    const part = widget.locator(layout === "row" ? "[role=menu]" : ".panel");
    await part.waitFor();
    const seen = await part.evaluate((node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      const hit = /** @type {ShadowRoot} */ (node.getRootNode()).elementFromPoint((left + right) / 2, top + 12);
      return {
        isInside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
        isOnTop: node.contains(hit),
      };
    });
    assert.deepEqual(seen, { isInside: true, isOnTop: true }, layout);
    assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    await end();
  }
});

test("a menu within a panel opens in it, and Escape closes one after the other", async () => {
  const { page, widget, end } = await open({ theme: { layout: "menu" } });
  await unfold(widget);
  await widget.locator(".panel [data-do^=more]").click();
  await widget.locator("[role=menuitem]").first().waitFor();
  assert.ok(await widget.locator(".panel").isVisible());
  await page.keyboard.press("Escape");
  await widget.locator("[role=menu]").waitFor({ state: "detached" });
  assert.equal(await widget.locator(".panel").isVisible(), true);
  await page.keyboard.press("Escape");
  await widget.locator(".panel").waitFor({ state: "hidden" });
  assert.equal(await widget.evaluate((node) => node.shadowRoot?.activeElement?.className), "opener");
  await end();
});

describe("a router that rewrites the address", () => {
  /** Records every node inside the widget, and all later changes there. */
  const watch = () => {
    const root = /** @type {ShadowRoot} */ (document.querySelector("askline-widget")?.shadowRoot);
    const records = /** @type {unknown[]} */ ([]);
    new MutationObserver((list) =>
      records.push(...list.map(({ type, target }) => `${type} ${target.nodeName}`)),
    ).observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    Object.assign(window, {
      records,
      host: document.querySelector("askline-widget"),
      nodes: [...root.querySelectorAll("*")],
    });
  };
  /** Waits until the widget has checked the page: it does so once per second, and after each change. */
  const looked = (/** @type {import("playwright-core").Page} */ page) =>
    page.waitForFunction("(window.waited = (window.waited ?? 0) + 1) > 15", undefined, { polling: 100 });

  test("what changes nothing in what is offered redraws nothing, with a menu open and in focus", async () => {
    const { page, widget, end } = await open({ head: '<link rel="canonical" href="">' });
    await page.evaluate("document.querySelector('link').href = location.pathname");
    await widget.locator("[data-do^=more]").click();
    await widget.locator("[role=menuitem]").first().waitFor();
    await page.evaluate(watch);
    await page.evaluate(
      "history.pushState(null, '', '?tab=2#here'); history.replaceState(null, '', '#there'); location.hash = 'third'; document.title = document.title; dispatchEvent(new PopStateEvent('popstate'))",
    );
    await looked(page);
    const seen = await page.evaluate(`({
      records, isSame: host === document.querySelector("askline-widget") && nodes.every((node) => node.isConnected),
      focus: host.shadowRoot.activeElement?.getAttribute("role"), isOpen: !!host.shadowRoot.querySelector("[role=menu]"),
    })`);
    assert.deepEqual(seen, { records: [], isSame: true, focus: "menuitem", isOpen: true });
    await end();
  });

  test("another view changes texts and links in the nodes that are there, and what has the focus keeps it", async () => {
    const { page, widget, end } = await open();
    await widget.locator(".other").first().focus();
    await page.evaluate(watch);
    await page.evaluate("history.pushState(null, '', 'long-chains'); document.title = 'Long chains'");
    await widget.getByText("Long chains").first().waitFor();
    const seen = await page.evaluate(`({
      isSame: host === document.querySelector("askline-widget") && nodes.every((node) => node.isConnected),
      focus: host.shadowRoot.activeElement?.className, href: decodeURIComponent(host.shadowRoot.activeElement?.href),
    })`);
    assert.deepEqual(
      { ...seen, href: /\/long-chains .*“Long chains”/.test(seen.href) },
      { isSame: true, focus: "other", href: true },
    );
    await end();
  });
});

test("it follows the page's own switch between light and dark, whatever the system says", async () => {
  const style =
    "body{background:#fff;color:#111}html.dark body,[data-theme=dark] body,body.night{background:#101216;color:#eee}";
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const { page, widget, end } = await open({ style, options: { colorScheme } });
    const ground = () => widget.locator(".card").evaluate((node) => getComputedStyle(node).backgroundColor);
    const [light, dark] = ["rgb(255, 255, 255)", "rgb(23, 25, 29)"];
    await becomes(ground, light);
    for (const [on, off] of [
      ["document.documentElement.className = 'dark'", "document.documentElement.className = ''"],
      ["document.documentElement.dataset.theme = 'dark'", "delete document.documentElement.dataset.theme"],
      ["document.body.className = 'night'", "document.body.className = ''"],
    ]) {
      await page.evaluate(on);
      await becomes(ground, dark);
      await page.evaluate(off);
      await becomes(ground, light);
    }
    await end();
  }
});

describe("where things are missing or forbidden it still draws, and can be clicked", () => {
  const press = async (/** @type {Awaited<ReturnType<typeof open>>} */ { context, widget, problems }) => {
    const [opened] = await Promise.all([context.waitForEvent("page"), widget.locator(".other").first().click()]);
    await opened.close();
    assert.deepEqual(problems, []);
  };

  test("no beacon, no storage, no idle time, no popovers, no observers of the size", async () => {
    const reader = await open({
      prepare: (page) =>
        page.addInitScript(() => {
          Reflect.deleteProperty(Navigator.prototype, "sendBeacon");
          Object.defineProperty(window, "localStorage", {
            get() {
              throw new DOMException("denied", "SecurityError");
            },
          });
          for (const name of ["requestIdleCallback", "ResizeObserver", "navigation"])
            Object.defineProperty(window, name, { value: undefined });
          for (const name of ["showPopover", "hidePopover", "popover"])
            Reflect.deleteProperty(HTMLElement.prototype, name);
        }),
    });
    await reader.widget.locator("[data-do^=more]").click();
    await reader.widget.locator("[role=menuitem]").first().waitFor();
    await reader.page.keyboard.press("Escape");
    await press(reader);
    await reader.end();
  });

  test("a policy that allows nothing but the script and its service", async () => {
    const reader = await open({
      policy: ({ service }) =>
        `default-src 'none'; script-src ${service}; connect-src ${service}; require-trusted-types-for 'script'; trusted-types 'none'; sandbox allow-scripts allow-popups allow-same-origin`,
    });
    assert.equal(await reader.widget.locator(".card").evaluate((node) => getComputedStyle(node).display), "grid");
    await press(reader);
    await reader.end();
  });

  test("a frame in a sandbox, which has no origin and no storage", async () => {
    const { page, end, problems } = await stage.open({ body: '<main><div id="ask"></div></main>{{widget}}' });
    await page.evaluate(() => {
      const frame = document.createElement("iframe");
      frame.title = "inside";
      frame.sandbox.add("allow-scripts");
      frame.style.cssText = "width:600px;height:600px";
      frame.src = location.href;
      document.body.append(frame);
    });
    const inside = page.frameLocator("iframe");
    await inside.locator("askline-widget .card").waitFor();
    await inside.getByRole("radio", { name: "Explain simply" }).click();
    await inside.getByText("in plain words").first().waitFor();
    assert.deepEqual(problems, []);
    await end();
  });
});

test("no cookie goes to the service, and what tracks a reader goes into no prompt and no link", async () => {
  /** @type {Promise<Record<string, string>>[]} */
  const asked = [];
  const { widget, end } = await open({
    query: "?utm_source=mail&gclid=1&fbclid=2&mc_cid=3&chapter=4&_ga=5",
    prepare: async (own) => {
      await own.context().addCookies([{ name: "session", value: "secret", url: "http://127.0.0.1/" }]);
      own.on("request", (request) => {
        if (/\/(config|events|widget)/.test(request.url())) asked.push(request.allHeaders());
      });
    },
  });
  await becomes(async () => asked.length >= 3, true);
  // The request of the script tag is the page's own; the widget's requests have an Origin header.
  const own = (await Promise.all(asked)).filter(({ origin }) => origin);
  assert.deepEqual([own.length >= 2, own.filter(({ cookie }) => cookie)], [true, []]);
  const links = await widget
    .locator("a[href]")
    .evaluateAll((all) => all.map((link) => decodeURIComponent(link.getAttribute("href") ?? "")));
  assert.ok(links.length > 5);
  for (const link of links) assert.ok(!/utm_source|gclid|fbclid|mc_cid|_ga=/.test(link), link);
  assert.ok(links.some((link) => link.includes("?chapter=4")));
  assert.deepEqual([await widget.getAttribute("lang"), await widget.getAttribute("dir")], ["en", "ltr"]);
  await end();
});

describe("what it put on the page goes with it", () => {
  for (const [name, end] of [
    ["Askline.destroy()", "Askline.destroy()"],
    ["remove() of the last one, as a component's unmount calls it", "Askline.remove({ site, api, target })"],
  ]) {
    test(name, async () => {
      const target = "#ask";
      const reader = await stage.open({
        prepare: (page) => page.addInitScript(countLive),
        body: '<main><div id="ask"></div></main>',
        tag: `data-target="${target}"`,
        theme: { layout: "bar" },
      });
      const { page, widget, service, siteId } = reader;
      const listeners = await listenersOf(page);
      await unfold(widget);
      await widget.locator(".panel [data-do=link]").click();
      // The button shows a check mark for a moment.
      await widget.locator(".panel [data-do=link][style*='--done']").waitFor();
      const before = await page.evaluate("({ live: live.size, timers: timers.size })");
      assert.ok(before.live > 0 && before.timers > 0 && (await listeners()) > 5, JSON.stringify(before));
      await page.evaluate(`{ const [site, api, target] = ${JSON.stringify([siteId, service, target])}; ${end}; }`);
      assert.deepEqual(
        await page.evaluate(
          `({ live: live.size, timers: timers.size, nodes: document.querySelectorAll("askline-widget, style").length, api: typeof askline })`,
        ),
        { live: 0, timers: 0, nodes: 0, api: "undefined" },
      );
      assert.equal(await listeners(), 0);
      await reader.end();
    });
  }
});
