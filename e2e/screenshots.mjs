// What a reader and an owner see, as pictures in target/screenshots.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { ROOT, startDemo } from "./askline.mjs";
import { newReader, openBrowser } from "./browser.mjs";

const folder = join(ROOT, "target/screenshots");
await mkdir(folder, { recursive: true });
const [demo, browser] = await Promise.all([startDemo(), openBrowser()]);

/** @type {{ name: string, path: string, options?: import("playwright-core").BrowserContextOptions, whole?: boolean }[]} */
const pictures = [
  { name: "demo", path: "/demo/" },
  { name: "demo-dark", path: "/demo/", options: { colorScheme: "dark" } },
  { name: "demo-phone", path: "/demo/", options: { viewport: { width: 375, height: 720 } } },
  { name: "first-page", path: "/" },
  { name: "reference", path: "/docs" },
  { name: "reference-operation", path: "/docs#show_ai_clicks" },
  { name: "reference-phone", path: "/docs", options: { viewport: { width: 375, height: 720 } } },
  { name: "errors", path: "/docs/errors" },
];
try {
  for (const { name, path, options } of pictures) {
    const { context, page } = await newReader(browser, options);
    await page.goto(demo.listening + path, { waitUntil: "networkidle" });
    if (path === "/demo/") await page.getByRole("link", { name: "Ask ChatGPT about this page" }).scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
  }
} finally {
  await browser.close();
  await demo.end();
}
console.log(`${pictures.length} pictures in ${folder}`);
