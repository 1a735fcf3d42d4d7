// @vitest-environment jsdom

/** The widget without a script: its HTML, and the output of the command. */

import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Payload } from "../../src/first/payload";
import { staticLinks, type StaticPage } from "../../src/static_links";
import { CHATGPT, examplePayload, examplePrompt, exampleRule, SITE } from "../support/example_site";

const page: StaticPage = {
  url: new URL("https://example.com/bread?size=2&a=b"),
  title: 'Slow "bread" & <butter>',
  language: "en",
  markdownUrl: "",
  now: Date.parse("2026-11-20T12:00:00Z"),
};

function parsed(payload: Payload, changes: Partial<StaticPage> = {}) {
  const html = staticLinks(payload, { ...page, ...changes });
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const links = [...body.querySelectorAll("a")];
  return { html, body, links, names: links.map((link) => link.textContent) };
}

test("each link carries the prompt, whatever the title says", () => {
  const { links } = parsed(examplePayload());
  const address = new URL(links[0]?.href ?? "");
  expect(address.origin).toBe("https://chatgpt.com");
  expect(address.searchParams.get("prompt")).toBe(`Summarize ${page.url.href} (${page.title})`);
  for (const link of links) {
    expect([link.target, link.rel, link.getAttribute("referrerpolicy")]).toEqual([
      "_blank",
      "noopener",
      "strict-origin",
    ]);
    expect(link.getAttribute("aria-label")).not.toBe("");
  }
});

test("the whole question is above the links that ask it", () => {
  const rules = [exampleRule({ type: "append", text: "Briefly & <soon>." })];
  const prompts = [
    examplePrompt({ text: "Summarize {{url}}" }),
    examplePrompt({ id: "prm_b", text: "For Claude: {{url}}", platformIds: ["claude"] }),
  ];
  const registry = [CHATGPT, { ...CHATGPT, id: "claude", name: "Claude" }];
  const { body, links } = parsed(
    examplePayload({
      rules,
      prompts,
      registry,
      config: { platforms: registry.map(({ id }) => ({ id, enabled: true })) },
    }),
  );
  const blocks = [...body.querySelectorAll("blockquote")];
  expect(blocks).toHaveLength(2);
  for (const [place, block] of blocks.entries()) {
    const text = Array.from(block.childNodes, (node) => (node.nodeName === "BR" ? "\n" : node.textContent)).join("");
    const link = block.nextElementSibling?.querySelector("a");
    expect(link).toBe(links[place]);
    expect(new URL(link?.href ?? "").searchParams.get("prompt")).toBe(text);
  }
  const question = links.find((link) => link.textContent === "How long does it rest?");
  const sent = new URL(question?.href ?? "").searchParams.get("prompt");
  expect(`${question?.textContent ?? ""} ${question?.nextElementSibling?.textContent ?? ""}`).toBe(sent);
});

test("only a question is followed by the rest of what it sends, and every link says what it does", () => {
  const { links } = parsed(examplePayload());
  const said = (name: string) => {
    const link = links.find(({ textContent }) => textContent === name);
    return [link?.getAttribute("aria-label"), link?.nextElementSibling?.tagName];
  };
  expect(said("ChatGPT")).toEqual(["Ask ChatGPT about this page (opens in a new tab)", undefined]);
  expect(said("How long does it rest?")).toEqual(["Ask ChatGPT: How long does it rest? (opens in a new tab)", "SMALL"]);
  expect(said("Email")).toEqual(["Share by email", undefined]);
});

test("no part of it needs a script, and no text of a site becomes markup", () => {
  const evil = '"><script>alert(1)</script><img src=x onerror="alert(1)">';
  const { body } = parsed(
    examplePayload({
      prompts: [examplePrompt({ text: evil })],
      labels: { en: { title: evil, share: evil } },
      config: { questions: { items: [{ id: "q_a", text: evil }] } },
    }),
    { title: evil },
  );
  expect(body.querySelector("script, img, button, style, [style], [onerror]")).toBeNull();
  expect(body.querySelector("aside")?.getAttribute("aria-label")).toBe(evil);
});

test("what would need a script is left out", () => {
  const payload = examplePayload({
    config: {
      social: [
        { id: "x", enabled: true },
        { id: "system", enabled: true },
      ],
    },
    shareTargets: [
      ...examplePayload().shareTargets.filter(({ id }) => id === "x"),
      { id: "system", name: "Share sheet", urlTemplate: "" },
    ],
  });
  // Gemini takes no prompt in its address.
  expect(parsed(payload).names).toEqual(["ChatGPT", "How long does it rest?", "X"]);
  const long = { ...payload, registry: [{ ...CHATGPT, maxUrlBytes: 20 }] };
  expect(parsed(long).names).toEqual(["X"]);
});

test("rules and paths decide as they do in the widget", () => {
  const rules = [
    exampleRule({ type: "hide_widget" }, { paths: ["/private/**"] }),
    exampleRule({ type: "append", text: "Briefly." }, { languages: ["de"] }),
  ];
  const payload = examplePayload({ rules });
  expect(parsed(payload, { url: new URL("https://example.com/private/a") }).html).toBe("");
  expect(parsed(payload).links[0]?.href).not.toContain("Briefly");
  expect(parsed(payload, { language: "de" }).links[0]?.href).toContain("Briefly");
  const excluded = examplePayload({ config: { placement: { excludePaths: ["/bread"] } } });
  expect(parsed(excluded).html).toBe("");
  expect(parsed(examplePayload({ config: { enabled: false } })).html).toBe("");
});

test("a language that is written from right to left says so", () => {
  expect(parsed(examplePayload(), { language: "ar" }).body.querySelector("aside")?.dir).toBe("rtl");
  expect(parsed(examplePayload()).body.querySelector("aside")?.dir).toBe("ltr");
});

let server: Server;
let api: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const isKnown =
      request.url === `/api/v1/sites/${SITE}/config?language=en` && request.headers.authorization === undefined;
    response.statusCode = isKnown ? 200 : 404;
    const error = isKnown ? null : { code: "NOT_FOUND", message: "There is no such site." };
    response.end(
      JSON.stringify({
        data: isKnown ? examplePayload({ config: { placement: { excludePaths: ["/no"] } } }) : null,
        error,
        meta: {},
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

function run(...args: string[]): Promise<{ code: number; out: string; said: string }> {
  const command = join(import.meta.dirname, "../../html_snippet.mjs");
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [command, ...args], (_, out, said) => {
      resolve({ code: child.exitCode ?? -1, out, said });
    });
  });
}

test("the command prints the block for a page of a site", async () => {
  const { code, out, said } = await run(
    "--api",
    `${api}/`,
    "--site",
    SITE,
    "--url",
    "https://example.com/bread",
    "--title",
    "Slow bread",
  );
  expect([code, said]).toEqual([0, ""]);
  expect(out).toBe(
    staticLinks(examplePayload(), { ...page, url: new URL("https://example.com/bread"), title: "Slow bread" }),
  );
});

test.each([
  [["--site", SITE, "--url", "https://example.com/"], 2, "--api is missing."],
  [["--api", "API", "--site", SITE, "--url", "bread"], 2, "--url is not an http address: bread"],
  [["--api", "API", "--site", SITE, "--url", "javascript:alert(1)"], 2, "--url is not an http address"],
  [["--api", "API", "--site", SITE, "--url", "https://example.com/", "--sitte", "a"], 2, "--sitte"],
  [["--api", "API", "--site", "site_b", "--url", "https://example.com/"], 1, "answers 404: There is no such site."],
  [["--api", "API", "--site", SITE, "--url", "https://example.com/no"], 3, "no widget on that page"],
])("with %j the command ends with %i, says why, and prints nothing", async (args, expected, words) => {
  const { code, out, said } = await run(...args.map((arg) => (arg === "API" ? api : arg)));
  expect([code, out]).toEqual([expected, ""]);
  expect(said).toContain(words);
});
