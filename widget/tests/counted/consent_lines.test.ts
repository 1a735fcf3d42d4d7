/**
 * The lines of docs/widget-install.md for consent banners, run unchanged. Each runs with a stand-in for that banner's
 * API.
 */

import { readFileSync } from "node:fs";
import type { DOMWindow } from "jsdom";
import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { SITE } from "../support/example_site";

const DOCS = readFileSync(new URL("../../../docs/widget-install.md", import.meta.url), "utf8");
const section = /^## Consent\n([^]*?)^## /m.exec(DOCS)?.[1] ?? "";
/** The code of the page before a banner's own lines. */
const HELPER = /<script>\n([^]*?)<\/script>/.exec(section)?.[1] ?? "";
/** Code by the banner's name. A `|` within a cell is escaped with a backslash. */
const LINES = new Map(
  [...section.matchAll(/^\| ([^|]+?) \| (.+) \|$/gm)].flatMap(([, name = "", cell = ""]) => {
    const codes = [...cell.replaceAll("\\|", "|").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
    return name === "Banner" ? [] : [[name.replace(/ \(.*/, ""), codes] as const];
  }),
);

type Page = DOMWindow & Record<string, unknown>;
/**
 * What a banner does in its page, according to its documentation: it reports the reader's answer, given now or on an
 * earlier page.
 */
interface Banner {
  /** The part of it that is in the page before its lines. */
  readonly stub?: (page: Page) => void;
  /** Which of the codes in its row run as a script of the page; all others are names, or the banner runs them. */
  readonly runs?: (codes: readonly string[]) => string;
  /** The banner loads, with or without an earlier answer. */
  readonly begins: (page: Page, earlier: boolean | null, codes: readonly string[]) => void;
  readonly answers: (page: Page, isAllowed: boolean, codes: readonly string[]) => void;
}

const dispatch = (page: Page, target: EventTarget, name: string, detail?: unknown) =>
  target.dispatchEvent(new page.CustomEvent(name, { detail }));
const run = (page: Page, code: string) => {
  page.eval(code);
};

/**
 * https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework: `addEventListener` calls at
 * once, and again.
 */
function tcfBanner(): Banner {
  let hear: (data: object, isRight: boolean) => void;
  const say = (eventStatus: string, consents: object) => {
    hear({ eventStatus, gdprApplies: true, purpose: { consents } }, true);
  };
  const consents = (isAllowed: boolean) => ({ 1: isAllowed, 8: isAllowed });
  return {
    stub: (page) => {
      page.__tcfapi = (command: string, version: number, callback: typeof hear) => {
        if (command === "addEventListener" && version === 2) hear = callback;
      };
    },
    begins: (_, earlier) => {
      say(earlier === null ? "cmpuishown" : "tcloaded", consents(earlier ?? false));
    },
    answers: (_, isAllowed) => {
      say("useractioncomplete", consents(isAllowed));
    },
  };
}

const BANNERS: Readonly<Record<string, Banner>> = {
  "IAB TCF 2.2": tcfBanner(),
  // https://developers.google.com/tag-platform/security/guides/consent: a default for all and one for a region, then updates.
  "Google consent mode": {
    begins: (page, earlier) => {
      run(page, "function gtag() { dataLayer.push(arguments); }");
      run(
        page,
        'gtag("consent", "default", { analytics_storage: "denied" }); gtag("consent", "default", { analytics_storage: "granted", region: ["US"] }); dataLayer.push({ event: "page" });',
      );
      if (earlier !== null)
        run(page, `gtag("consent", "update", { analytics_storage: "${earlier ? "granted" : "denied"}" })`);
    },
    answers: (page, isAllowed) => {
      run(page, 'gtag("consent", "update", { ad_storage: "granted" })');
      run(page, `gtag("consent", "update", { analytics_storage: "${isAllowed ? "granted" : "denied"}" })`);
    },
  },
  // https://www.cookiebot.com/en/developer/
  Cookiebot: {
    begins(page, earlier) {
      if (earlier !== null) this.answers(page, earlier, []);
    },
    answers: (page, statistics) => {
      page.Cookiebot = { consent: { necessary: true, statistics } };
      dispatch(page, page, "CookiebotOnConsentReady");
    },
  },
  // https://developer.onetrust.com/onetrust/docs/javascript-events-guide: also at each load.
  OneTrust: {
    begins(page, earlier) {
      this.answers(page, earlier ?? false, []);
    },
    answers: (page, isAllowed) => {
      dispatch(page, page, "OneTrustGroupsUpdated", isAllowed ? ["C0001", "C0002"] : ["C0001"]);
    },
  },
  // https://usercentrics.com/docs/web/features/v2/events_v2/events_v2/: also at each load, then `implicit` where nobody answered.
  Usercentrics: {
    runs: (codes) => codes.find((code) => code.includes("asklineCount")) ?? "",
    begins: (page, earlier) => {
      dispatch(page, page, "ucEvent", {
        event: "consent_status",
        type: earlier === null ? "implicit" : "explicit",
        action: "onInitialPageLoad",
        Askline: earlier ?? false,
      });
    },
    answers: (page, isAllowed) => {
      dispatch(page, page, "ucEvent", { event: "other" });
      dispatch(page, page, "ucEvent", {
        event: "consent_status",
        type: "explicit",
        action: "onUpdateServices",
        Askline: isAllowed,
      });
    },
  },
  // https://complianz.io/developers-guide-for-third-party-integrations/: the first event at each load, the second at each change.
  Complianz: {
    begins: (page, earlier) => {
      page.cmplz_has_consent = (category: string) => category === "statistics" && !!earlier;
      dispatch(page, page.document, "cmplz_fire_categories", { categories: earlier ? ["statistics"] : [] });
    },
    answers: (page, isAllowed) => {
      page.cmplz_has_consent = (category: string) => category === "statistics" && isAllowed;
      dispatch(page, page.document, "cmplz_status_change", {
        category: "statistics",
        value: isAllowed ? "allow" : "deny",
      });
    },
  },
  // Its settings contain the code of both answers, and it runs them, also at each load.
  "Borlabs Cookie": {
    runs: () => "",
    begins(page, earlier, codes) {
      if (earlier !== null) this.answers(page, earlier, codes);
    },
    answers: (page, isAllowed, codes) => {
      run(page, codes[isAllowed ? 0 : 1] ?? "");
    },
  },
  // https://klaro.org/docs/integration/annotated-configuration: `callback` at each load and at each change.
  Klaro: {
    runs: ([code = ""]) => `window.service = { ${code} }`,
    begins(page, earlier) {
      this.answers(page, earlier ?? false, []);
    },
    answers: (page, isAllowed) => {
      (page.service as { callback: (consent: boolean, service: object) => void }).callback(isAllowed, {
        name: "askline",
      });
    },
  },
  // https://shopify.dev/docs/api/customer-privacy: the event when the reader answers; on later pages the API knows.
  "Shopify's own banner": {
    stub: (page) => {
      page.Shopify = {
        loadFeatures: (_: object, loaded: (error?: Error) => void) => {
          page.loaded = loaded;
        },
      };
    },
    begins: (page, earlier) => {
      Object.assign(page.Shopify as object, { customerPrivacy: { analyticsProcessingAllowed: () => !!earlier } });
      (page.loaded as () => void)();
    },
    answers: (page, analyticsAllowed) => {
      dispatch(page, page.document, "visitorConsentCollected", { analyticsAllowed, marketingAllowed: false });
    },
  },
};

const told = ({ service }: Browser) => service.events.map(({ type }) => type);
const WITH_CONSENT = { "data-site": SITE, "data-count": "consent" };

/** The parts of a banner that a page has before the widget loads. */
function equipped(name: string, page: Page): readonly string[] {
  const banner = BANNERS[name];
  const codes = LINES.get(name) ?? [];
  banner?.stub?.(page);
  run(page, HELPER);
  run(page, banner?.runs ? banner.runs(codes) : (codes[0] ?? ""));
  return codes;
}

test("every banner of the docs is tried here", () => {
  expect(HELPER).toContain("function asklineCount");
  expect([...LINES.keys()].sort()).toEqual(Object.keys(BANNERS).sort());
  for (const codes of LINES.values()) expect(codes.join()).toContain("asklineCount");
});

for (const [name, banner] of Object.entries(BANNERS)) {
  test(`${name}: nothing counts before the reader agrees, then the view does, and after a withdrawal nothing does`, async () => {
    const browser = await Browser.open({ tag: WITH_CONSENT });
    const page = browser.window as Page;
    const codes = equipped(name, page);
    banner.begins(page, null, codes);
    await browser.settle();
    expect(told(browser)).toEqual([]);
    banner.answers(page, false, codes);
    await browser.click("Ask ChatGPT");
    expect(told(browser)).toEqual([]);
    banner.answers(page, true, codes);
    await browser.settle();
    expect(told(browser)).toEqual(["view"]);
    await browser.click("Ask ChatGPT");
    expect(told(browser)).toEqual(["view", "ai_click"]);
    banner.answers(page, false, codes);
    await browser.click("Ask ChatGPT");
    expect(told(browser)).toEqual(["view", "ai_click"]);
    expect(Object.keys(page.localStorage)).toEqual([]);
    expect(browser.errors).toEqual([]);
  });

  for (const [earlier, expected] of [
    [true, ["view"]],
    [false, []],
  ] as const) {
    test(`${name}: what a reader ${earlier ? "allowed" : "refused"} on an earlier page applies, also if the banner loads before the widget`, async () => {
      const browser = await Browser.open({
        tag: WITH_CONSENT,
        prepare: (view) => {
          banner.begins(view, earlier, equipped(name, view));
        },
      });
      await browser.wait(1_000);
      expect(told(browser)).toEqual(expected);
      expect(browser.errors).toEqual([]);
    });
  }
}
