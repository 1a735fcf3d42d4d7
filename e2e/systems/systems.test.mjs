// The snippets of docs/widget-install.md in real site systems. Each site is built, opened in the browser, and counted.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";

import gscan from "gscan";
import Handlebars from "handlebars";

import { ROOT } from "../scenes/askline.mjs";
import { bin, projectOf, run, snippetOf, startPages, startSystems } from "./site.mjs";

/** @type {Awaited<ReturnType<typeof startSystems>>} */
let systems;
before(async () => {
  systems = await startSystems();
});
after(async () => {
  await systems?.end();
});

const TEXT = "Bread needs time. ".repeat(60);
/** @param {string} title @param {string} [link] */
const markdown = (title, link = "") => `# ${title}\n\n${TEXT}\n\n${link}\n`;

/** What documentation is made of, and what a copy of it must contain. */
const PARTS =
  "## Ingredients\n\n| Flour | Grams |\n| --- | --- |\n| Rye | 200 |\n| Wheat | 300 |\n\n- salt\n- water\n\n:::tip\nKeep the oven closed.\n:::\n\n```sh\nbarn make dry\nls -l\n```\n";
const COPIED_PARTS = [
  /^# The first page$/m,
  /^## Ingredients$/m,
  /^\| Flour \| Grams \|\n\| -+ \| -+ \|\n\| Rye \| 200 \|\n\| Wheat \| 300 \|$/m,
  /^- +salt\n- +water$/m,
  /^(> )?Keep the oven closed\.$/m,
  /^```.*\nbarn make dry\nls -l\n```$/m,
];

/** Two panels, of which the second one is not shown. */
const TABS =
  'import Tabs from "@theme/Tabs";\nimport TabItem from "@theme/TabItem";\n\n<Tabs><TabItem value="stone" label="Stone">\n\nOn a stone.\n\n</TabItem><TabItem value="tray" label="Tray">\n\nOn a tray.\n\n</TabItem></Tabs>\n';

/**
 * Builds a site of files and reads two of its pages. Copies the first one if `parts` names what its copy contains.
 * @param {string} name
 * @param {(place: { service: string, siteId: string, origin: string }) => Promise<{ folder: string, path?: string }>}
 *   build where the built files are
 * @param {RegExp[]} [parts]
 */
async function builtSite(name, build, parts = []) {
  const pages = await startPages();
  try {
    const place = await systems.addSite(name, pages.origin);
    const { folder, path = "/" } = await build({ ...place, origin: pages.origin });
    pages.serve(folder);
    await systems.readTwoPages(place.siteId, pages.origin + path, "To the second page");
    const copy = parts.length > 0 ? await systems.copyOf(pages.origin + path) : "";
    for (const part of parts) assert.match(copy, part);
  } finally {
    await pages.end();
  }
}

test("Astro: the widget is on every page, also where its router replaces the page", () =>
  builtSite("Astro", async (place) => {
    /** @param {string} title @param {string} link */
    const page = (title, link) =>
      `---\nimport Layout from "../layouts/Layout.astro";\n---\n<Layout title="${title}"><h1>${title}</h1><p>${TEXT}</p>${link}</Layout>\n`;
    const project = await projectOf("astro", {
      "package.json": JSON.stringify({ type: "module" }),
      "astro.config.mjs": "export default { devToolbar: { enabled: false } };\n",
      "src/layouts/Layout.astro": `---\nimport { ClientRouter } from "astro:transitions";\nconst { title } = Astro.props;\n---\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title><ClientRouter /></head>
<body><main><article><slot /></article></main>\n${snippetOf("Astro", place)}</body></html>\n`,
      "src/pages/index.astro": page("The first page", '<a href="/second/">To the second page</a>'),
      "src/pages/second.astro": page("The second page", ""),
    });
    run(bin("astro"), ["build"], project);
    return { folder: join(project, "dist") };
  }));

test("VitePress: the widget is on every page, also after a click that loads no document, and a copy keeps its parts", () =>
  builtSite(
    "VitePress",
    async (place) => {
      const project = await projectOf("vitepress", {
        "package.json": JSON.stringify({ type: "module" }),
        ".vitepress/config.mjs": snippetOf("VitePress", place),
        "index.md": markdown("The first page", `[To the second page](./second.md)\n\n${PARTS}`),
        "second.md": markdown("The second page"),
      });
      run(bin("vitepress"), ["build"], project);
      return { folder: join(project, ".vitepress/dist") };
    },
    COPIED_PARTS,
  ));

test("Docusaurus: the widget is on every page, also after a click that loads no document, and a copy keeps its parts", () =>
  builtSite(
    "Docusaurus",
    async ({ origin, ...place }) => {
      const project = await projectOf("docusaurus", {
        // Without a type, because the build has files of both module systems.
        "package.json": JSON.stringify({ private: true }),
        "docusaurus.config.js": `export default {\n  title: "Bread", url: "${origin}", baseUrl: "/",\n  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],\n${snippetOf("Docusaurus", place)}};\n`,
        "docs/first.md": `---\nslug: /\n---\n${markdown("The first page", `[To the second page](./second.md)\n\n${PARTS}\n${TABS}`)}`,
        "docs/second.md": markdown("The second page"),
      });
      run(bin("docusaurus"), ["build"], project);
      return { folder: join(project, "build") };
    },
    [...COPIED_PARTS, /^On a stone\.$/m, /^On a tray\.$/m],
  ));

test("Ghost: a theme with the snippet passes Ghost's own check, and its pages have the widget", () =>
  builtSite("Ghost", async (place) => {
    const layout = `<!DOCTYPE html><html lang="{{@site.locale}}"><head><meta charset="utf-8"><title>{{meta_title}}</title>{{ghost_head}}</head>
<body class="{{body_class}}">{{{body}}}\n${snippetOf("Ghost", place)}{{ghost_foot}}</body></html>`;
    const post = `{{!< default}}<main><article class="{{post_class}}"><h1>{{title}}</h1><section class="gh-content">{{content}}</section></article></main>`;
    const theme = await projectOf("ghost", {
      "package.json": JSON.stringify({
        name: "bread",
        description: "A theme",
        version: "1.0.0",
        author: { email: "a@example.com" },
        license: "MIT",
        keywords: ["ghost-theme"],
        engines: { ghost: ">=5.0.0" },
        config: { posts_per_page: 10, card_assets: true },
      }),
      "default.hbs": layout,
      "post.hbs": post,
      "index.hbs": `{{!< default}}<main>{{#foreach posts}}<a href="{{url}}">{{title}}</a>{{/foreach}}</main>`,
      "assets/css/screen.css":
        ".kg-width-wide, .kg-width-full { width: 100%; }\n:root { --gh-font-heading: serif; --gh-font-body: serif; }\n",
    });
    const { results } = gscan.format(await gscan.check(theme, { checkVersion: "v5" }));
    assert.equal(results.hasFatalErrors, false, JSON.stringify(results.error));
    // Ghost puts a page into the layout, and code injection where {{ghost_foot}} is.
    const engine = Handlebars.create();
    for (const name of ["meta_title", "body_class", "post_class", "ghost_head", "ghost_foot"])
      engine.registerHelper(name, () => "");
    /** @param {string} title @param {string} content */
    const rendered = (title, content) =>
      engine.compile(layout)(
        {
          body: engine.compile(post.replace("{{!< default}}", ""))({
            title,
            content: new Handlebars.SafeString(content),
          }),
        },
        { data: { site: { locale: "en" } } },
      );
    await writeFile(
      join(theme, "index.html"),
      rendered("The first page", `<p>${TEXT}</p><a href="/second.html">To the second page</a>`),
    );
    await writeFile(join(theme, "second.html"), rendered("The second page", `<p>${TEXT}</p>`));
    return { folder: theme };
  }));

test("Rails: the widget is on every page, also where Turbo replaces the page", () =>
  builtSite("Rails", async (place) => {
    // The layout as Rails prints it, with the tag and Turbo in the head.
    const page = (
      /** @type {string} */ title,
      /** @type {string} */ link,
    ) => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
${snippetOf("Rails", place)}<script type="module" src="/turbo.js"></script></head><body><main><article><h1>${title}</h1><p>${TEXT}</p>${link}</article></main></body></html>`;
    const folder = await projectOf("rails", {
      "index.html": page("The first page", '<a href="/second.html">To the second page</a>'),
      "second.html": page("The second page", ""),
      "turbo.js": await readFile(
        join(ROOT, "e2e/systems/node_modules/@hotwired/turbo/dist/turbo.es2017-esm.js"),
        "utf8",
      ),
    });
    return { folder };
  }));

test("Django: the widget is on every page, with the security headers of a new project", async () => {
  const python = pythonWithDjango();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const place = await systems.addSite("Django", origin);
  const page = (/** @type {string} */ title, /** @type {string} */ link) =>
    `{% extends "base.html" %}{% block content %}<article><h1>${title}</h1><p>${TEXT}</p>${link}</article>{% endblock %}`;
  const project = await projectOf("django", {
    "templates/base.html": `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bread</title></head><body><main>{% block content %}{% endblock %}</main>\n${snippetOf("Django", place)}</body></html>`,
    "templates/first.html": page("The first page", '<a href="/second/">To the second page</a>'),
    "templates/second.html": page("The second page", ""),
  });
  run(python, ["-m", "django", "startproject", "bread", "."], project);
  const settings = join(project, "bread/settings.py");
  await writeFile(
    settings,
    (await readFile(settings, "utf8")).replace("'DIRS': []", "'DIRS': [BASE_DIR / 'templates']"),
  );
  await writeFile(
    join(project, "bread/urls.py"),
    `from django.urls import path\nfrom django.views.generic import TemplateView\n
urlpatterns = [path("", TemplateView.as_view(template_name="first.html")), path("second/", TemplateView.as_view(template_name="second.html")), path("favicon.ico", TemplateView.as_view(template_name="second.html"))]\n`,
  );
  const server = spawn(python, ["manage.py", "runserver", "--noreload", "--skip-checks", `127.0.0.1:${port}`], {
    cwd: project,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const listening = new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
        if (said.includes("Quit the server")) resolve(null);
      });
    }
    server.on("exit", (code) => reject(new Error(`Django ended with ${code}: ${said}`)));
  });
  try {
    await listening;
    const { headers } = await fetch(origin);
    assert.equal(headers.get("referrer-policy"), "same-origin");
    await systems.readTwoPages(place.siteId, origin, "To the second page");
  } finally {
    server.removeAllListeners("exit");
    server.kill();
  }
});

/** The Python interpreter of an environment with Django. */
function pythonWithDjango() {
  const here = join(ROOT, "e2e/systems");
  const python = join(here, ".venv/bin/python");
  const has = () =>
    existsSync(python) && run(python, ["-m", "pip", "list", "--disable-pip-version-check"], here).includes("Django");
  if (!has()) {
    run("python3", ["-m", "venv", ".venv"], here);
    run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"], here);
  }
  return python;
}

/** A port that was free a moment ago. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
