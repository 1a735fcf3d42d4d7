// Every ⓘ links to an existing section of the guide.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../../src");
const DOCS = join(import.meta.dirname, "../../../docs");

/** The anchor of a heading, as the guide and the repository make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll("`", "")
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const places = readdirSync(DOCS)
  .filter((name) => name.endsWith(".md"))
  .flatMap((name) => {
    const page = name.replace(/\.md$/, "");
    const headings = readFileSync(join(DOCS, name), "utf8").matchAll(/^#{1,4} (.*)$/gm);
    return [page, ...[...headings].map(([, heading = ""]) => `${page}#${anchorOf(heading)}`)];
  });

test("every link of the dashboard into the guide leads to a page and a heading that exist", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
  const links = files.flatMap((name) =>
    [...readFileSync(join(SOURCES, name), "utf8").matchAll(/ (?:guide="|href="\/docs\/guide\/)([^"]*)"/g)].map(
      ([, link = ""]) => ({
        name,
        link,
      }),
    ),
  );
  expect(links.length).toBeGreaterThanOrEqual(25);
  expect(links.filter(({ link }) => !places.includes(link))).toEqual([]);
});
