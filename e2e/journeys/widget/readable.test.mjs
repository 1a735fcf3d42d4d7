// The widget is readable and clickable with any accent, background and layout.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { journeysOf } from "../../scenes/cells.mjs";
import { violations } from "../../scenes/checks/axe.mjs";
import { LAYOUTS, PAGES, WIDTHS } from "../../scenes/pages/widget_looks.mjs";
import { openStage, speak, unfold } from "../../scenes/pages/widget_stage.mjs";

const { test, cell } = journeysOf(import.meta.url);

const ACCENTS = 100;
const SEED = 20_261_122;
/**
 * Contrast that text needs, and that shapes need. https://www.w3.org/TR/WCAG22/#contrast-minimum, #non-text-contrast
 */
const NEEDED = { text: 4.5, shape: 3 };
const BACKGROUNDS = ["#ffffff", "#6d7480", "#0b0d12"];

const stage = await openStage();
after(stage.end);
/** The colors that the service computes for each accent. @type {unknown[]} */
const looks = [];

before(async () => {
  for (const accent of accents()) looks.push((await stage.payloadFor({ theme: { accent } })).looks);
});

/** Random colors that are the same in every run (mulberry32). */
function accents() {
  let state = SEED;
  return Array.from({ length: ACCENTS }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return `#${((mixed ^ (mixed >>> 14)) >>> 8).toString(16).padStart(6, "0")}`;
  });
}

/** Everything inside `place` with too little contrast, computed from what the browser shows. */
const faint = (/** @type {{ place: Element, needed: typeof NEEDED }} */ { place, needed }) => {
  const parts = (/** @type {string} */ text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (/** @type {number[]} */ [r, g, b]) =>
    [r, g, b]
      .map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  const ratio = (/** @type {number[]} */ one, /** @type {number[]} */ other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const hostOf = (/** @type {Element} */ node) => {
    const root = node.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  };
  /** The background color behind `from`: the first one that is not transparent, from the shadow root on to the page. */
  const behind = (/** @type {Element | null} */ from) => {
    for (let node = from; node; node = node.parentElement ?? hostOf(node)) {
      const [r = 0, g = 0, b = 0, opacity = 1] = parts(getComputedStyle(node).backgroundColor);
      if (opacity > 0.99) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const root = place.querySelector("askline-widget")?.shadowRoot;
  const found = [];
  let looked = 0;
  for (const node of root?.querySelectorAll("section *") ?? []) {
    const { width, height } = node.getBoundingClientRect();
    if (width < 2 || height < 2 || node.closest("[aria-disabled]")) continue;
    const style = getComputedStyle(node);
    const says = [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim());
    const painted =
      node.localName === "path" ? (style.fill === "none" ? style.stroke : style.fill) : says ? style.color : "";
    if (painted) {
      looked += 1;
      const have = ratio(parts(painted), behind(node));
      if (have < (node.localName === "path" ? needed.shape : needed.text) - 0.01)
        found.push(
          `${node.localName}.${node.closest("[class]")?.className} ${painted} on ${behind(node)}: ${have.toFixed(2)}`,
        );
    }
    // The main button against what is behind it.
    if (
      node.matches(".split,.opener") &&
      ratio(parts(style.backgroundColor), behind(node.parentElement)) < needed.shape - 0.01
    )
      found.push(`${node.className} ${style.backgroundColor} on ${behind(node.parentElement)}`);
  }
  return { found, looked };
};

/** @param {import("playwright-core").Locator} place */
const faintIn = (place) =>
  place.evaluate(
    (node, { text, needed }) => new Function("given", `return (${text})(given)`)({ place: node, needed }),
    { text: faint.toString(), needed: NEEDED },
  );

describe("contrast", () => {
  for (const layout of LAYOUTS) {
    for (const preset of ["auto", "blend"]) {
      cell(
        `${ACCENTS} accents on ${BACKGROUNDS.length} grounds, ${layout}, ${preset}: nothing is too faint`,
        async () => {
          const all = accents();
          /** @type {any[]} */
          const payloads = [];
          for (const marks of ["mono", "brand"])
            payloads.push(await stage.payloadFor({ theme: { layout, preset, marks } }));
          for (const ground of BACKGROUNDS) {
            // With `blend` the accent is the color of the page's links, so each place has a link in its own accent,
            // which may have poor contrast.
            const body = all
              .map((accent, at) => `<div id="w${at}"><a href="/" style="color:${accent}">A</a></div>`)
              .join("");
            const { page, service, end } = await stage.open({
              style: `body{background:${ground};color:${ground === "#ffffff" ? "#222" : "#eee"}}`,
              body: `<div id="ask"></div>${body}`,
              prepare: (own) =>
                own.addInitScript(
                  ({ payloads, accents: colors, looks: worn }) => {
                    // The reader last chose the assistant with the most colorful mark, so that this mark is shown on
                    // the accent.
                    localStorage.setItem("askline.last", "claude");
                    const fetched = window.fetch;
                    // A site for each accent; every second one has marks in their own colors.
                    window.fetch = async (url, options) => {
                      const [, at] = /sites\/site_(\d+)\/config/.exec(String(url)) ?? [];
                      if (at === undefined) return fetched(url, options);
                      const payload = payloads[Number(at) % 2];
                      const theme = { ...payload.config.theme, accent: colors[Number(at)] };
                      return new Response(
                        JSON.stringify({
                          data: { ...payload, looks: worn[Number(at)], config: { ...payload.config, theme } },
                        }),
                      );
                    };
                  },
                  { payloads, accents: all, looks },
                ),
            });
            await page.evaluate(
              ({ api, count }) => {
                for (let at = 0; at < count; at += 1)
                  Reflect.get(window, "askline").init({ site: `site_${at}`, api, target: `#w${at}` });
              },
              { api: service, count: ACCENTS },
            );
            const isCard = layout === "row" || layout === "stacked";
            await page.locator(`#w${ACCENTS - 1} askline-widget ${isCard ? ".card" : ".opener"}`).waitFor();
            let looked = 0;
            for (let at = 0; at < ACCENTS; at += 1) {
              const place = page.locator(`#w${at}`);
              if (!isCard) {
                await place.locator(".opener").evaluate((node) => /** @type {HTMLElement} */ (node).click());
                await place.locator(".panel .card").waitFor();
              }
              const seen = await faintIn(place);
              assert.deepEqual(seen.found, [], `accent ${all[at]} on ${ground}`);
              looked += seen.looked;
            }
            assert.ok(looked > ACCENTS * 20, `only ${looked} texts and shapes were seen`);
            await end();
          }
        },
      );
    }
  }
});

for (const layout of LAYOUTS) {
  cell(
    `a dark ${layout} on a light page and a light one on a dark page can be read, what opens above the page as well`,
    async () => {
      for (const [preset, ground] of [
        ["dark", "#ffffff"],
        ["light", "#0b0d12"],
      ]) {
        const { page, widget, end } = await stage.open({
          theme: { preset, layout },
          style: `body{background:${ground}}`,
        });
        await unfold(widget);
        await widget.locator(".card [data-do^=more]").click();
        await widget.locator("[role=menuitem]").first().waitFor();
        const seen = await faintIn(page.locator("body"));
        assert.ok(seen.looked > 20, `only ${seen.looked} texts and shapes were seen`);
        assert.deepEqual(seen.found, [], `${preset} on ${ground}`);
        await end();
      }
    },
  );
}

/** Clickable parts smaller than the minimum target size. https://www.w3.org/TR/WCAG22/#target-size-minimum */
const small = () => {
  const root = document.querySelector("askline-widget")?.shadowRoot;
  return [...(root?.querySelectorAll("a, button, textarea") ?? [])].flatMap((node) => {
    const { width, height } = node.getBoundingClientRect();
    return width > 0 && (width < 24 || height < 24)
      ? [`${node.className} ${node.textContent}: ${width} × ${height}`]
      : [];
  });
};

describe("axe finds nothing, and everything can be hit", () => {
  for (const layout of LAYOUTS) {
    for (const lang of /** @type {const} */ (["en", "ar"])) {
      cell(`${layout}, ${lang}, in every theme, from ${WIDTHS[0]} to ${WIDTHS.at(-1)} pixels`, async () => {
        for (const [at, [preset, look]] of Object.entries(PAGES).entries()) {
          const width = WIDTHS[at % WIDTHS.length];
          const { page, widget, end } = await stage.open({
            lang,
            theme: { layout, preset },
            style: look,
            body: '<main><h1>Gear</h1><div id="ask"></div></main>',
            options: { viewport: { width: width + 16, height: 800 } },
          });
          await unfold(widget);
          assert.deepEqual(await violations(page), [], `${preset} at ${width}`);
          assert.deepEqual(await page.evaluate(small), [], `${preset} at ${width}`);
          const more = widget.locator(".card [data-do^=more]");
          await more.click();
          await widget.locator("[role=menuitem]").first().waitFor();
          assert.deepEqual(await violations(page), [], `${preset} at ${width}, with the menu`);
          await end();
        }
      });
    }
  }
});

/** The buttons that choose what to ask: their number, and which of them are too small, cut off or wrapped. */
const choices = () => {
  const row = document.querySelector("askline-widget")?.shadowRoot?.querySelector(".kinds");
  const buttons = [...(row?.querySelectorAll("[role=radio]") ?? [])];
  const room = row?.getBoundingClientRect() ?? new DOMRect();
  const isBroken = (/** @type {Node} */ text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  };
  const bad = buttons.filter((button) => {
    const { left, right, width, height } = button.getBoundingClientRect();
    const isOut =
      left < room.left - 0.5 ||
      right > room.right + 0.5 ||
      button.scrollWidth > button.clientWidth ||
      button.scrollHeight > button.clientHeight;
    return isOut || width < 24 || height < 24 || [...button.childNodes].some(isBroken);
  });
  return { count: buttons.length, bad: bad.map(({ textContent }) => textContent) };
};

test("in the narrowest card each choice is on one line, whole and large enough, in every language", async () => {
  const languages = Object.keys((await stage.payloadFor({})).labels);
  assert.equal(languages.length, 8);
  // With large letters, the longest German words need 280 px.
  for (const [size, width] of Object.entries({ sm: WIDTHS[0], md: WIDTHS[0], lg: 280 })) {
    const { page, widget, end } = await stage.open({
      theme: { size },
      body: `<div id="ask" style="width:${width}px"></div>`,
      options: { viewport: { width: 400, height: 900 } },
    });
    for (const lang of languages) {
      await speak(page, widget, lang);
      assert.deepEqual(await page.evaluate(choices), { count: 4, bad: [] }, `${lang}, ${size}`);
    }
    await end();
  }
});
