// The widget below a path of the site's own origin. A small proxy passes the path on, or removes it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { after, before, describe, test } from "node:test";

import { api, becomes, logIn, makeSite, startNewDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { ownerOf, signIn, unexpected } from "../../scenes/dashboard.mjs";

const PREFIX = "/askline";
const CONFIG = {
  placement: { mode: "inline", selector: "#ask", position: "append" },
  platforms: [
    { id: "chatgpt", enabled: true },
    { id: "claude", enabled: true },
  ],
  social: [{ id: "email", enabled: true }],
};

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());

/**
 * Starts a site on its own origin, whose pages have a snippet. It passes everything below the path to the service.
 * @param {boolean} keepsPath
 */
async function startSite(keepsPath) {
  const site = {
    origin: "",
    service: "",
    snippet: "",
    passed: /** @type {{ path: string, cookie: string | undefined }[]} */ ([]),
    end: async () => {},
  };
  const server = createServer((asked, answer) => {
    const path = asked.url ?? "/";
    if (!path.startsWith(`${PREFIX}/`)) {
      answer.setHeader("content-type", "text/html; charset=utf-8");
      answer.setHeader("set-cookie", "cart=1; Path=/");
      answer.setHeader(
        "content-security-policy",
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:",
      );
      answer.end(`<!doctype html><html lang="en"><head><title>Slow bread</title><link rel="icon" href="data:,"></head>
        <body><main><article><h1>Slow bread</h1><p>Flour, water, salt and time.</p></article><div id="ask"></div></main>${site.snippet}</body></html>`);
      return;
    }
    site.passed.push({ path, cookie: asked.headers.cookie });
    const { port } = new URL(site.service);
    const headers = {
      ...asked.headers,
      "x-forwarded-for": "192.0.2.7",
      ...(keepsPath ? {} : { "x-forwarded-prefix": PREFIX }),
    };
    const onward = send(
      { host: "127.0.0.1", port, method: asked.method, path: keepsPath ? path : path.slice(PREFIX.length), headers },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      },
    );
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  site.origin = `http://localhost:${port}`;
  site.end = async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
  };
  return site;
}

for (const [keepsPath, how] of /** @type {const} */ ([
  [true, "passes the path on"],
  [false, "removes the path"],
])) {
  describe(`behind a proxy that ${how}`, () => {
    /** @type {Awaited<ReturnType<typeof startSite>>} */
    let site;
    /** @type {Awaited<ReturnType<typeof startNewDemo>>} */
    let demo;
    let siteId = "";

    before(async () => {
      site = await startSite(keepsPath);
      demo = await startNewDemo({
        ASKLINE_WIDGET__PUBLIC_URL: `${site.origin}${PREFIX}`,
        ASKLINE_PROXY__TRUSTED: "127.0.0.1/32",
      });
      site.service = demo.listening;
      siteId = await makeSite(demo, await logIn(demo), { name: "Bread", origin: site.origin, config: CONFIG });
    });
    after(async () => {
      await demo?.end();
      await site?.end();
    });

    test("the dashboard's snippet shows the widget, which counts a view and a click, and asks the page's own origin alone", async () => {
      const owner = await newReader(browser);
      await signIn(owner.page, `${demo.listening}/sites/${siteId}/settings`, ownerOf(demo, "enterprise"));
      const shown = owner.page.locator("code", { hasText: "/widget.js" }).first();
      await shown.waitFor();
      site.snippet = await shown.innerText();
      assert.equal(
        site.snippet,
        `<script src="${site.origin}${PREFIX}/widget.js" data-site="${siteId}" async></script>`,
      );
      assert.deepEqual(unexpected(owner.problems), []);
      await owner.context.close();

      const { context, page, problems } = await newReader(browser);
      /** @type {string[]} */
      const asked = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(`${site.origin}/bread`);
      const [opened] = await Promise.all([
        context.waitForEvent("page"),
        page.getByRole("link", { name: "Ask ChatGPT" }).click(),
      ]);
      await opened.waitForLoadState();
      assert.equal(new URL(opened.url()).host, "chatgpt.com");
      const figures = async () => {
        const [ai, pages] = [
          await api(demo, `/analytics/${siteId}/ai?days=1`),
          await api(demo, `/analytics/${siteId}/pages?days=1`),
        ];
        return [ai.totals.aiClicks, pages.totals.views];
      };
      await becomes(figures, [1, 1]);
      assert.deepEqual(problems, []);
      // The policy of the page also allows no other origin; a blocked request is reported as a problem.
      assert.deepEqual(
        asked.filter((address) => !address.startsWith("data:") && new URL(address).origin !== site.origin),
        [],
      );
      const paths = site.passed.map(({ path }) => path.replace(/\?.*/, ""));
      assert.ok(paths.includes(`${PREFIX}/widget.js`), `${paths}`);
      assert.ok(
        paths.some((path) => /^\/askline\/widget\/rest-\w+\.js$/.test(path)),
        `${paths}`,
      );
      assert.ok(paths.includes(`${PREFIX}/api/v1/sites/${siteId}/config`), `${paths}`);
      assert.ok(paths.includes(`${PREFIX}/api/v1/events`), `${paths}`);
      // The widget's own requests carry none of the site's cookies.
      assert.deepEqual(
        site.passed.filter(({ path, cookie }) => path.includes("/api/") && cookie !== undefined),
        [],
      );
      await context.close();
    });

    test("an element of the page is a widget, too, and asks the same origin", async () => {
      site.snippet = `<askline-widget data-site="${siteId}"></askline-widget><script src="${PREFIX}/widget/element.js" async></script>`;
      const { context, page, problems } = await newReader(browser);
      /** @type {string[]} */
      const asked = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(`${site.origin}/bread`);
      await page.getByRole("link", { name: "Ask ChatGPT" }).waitFor();
      assert.deepEqual(
        asked.filter((address) => !address.startsWith("data:") && new URL(address).origin !== site.origin),
        [],
      );
      assert.deepEqual(problems, []);
      await context.close();
    });

    test("neither the dashboard nor its API is at the site's origin", async () => {
      for (const path of [
        "/",
        "/login",
        "/docs",
        "/preview",
        "/demo/",
        "/healthz",
        "/metrics",
        "/api/v1/me",
        "/api/v1/sites",
        "/mcp",
      ]) {
        const { status } = await fetch(`${site.origin}${PREFIX}${path}`, {
          headers: { authorization: `Bearer ${demo.key}` },
        });
        assert.equal(status, 404, path);
      }
    });
  });
}
