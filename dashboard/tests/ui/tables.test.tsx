// The one table and the states of a query, which no other file draws itself.

import { readFileSync, readdirSync } from "node:fs";
import { I18nProvider } from "@lingui/react";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";

import { Loaded } from "../../src/ui/loading/Loaded";
import { sortedBy } from "../../src/ui/tables/sort";
import { Table } from "../../src/ui/tables/Table";
import { i18n } from "../../src/words/i18n";

i18n.loadAndActivate({ locale: "en", messages: {} });

function drawn(element: ReactElement): Document {
  const markup = renderToStaticMarkup(<I18nProvider i18n={i18n}>{element}</I18nProvider>);
  return new DOMParser().parseFromString(markup, "text/html");
}
const textsOf = (page: Document, selector: string): string[] =>
  [...page.querySelectorAll(selector)].map(({ textContent }) => textContent);

interface Site {
  id: string;
  asks: number;
}
const SITES: readonly Site[] = [
  { id: "river", asks: 12 },
  { id: "harbor", asks: 3 },
];
const idOf = ({ id }: Site): string => id;

describe("a table", () => {
  it("has a head for each column and a head for each row, and leaves out columns that are null", () => {
    const page = drawn(
      <Table
        rows={SITES}
        idOf={idOf}
        columns={[{ head: "Site", cell: idOf }, null, { head: "Asks", cell: ({ asks }) => asks }]}
      />,
    );
    expect(textsOf(page, "thead th[scope=col]")).toEqual(["Site", "Asks"]);
    expect(textsOf(page, "tbody th[scope=row]")).toEqual(["river", "harbor"]);
    expect(textsOf(page, "tbody td")).toEqual(["12", "3"]);
  });

  it("names a column of menus for screen readers", () => {
    const page = drawn(
      <Table
        rows={SITES}
        idOf={idOf}
        columns={[
          { head: "Site", cell: idOf },
          { kind: "menu", cell: () => "…" },
        ]}
      />,
    );
    expect(textsOf(page, "thead th")[1]).not.toBe("");
  });

  it("says which column sorts it, with a link in each head that sorts", () => {
    const link = (words: React.ReactNode) => <a href="#asks">{words}</a>;
    const page = drawn(
      <Table
        rows={SITES}
        idOf={idOf}
        columns={[
          { head: "Site", sort: sortedBy(undefined, link), cell: idOf },
          { head: "Asks", sort: sortedBy("descending", link), cell: ({ asks }) => asks },
        ]}
      />,
    );
    expect([...page.querySelectorAll("th[scope=col]")].map((head) => head.getAttribute("aria-sort"))).toEqual([
      null,
      "descending",
    ]);
    expect(textsOf(page, "thead a")).toEqual(["Site", "Asks"]);
    expect(page.querySelectorAll("thead svg")).toHaveLength(1);
  });

  it("puts a head over columns of one group, and the other heads over both lines", () => {
    const page = drawn(
      <Table
        rows={SITES}
        idOf={idOf}
        columns={[
          { head: "Site", cell: idOf },
          { group: "Found after", head: "to 60%", cell: () => "5 weeks" },
          { group: "Found after", head: "to 70%", cell: () => "3 weeks" },
        ]}
      />,
    );
    expect(textsOf(page, "th[scope=colgroup][colspan='2']")).toEqual(["Found after"]);
    expect(textsOf(page, "th[rowspan='2']")).toEqual(["Site"]);
    expect(textsOf(page, "thead tr:nth-child(2) th")).toEqual(["to 60%", "to 70%"]);
  });

  it("that is laid out differently has the roles of a table", () => {
    const page = drawn(<Table isReflowed rows={SITES} idOf={idOf} columns={[{ head: "Site", cell: idOf }]} />);
    expect(page.querySelector("table")?.getAttribute("role")).toBe("table");
    expect(textsOf(page, "[role=row] [role=rowheader]")).toEqual(["river", "harbor"]);
  });

  it("of which only some rows are in view counts all of them", () => {
    const view = { ref: null, total: 500, first: 40, beforePx: 1920, afterPx: 22_000 };
    const page = drawn(<Table view={view} rows={SITES} idOf={idOf} columns={[{ head: "Site", cell: idOf }]} />);
    expect(page.querySelector("table")?.getAttribute("aria-rowcount")).toBe("501");
    expect([...page.querySelectorAll("tbody tr")].map((row) => row.getAttribute("aria-rowindex"))).toEqual([
      null,
      "42",
      "43",
      null,
    ]);
  });
});

describe("a query", () => {
  const state = (data: readonly string[] | undefined, error: unknown): string =>
    renderToStaticMarkup(
      <I18nProvider i18n={i18n}>
        <Loaded query={{ data, error, refetch: () => undefined }} empty={<p>Nothing yet</p>}>
          {(rows) => <p>{rows.join(", ")}</p>}
        </Loaded>
      </I18nProvider>,
    );

  it("shows a skeleton while it loads", () => {
    expect(state(undefined, null)).toContain('role="status"');
  });
  it("shows its problem with a button that tries again", () => {
    expect(state(undefined, new Error("refused"))).toMatch(/role="alert".*<button/);
  });
  it("shows what it loaded, also if a later request failed", () => {
    expect(state(["river"], new Error("refused"))).toBe("<p>river</p>");
  });
  it("says that there is nothing, in a list or in an object of items", () => {
    expect(state([], null)).toBe("<p>Nothing yet</p>");
    expect(
      drawn(
        <Loaded query={{ data: { items: [] }, error: null, refetch: () => undefined }} empty={<p>No items</p>}>
          {() => <p>items</p>}
        </Loaded>,
      ).body.textContent,
    ).toBe("No items");
  });
});

/** What a file draws itself although `Table` or `Loaded` draws it. */
function drawnItself(path: string, source: string): string[] {
  const isTable = path === "ui/tables/Table.tsx";
  return [
    ...(!isTable && /<(table|thead|tbody|tfoot|tr|th|td)\b/.test(source) ? ["a table"] : []),
    ...(path.startsWith("features/") && /<LoadProblem\b/.test(source) ? ["a problem of loading"] : []),
    ...(path.startsWith("features/") && /error === null \?\s*\(?\s*<Loading\b/.test(source) ? ["a skeleton"] : []),
  ];
}

describe("no page draws itself", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));

  it("a table, or the states of a query", () => {
    const found = files.flatMap((name) =>
      drawnItself(name, readFileSync(`src/${name}`, "utf8")).map((what) => `${name}: ${what}`),
    );
    expect(found).toEqual([]);
  });

  it("and one that did would be found", () => {
    const table = "return (\n    <table className={styles.rows}>\n      <tbody />\n    </table>\n  );";
    const ladder = "return error === null ? <Loading /> : <LoadProblem failure={error} onRetry={retry} />;";
    expect(drawnItself("features/keys/KeyTable.tsx", table)).toEqual(["a table"]);
    expect(drawnItself("features/keys/KeysPage.tsx", ladder)).toEqual(["a problem of loading", "a skeleton"]);
    expect(drawnItself("ui/tables/Table.tsx", table)).toEqual([]);
  });
});
