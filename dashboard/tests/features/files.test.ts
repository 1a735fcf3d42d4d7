// Every download goes through one maker, has the words of the screen, and opens.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { setupI18n } from "@lingui/core";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";

import { fileName } from "../../src/features/shared/files/saved_file";
import { aboutRows, tableCsv, type Column } from "../../src/features/shared/files/table_file";
import { workbookOf } from "../../src/features/shared/files/workbook";

const SOURCES = join(import.meta.dirname, "../../src");
const MAKER = "features/shared/files/saved_file.ts";

const sources = readdirSync(SOURCES, { encoding: "utf8", recursive: true })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("generated"))
  .map((name) => ({ name, text: readFileSync(join(SOURCES, name), "utf8") }));

/** The files that contain the expression, sorted. */
const filesWith = (expression: RegExp): string[] =>
  sources
    .filter(({ text }) => expression.test(text))
    .map(({ name }) => name)
    .sort();

test("only the maker creates downloads", () => {
  expect(filesWith(/createObjectURL|new Blob\(|\.download\s*=|\bdownload=/)).toEqual([MAKER]);
  // The address of a table that the API returns as a file.
  expect(filesWith(/<\w+[^>]*\sisDownload\b/)).toEqual(["features/shared/analytics/TableFiles.tsx"]);
  expect(filesWith(/\bformat=(csv|xlsx|\$)/)).toEqual([
    "features/prompts/PromptsPage.tsx",
    // Shared links have no headings of files: their files have the names of the API.
    "shared_page/session.ts",
  ]);
});

test("every page with a download is known", () => {
  expect(filesWith(/<TableDownload\b|<TableFiles\b|\bsave(File|From)\(|\buseChartFile\(/)).toEqual([
    "features/account/Sessions.tsx",
    "features/audit/AuditFile.tsx",
    "features/citations/CitationsPage.tsx",
    "features/citations/rates/Trend.tsx",
    "features/crawlers/CrawlersPage.tsx",
    "features/crawlers/Devices.tsx",
    "features/crawlers/JavaScriptCrawlers.tsx",
    "features/credits/CreditsPage.tsx",
    "features/keys/KeySheet.tsx",
    "features/keys/KeysPage.tsx",
    "features/live/LivePage.tsx",
    "features/members/MembersPage.tsx",
    "features/overview/OverviewChart.tsx",
    "features/overview/OverviewFile.tsx",
    "features/overview/OverviewSheet.tsx",
    "features/pages/PageSheet.tsx",
    "features/pages/PagesPage.tsx",
    "features/prompts/PromptsPage.tsx",
    "features/prompts/variants/Variants.tsx",
    "features/questions/QuestionsPage.tsx",
    "features/rules/RulesFile.tsx",
    "features/shared/citations/WeeklyChart.tsx",
    "features/shared/files/chart_file.ts",
    "features/shared/files/saved_file.ts",
    "features/shared/files/table_file.ts",
    "features/shared/second_factor/RecoveryCodes.tsx",
    "features/sites/BoardPage.tsx",
    "features/webhooks/WebhookSheet.tsx",
    "features/webhooks/WebhooksPage.tsx",
    "shared_page/Download.tsx",
  ]);
});

test("every column that the browser writes is headed by translated words, and every file is named by them", () => {
  const downloads = sources.filter(({ text }) => text.includes("<TableDownload"));
  let headings = 0;
  for (const { name, text } of downloads) {
    for (const [, value = ""] of text.matchAll(/\b(?:heading|content)[:=]\s*(\{?[^,}\n]*)/g)) {
      headings += 1;
      // Words of the catalog, or a variable that holds them; never a text in the code.
      expect(value, `${name}: ${value}`).toMatch(/^\{?(t[`(]|words|first|second|third|title)/);
    }
  }
  expect(headings).toBeGreaterThan(90);
});

interface Row {
  name: string;
  share: number | null;
  at: string | null;
}
const COLUMNS: Column<Row>[] = [
  { heading: "Name", of: ({ name }) => name },
  { heading: "Share", meaning: "Of all asks.", kind: "share", of: ({ share }) => share },
  { heading: "Created", kind: "moment", of: ({ at }) => at },
];
const ROWS: Row[] = [
  { name: "=1+1", share: 1 / 3, at: "2026-11-29T07:15:00.123Z" },
  { name: "a & <b>\u0007", share: null, at: null },
];

test("a CSV has times that spreadsheets read, no formula, and no meaningless decimals", () => {
  expect(tableCsv(COLUMNS, ROWS)).toBe(
    "Name,Share,Created (UTC)\r\n'=1+1,0.333333,2026-11-29 07:15:00\r\na & <b>\u0007,,\r\n",
  );
});

test("a file says what it contains: owner, days, zone, filters, and each column", () => {
  const i18n = setupI18n({ locale: "en", messages: { en: {} } });
  const facts = {
    owner: "River Notes",
    content: "devices",
    days: { from: "2026-11-01", to: "2026-11-29" },
    timezone: "Europe/Berlin",
    filters: [["Page", "/a"]] as const,
    now: new Date("2026-11-29T07:15:00Z"),
  };
  expect(aboutRows(i18n, facts, COLUMNS).map(([, value]) => value)).toEqual([
    "River Notes",
    "devices",
    expect.anything(),
    "Europe/Berlin",
    "/a",
    "2026-11-29 07:15:00",
    "Name",
    "Of all asks.",
    "Created",
  ]);
  const bare = { owner: "Acme", content: "members", now: facts.now };
  expect(aboutRows(i18n, bare, COLUMNS)).toHaveLength(2 + 1 + 1 + COLUMNS.length);
});

test("a file name has owner, content and days, without what a system refuses", () => {
  expect(fileName("River/ Notes?", "devices", "2026-11-29")).toBe("River Notes devices 2026-11-29");
  expect(fileName("ab".repeat(60), "x", "y")).toBe(`${"ab".repeat(40)} x y`);
});

test("a workbook has typed cells, and text in it is never a formula", () => {
  const rows = ROWS.map((row) => COLUMNS.map(({ of }) => of(row)));
  const table = {
    name: "all: rows",
    headings: ["Name", "Share", "Created"],
    kinds: ["text", "share", "moment"] as const,
  };
  const workbook = workbookOf([
    { ...table, rows },
    { ...table, name: "About", rows: [] },
  ]);
  const unpacked = Object.entries(unzipSync(workbook));
  const files = Object.fromEntries(unpacked.map(([name, bytes]) => [name, strFromU8(bytes)]));
  const sheet = files["xl/worksheets/sheet1.xml"] ?? "";
  expect(files["xl/workbook.xml"]).toContain('<sheet name="all rows" sheetId="1"');
  expect(sheet).toContain('<c r="A2" s="0" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
  expect(sheet).toContain('<c r="C2" s="3"><v>46355.30208475694</v></c>');
  expect(sheet).toContain(">a &amp; &lt;b&gt;</t>");
  expect(sheet).not.toContain("<f>");
  for (const [name, xml] of Object.entries(files)) {
    const document = new DOMParser().parseFromString(xml, "application/xml");
    expect(document.querySelector("parsererror"), name).toBeNull();
  }
});
