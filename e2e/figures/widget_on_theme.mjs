// The thread time that the widget adds on a real theme. For figures, never for a test. Run by `make widget-figures`.
//
// Pages with the widget and without it are loaded in turns. Thread time leaves out what other programs of the machine do,
// and it is measured without slowing the processor down, because the browser does that with time on the same thread: the
// figures are four times the thread time of this machine.

import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ROOT, logIn, makeSite, startDemo } from "../scenes/askline.mjs";
import { newReader, openBrowser } from "../scenes/browser.mjs";
import { run, startPages } from "../systems/site.mjs";

const SLOWER = 4;
const TURNS = 9;
/** The widget checks the page every second: this is two checks after the load. */
const WATCHED_MS = 2_500;
/** A promise's reaction runs in a task, or alone between two. */
const TASK = /RunTask$|MicrotaskCheckpoint$/;
const SYSTEMS = join(ROOT, "e2e/systems");

const TEXT =
  "Flour, water, salt and time make bread; the dough rests while the yeast works, and ``levain`` is fed twice a day. See :doc:`short`.\n\n";
const SECTION = `${TEXT}.. code-block:: python

   def bake(temperature: int) -> Bread:
       return Oven(temperature).bake()

* one entry of a list
* another one

.. note:: Keep the oven closed.

=====  =====
Flour  Grams
=====  =====
Rye    200
Wheat  300
=====  =====

${TEXT}`;
/** Where the widget is, by the page's name. */
const PAGES = { short: "in view", long: "below 40 sections" };

/** Builds the pages, and returns the folder. @param {string} folder */
async function builtTheme(folder) {
  const python = join(SYSTEMS, ".venv/bin/python");
  const packages = () => run(python, ["-m", "pip", "list", "--disable-pip-version-check"], SYSTEMS);
  if (!existsSync(python) || !packages().includes("furo")) {
    run("python3", ["-m", "venv", ".venv"], SYSTEMS);
    run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"], SYSTEMS);
  }
  const heading = (/** @type {string} */ title, line = "=") => `${title}\n${line.repeat(title.length)}\n\n`;
  const sections = Array.from({ length: 40 }, (_, place) => heading(`Section ${place + 1}`, "-") + SECTION);
  const files = {
    "conf.py": 'project = "Bread"\nhtml_theme = "furo"\nroot_doc = "long"\n',
    "short.rst": heading("Short") + TEXT + TEXT,
    "long.rst": `${heading("Long")}${sections.join("")}.. toctree::\n\n   short\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  run(python, ["-m", "sphinx", "-q", "-b", "html", ".", "built"], folder);
  return join(folder, "built");
}

/** @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur: number, tdur?: number, args?: any }} Traced */

/**
 * Thread time of one load, of the quarter of the speed.
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 */
async function threadOf(browser, address) {
  const { context, page } = await newReader(browser);
  const tracer = await browser.newBrowserCDPSession();
  /** @type {Traced[]} */
  const events = [];
  tracer.on("Tracing.dataCollected", ({ value }) => {
    for (const event of /** @type {any[]} */ (value)) events.push(event);
  });
  const complete = new Promise((resolve) => tracer.once("Tracing.tracingComplete", resolve));
  const traceConfig = { includedCategories: ["toplevel", "devtools.timeline"] };
  await tracer.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await page.goto(address, { waitUntil: "load" });
  await page.waitForTimeout(WATCHED_MS);
  await tracer.send("Tracing.end");
  await complete;
  await tracer.detach();
  await context.close();
  const parsed = events.find(({ name, args }) => name === "ParseHTML" && args?.beginData?.url === address);
  if (!parsed) throw new Error(`The trace has no load of ${address}.`);
  const tasks = events
    .filter(({ name, ph, pid, tid }) => ph === "X" && pid === parsed.pid && tid === parsed.tid && TASK.test(name))
    .sort((one, other) => one.ts - other.ts || other.dur - one.dur);
  /** Tasks may be within others. */
  let end = 0;
  /** @type {number[]} */
  const times = [];
  for (const { ts, dur, tdur = 0 } of tasks) {
    if (ts < end) continue;
    end = ts + dur;
    times.push((SLOWER * tdur) / 1000);
  }
  return { sum: times.reduce((sum, time) => sum + time, 0), longest: Math.max(...times) };
}

/** @param {number[]} values */
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
/** @param {number} value */
const shown = (value) => value.toFixed(1).padStart(9);

const folder = await mkdtemp(join(tmpdir(), "askline-theme-"));
const [browser, demo, pages] = await Promise.all([openBrowser(), startDemo(), startPages()]);
try {
  const built = await builtTheme(folder);
  const siteId = await makeSite(demo, await logIn(demo), { name: "Theme", origin: pages.origin, config: {} });
  const bare = join(folder, "bare");
  await cp(built, bare, { recursive: true });
  const tag = `<script async src="${demo.listening}/widget.js" data-site="${siteId}"></script></head>`;
  for (const name of Object.keys(PAGES)) {
    const file = join(built, `${name}.html`);
    await writeFile(file, (await readFile(file, "utf8")).replace("</head>", tag));
  }
  console.log(
    `Thread time on pages of Furo at a quarter of the speed, medians of ${TURNS} loads in turns, milliseconds\n`,
  );
  console.log("     page   widget  longest task of both");
  for (const [name, where] of Object.entries(PAGES)) {
    /** @type {Awaited<ReturnType<typeof threadOf>>[][]} */
    const [without, carrying] = [[], []];
    for (let turn = 0; turn <= TURNS; turn += 1) {
      for (const [served, loads] of /** @type {const} */ ([
        [bare, without],
        [built, carrying],
      ])) {
        pages.serve(served);
        const load = await threadOf(browser, `${pages.origin}/${name}.html`);
        // The first load of each fills the browser's caches of code.
        if (turn > 0) loads.push(load);
      }
    }
    const added = carrying.map(({ sum }, turn) => sum - (without[turn]?.sum ?? NaN));
    const longest = [without, carrying].map((loads) => median(loads.map((load) => load.longest)));
    console.log(
      `${shown(median(without.map(({ sum }) => sum)))}${shown(median(added))}${longest.map(shown).join("")}   ${where}`,
    );
  }
} finally {
  await browser.close();
  await pages.end();
  await demo.end();
  await rm(folder, { recursive: true, force: true });
}
