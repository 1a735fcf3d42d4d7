/** The npm package: its content, and how users' compilers and servers handle it. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const WIDGET = fileURLToPath(new URL("../..", import.meta.url));
const CONTENTS = [
  "LICENSE-APACHE",
  "LICENSE-MIT",
  "README.md",
  "html_snippet.mjs",
  "lib/element.js",
  "lib/extras.js",
  "lib/index.d.ts",
  "lib/index.js",
  "lib/init_options.d.ts",
  "lib/menu.js",
  "lib/page_copy.js",
  "lib/place.js",
  "lib/react.d.ts",
  "lib/react.js",
  "lib/rest.js",
  "lib/static_links.js",
  "lib/touch.js",
  "lib/web_component.d.ts",
  "package.json",
];

/** A project that has installed the package. */
let project: string;
let installed: string;
let packed: string[];

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "askline-package-"));
  installed = join(project, "node_modules/askline-widget");
  mkdirSync(installed, { recursive: true });
  // Without `prepack`: `npm test` has built the files already.
  const answer = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", project], {
    cwd: WIDGET,
    encoding: "utf8",
  });
  const [{ filename, files }] = JSON.parse(answer) as [{ filename: string; files: { path: string }[] }];
  packed = files.map(({ path }) => path);
  execFileSync("tar", ["-xzf", join(project, filename), "-C", installed, "--strip-components=1"]);
  symlinkSync(join(WIDGET, "node_modules/react"), join(project, "node_modules/react"));
  symlinkSync(join(WIDGET, "node_modules/@types"), join(project, "node_modules/@types"));
  symlinkSync(join(WIDGET, "node_modules/csstype"), join(project, "node_modules/csstype"));
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
}, 60_000);
afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

test("the package holds exactly what it should", () => {
  const named = /(?<=^dist\/widget\/\w+-)[0-9a-f]{16}(?=\.js$)/;
  expect(packed.filter((path) => !path.startsWith("dist/")).sort()).toEqual([...CONTENTS].sort());
  const scripts = packed.filter((path) => path.startsWith("dist/"));
  expect(scripts.map((path) => path.replace(named, "…")).sort()).toEqual([
    "dist/widget.js",
    "dist/widget/afresh.js",
    "dist/widget/element.js",
    "dist/widget/extras-….js",
    "dist/widget/menu-….js",
    "dist/widget/page_copy-….js",
    "dist/widget/place-….js",
    "dist/widget/rest-….js",
    "dist/widget/touch-….js",
  ]);
});

test("the package needs nothing at run time, and React only where it is asked for", () => {
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Record<string, unknown>;
  expect(manifest.dependencies).toBeUndefined();
  expect(manifest.optionalDependencies).toBeUndefined();
  expect(manifest.peerDependenciesMeta).toEqual({ react: { optional: true } });
  const imports = (name: string) =>
    [...readFileSync(join(installed, name), "utf8").matchAll(/^\s*(?:import|export)\b[^;]*?\bfrom "([^"]+)"/gm)].map(
      ([, from]) => from,
    );
  expect(imports("lib/index.js")).toEqual([]);
  expect(imports("lib/static_links.js")).toEqual([]);
  expect(imports("lib/react.js")).toEqual(["react", "./index.js"]);
});

test("every file that the package names is in it", () => {
  const { exports, bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    exports: Record<string, string | Record<string, string>>;
    bin: Record<string, string>;
  };
  const named = [
    ...Object.values(exports).flatMap((target) => (typeof target === "string" ? [target] : Object.values(target))),
    ...Object.values(bin),
  ];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
});

test("the licenses are the project's own", () => {
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) {
    expect(readFileSync(join(installed, name), "utf8")).toBe(readFileSync(join(WIDGET, "..", name), "utf8"));
  }
});

const CONSUMER = `
import { createElement, type ReactElement } from "react";
import { count, init, refresh, type AsklineApi, type InitOptions } from "askline-widget";
import { Askline, useAskline, type AsklineProps } from "askline-widget/react";
import "askline-widget/element";

const options: InitOptions = { site: "site_a", api: "https://askline.example.com", target: "#ask", nonce: null };
init(options);
init({ site: "site_a", target: document.body });
refresh();
count(true);
init({ site: "site_a", count: "consent" });
const shared = (window as { askline?: AsklineApi }).askline;
shared?.refresh();
// @ts-expect-error a site is needed
init({});
// @ts-expect-error no such option
init({ site: "site_a", sitte: "site_a" });

const props: AsklineProps = { site: "site_a", className: "ask", style: { minHeight: 200 } };
export const shown: ReactElement = createElement(Askline, props);
// @ts-expect-error the content belongs to the widget
createElement(Askline, { site: "site_a", children: "text" });
export function Page(): null {
  useAskline({ site: "site_a" });
  return null;
}
`;

/** The element in React's own syntax. */
const ELEMENT_CONSUMER = `
import "askline-widget/element";
import type {} from "askline-widget/react";

export const shown = <askline-widget data-site="site_a" data-api="https://askline.example.com" data-count="consent" className="ask" style={{ minHeight: 200 }} />;
// @ts-expect-error a site is needed
export const none = <askline-widget />;
// @ts-expect-error no such attribute
export const wrong = <askline-widget data-site="site_a" site="site_a" />;
`;

test.each([
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
])(
  "its types compile in a strict project with module %s and resolution %s",
  (module, resolution) => {
    writeFileSync(join(project, "page.ts"), CONSUMER);
    writeFileSync(join(project, "element.tsx"), ELEMENT_CONSUMER);
    const tsc = join(WIDGET, "node_modules/typescript/bin/tsc");
    const flags = [
      "--strict",
      "--exactOptionalPropertyTypes",
      "--noEmit",
      "--skipLibCheck",
      "false",
      "--types",
      "react",
    ];
    const args = [
      tsc,
      ...flags,
      "--target",
      "es2022",
      "--lib",
      "es2022,dom",
      "--module",
      module,
      "--moduleResolution",
      resolution,
      "--jsx",
      "react-jsx",
      "page.ts",
      "element.tsx",
    ];
    let complaints = "";
    try {
      execFileSync(process.execPath, args, { cwd: project, encoding: "utf8" });
    } catch (error) {
      complaints = (error as { stdout: string }).stdout;
    }
    expect(complaints).toBe("");
  },
  120_000,
);

test("on a server it can be imported and asked, and does nothing", () => {
  const script = `
    import { init, refresh } from "askline-widget";
    import { Askline } from "askline-widget/react";
    import "askline-widget/element";
    init({ site: "site_a" });
    refresh();
    process.stdout.write(typeof Askline + Object.keys(globalThis).filter((name) => name === "askline").length);`;
  writeFileSync(join(project, "server.js"), script);
  expect(execFileSync(process.execPath, ["server.js"], { cwd: project, encoding: "utf8" })).toBe("function0");
});

test("it says to frameworks that the component needs a page", () => {
  expect(readFileSync(join(installed, "lib/react.js"), "utf8")).toMatch(/^"use client";\n/);
});
