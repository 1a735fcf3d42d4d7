// Pictures of the widget: every layout, theme, width and writing direction. There are three widths; text runs left to
// right and right to left.

import { join } from "node:path";

import { openBrowser } from "../scenes/browser.mjs";
import { LAYOUTS, PAGES, WIDTHS } from "../scenes/pages/widget_looks.mjs";
import { startStage, unfold } from "../scenes/pages/widget_stage.mjs";

const STYLE = "*{box-sizing:border-box}body{margin:0;font-size:16px;line-height:1.5}";
/** Shows the pages under a name that readers of a picture would expect, instead of this machine's. */
const rename = () => {
  for (const host of document.querySelectorAll("askline-widget")) {
    const texts = document.createTreeWalker(/** @type {ShadowRoot} */ (host.shadowRoot), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = /** @type {Text} */ (texts.currentNode);
      // An address is in pieces, so that a line can break after each.
      const named = text.data.replaceAll("http://", "https://").replaceAll(location.host, "nordlicht.example");
      if (named !== text.data) text.data = named;
    }
  }
};

/** A button of the page, because a blended widget copies the corners of the page's buttons. */
const BUTTON = '<button type="button" hidden>All</button>';
/** Text of the page, so that a picture shows how the widget fits in. */
const LEAD = {
  en: 'A smaller chainring makes a climb lighter. <a href="/guides">All guides</a>',
  ar: 'الترس الأصغر يجعل الصعود أخف. <a href="/guides">كل الأدلة</a>',
};

/**
 * Draws them all into `folder`; pictures of a card in the page show all widths side by side.
 * @param {string} folder
 * @param {(name: string) => boolean} [isWanted]
 */
export async function drawWidget(folder, isWanted = () => true) {
  const browser = await openBrowser();
  const stage = await startStage(browser);
  let drawn = 0;
  try {
    for (const layout of LAYOUTS) {
      for (const [preset, look] of Object.entries(PAGES)) {
        for (const lang of /** @type {const} */ (["en", "ar"])) {
          const name = `widget-${layout}-${preset}-${lang === "ar" ? "rtl" : "ltr"}`;
          if (!isWanted(name)) continue;
          const isCard = layout === "row" || layout === "stacked";
          for (const width of isCard ? [WIDTHS.reduce((sum, one) => sum + one + 24, 24)] : WIDTHS) {
            const places = isCard ? WIDTHS : [width - 32];
            const body =
              `<main style="display:flex;gap:24px;align-items:start;padding:16px ${isCard ? 24 : 16}px">` +
              places
                .map(
                  (own) =>
                    `<div style="width:${own}px"><p style="margin:0">${LEAD[lang]}</p><div id="w${own}"></div></div>`,
                )
                .join("") +
              `</main>${BUTTON}`;
            const tag = `data-target="#w${places[0]}"`;
            const reader = await stage.open({
              lang,
              theme: { preset, layout },
              style: STYLE + look,
              body,
              tag,
              options: { viewport: { width, height: isCard ? 1_000 : 900 } },
            });
            const others = places
              .slice(1)
              .map((own) => `askline.init({ site: "${reader.siteId}", api: "${reader.service}", target: "#w${own}" })`);
            await reader.page.evaluate(others.join(";"));
            for (const own of places) await reader.page.locator(`#w${own} .${isCard ? "card" : "opener"}`).waitFor();
            if (!isCard) await unfold(reader.widget);
            await reader.page.evaluate(rename);
            await reader.page.screenshot({
              path: join(folder, `${name}${isCard ? "" : `-${width}`}.png`),
              fullPage: isCard,
            });
            drawn += 1;
            await reader.end();
          }
        }
      }
    }
  } finally {
    await browser.close();
    await stage.end();
  }
  return drawn;
}

/** The pictures in `docs/pictures`. */
const SHOWN = /** @type {{ name: string, preset: keyof typeof PAGES, width: number, lang?: "en" | "ar" }[]} */ ([
  { name: "widget-card", preset: "auto", width: 758 },
  { name: "widget-blend", preset: "blend", width: 758 },
  { name: "widget-dark-narrow", preset: "dark", width: 390 },
  { name: "widget-narrow-arabic", preset: "light", width: 390, lang: "ar" },
]);

/**
 * Takes these pictures again.
 * @param {string} folder
 */
export async function drawForDocs(folder) {
  const browser = await openBrowser();
  const stage = await startStage(browser);
  try {
    for (const { name, preset, width, lang } of SHOWN) {
      const { page, widget, end } = await stage.open({
        lang,
        theme: { preset, layout: "row" },
        style: `${STYLE}${PAGES[preset]}a{position:absolute;top:-99px}`,
        body: `<a href="/">All</a>${BUTTON}<div id="ask" style="padding:0 8px"></div>`,
        options: { viewport: { width: width + 16, height: 900 } },
      });
      await widget.locator(".card").waitFor();
      await page.evaluate(rename);
      await page.locator("#ask").screenshot({ path: join(folder, `${name}.png`) });
      await end();
    }
  } finally {
    await browser.close();
    await stage.end();
  }
}
