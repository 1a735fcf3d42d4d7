// The cost of the widget for a reader on a slow machine. For figures, never for a test. Run by `make widget-figures`.
//
// A page is loaded many times, each time in a fresh profile, on a processor that the browser slows down. The payload is
// released when the page has painted and is idle, so that no figure includes the page's own work, and nothing is
// evaluated in the page meanwhile: what a driver evaluates there takes longer than the widget. Times are read from the
// browser's trace. Wall times show what a reader waits, and what else the machine was doing; thread times show the cost
// of the widget.

import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { ROOT } from "../scenes/askline.mjs";
import { newReader, openBrowser } from "../scenes/browser.mjs";
import { startCustomer } from "../scenes/pages/customer.mjs";
import { readShift, watchShifts } from "../scenes/checks/layout_shift.mjs";
import { costOf, pressesOf } from "./page_cost.mjs";
import { BELOW, BELOW_BARE, FLOATING, RESERVED, RESERVED_BARE, UNRESERVED } from "../scenes/pages/placed_shapes.mjs";

const SLOWER = 4;
const LOADS = 15;
/** What runs after the first frame belongs to the load as well. */
const AFTERWARDS_MS = 200;
/** A promise's reaction runs in a task, or alone between two. */
const TASK = /RunTask$|MicrotaskCheckpoint$/;
/** The main thread's tasks, the page's marks, and the frames. */
const TRACED = ["toplevel", "blink.user_timing", "devtools.timeline"];
/** The number of loads with the widget and without it, alternately. */
const TURNS = 10;
/** What readers click: another kind of question and back, the list of assistants, the field of their own question. */
const PRESSED = ["[data-do='intents explain']", "[data-do='intents ']", "[data-do^=more]", "[data-do='intents own']"];
const RULES = 1_000;
const DECISIONS = 200;

/** @param {number[]} values */
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
/** @param {number[]} values */
const tenthSlowest = (values) =>
  [...values].sort((one, other) => one - other)[Math.ceil(values.length * 0.9) - 1] ?? NaN;
/** @param {number} value */
const shown = (value) => value.toFixed(value < 10 ? 2 : 1).padStart(8);

/** Rules of a large site: all by path, except the last one, which is for every page; every fifth also by language. */
const rules = Array.from({ length: RULES }, (_, place) => ({
  match: {
    paths: place === RULES - 1 ? [] : [`/section-${place}/**/page-*`, `/*/old-${place}`],
    excludePaths: place % 3 ? [] : ["/**/private"],
    hosts: [],
    languages: place % 5 ? [] : ["de"],
  },
  action: { type: "append", text: "Briefly." },
}));

/**
 * In the page: marks when the widget has the payload, when the buttons are in the page, and when their frame begins.
 */
const watchPaint = (/** @type {number} */ afterwards) => {
  const { tell } = /** @type {typeof globalThis & { tell: (text: string) => void }} */ (globalThis);
  addEventListener("load", () => requestAnimationFrame(() => requestAnimationFrame(() => tell("rests"))));
  const { text } = Response.prototype;
  Response.prototype.text = async function () {
    const whole = await text.call(this);
    if (this.url.includes("/config?language=")) performance.mark("in hand");
    return whole;
  };
  new MutationObserver((_, observer) => {
    const root = document.querySelector("askline-widget")?.shadowRoot;
    // Below the window, the widget is drawn after its element is in the page.
    if (root) observer.observe(root, { childList: true, subtree: true });
    if (!root?.querySelector("a, button")) return;
    observer.disconnect();
    performance.mark("in page");
    requestAnimationFrame(() => {
      performance.mark("in frame");
      setTimeout(() => {
        const config = performance.getEntriesByType("resource").find(({ name }) => name.includes("/config?language="));
        const [inHand] = performance.getEntriesByName("in hand");
        const { responseEnd } = /** @type {PerformanceResourceTiming} */ (config);
        tell(String((inHand?.startTime ?? NaN) - responseEnd));
      }, afterwards);
    });
  }).observe(document, { childList: true, subtree: true });
};

/** @typedef {{ name: string, ph: string, cat: string, pid: number, tid: number, ts: number, dur: number, tdur?: number }} Traced */

/**
 * The results of a load's trace, in milliseconds.
 * @param {Traced[]} events
 * @param {number} delivery from the end of the response until the widget has the payload
 */
function figuresIn(events, delivery) {
  const mark = (/** @type {string} */ name) => {
    const found = events.find((event) => event.name === name && event.cat.includes("user_timing"));
    if (!found) throw new Error(`The trace has no '${name}'.`);
    return found;
  };
  const [hand, page, begun] = ["in hand", "in page", "in frame"].map(mark);
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts, dur }) =>
      pid === hand.pid && tid === hand.tid && ph === "X" && TASK.test(name) && ts + dur >= hand.ts,
  );
  const around = (/** @type {Traced} */ moment) =>
    tasks.find(({ ts, dur }) => ts <= moment.ts && ts + dur >= moment.ts);
  /** Tasks may be within others. */
  const threadUntil = (/** @type {number} */ until) => {
    let [sum, end] = [0, 0];
    for (const { ts, dur, tdur = 0 } of [...tasks].sort((one, other) => one.ts - other.ts || other.dur - one.dur)) {
      if (ts < end || ts > until) continue;
      end = ts + dur;
      sum += tdur;
    }
    return sum;
  };
  const frame = around(begun);
  if (!frame) throw new Error("The trace has no task with the frame.");
  const painted = frame.ts + frame.dur;
  const shown = events.find(
    ({ name, pid, ts }) => name === "AnimationFrame::Presentation" && pid === hand.pid && ts > painted,
  );
  return {
    painted: delivery + (painted - hand.ts) / 1000,
    shown: shown ? delivery + (shown.ts - hand.ts) / 1000 : NaN,
    delivery,
    script: (page.ts - hand.ts) / 1000,
    wait: (frame.ts - page.ts) / 1000,
    frame: frame.dur / 1000,
    scriptThread: threadUntil(page.ts) / 1000,
    frameThread: (frame.tdur ?? NaN) / 1000,
    longest: Math.max(...tasks.map(({ dur }) => dur / 1000)),
    longestThread: Math.max(...tasks.map(({ tdur }) => (tdur ?? 0) / 1000)),
  };
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @param {(payload: any) => void} [change] of the service's response
 */
async function load(browser, address, change) {
  const { context, page } = await newReader(browser);
  const session = await context.newCDPSession(page);
  /** @type {[(value: unknown) => void, (delivery: number) => void]} */
  let [rests, done] = [() => undefined, () => undefined];
  const rest = new Promise((resolve) => {
    rests = resolve;
  });
  const end = new Promise((resolve) => {
    done = resolve;
  });
  session.on("Runtime.bindingCalled", ({ payload }) => (payload === "rests" ? rests(null) : done(Number(payload))));
  await session.send("Runtime.enable");
  await session.send("Runtime.addBinding", { name: "tell" });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(watchPaint, AFTERWARDS_MS);
  await page.route(/\/config\?language=/, async (route) => {
    await rest;
    if (!change) return route.continue();
    const answer = await route.fetch();
    const envelope = await answer.json();
    change(envelope.data);
    return route.fulfill({ response: answer, json: envelope });
  });
  const tracer = await browser.newBrowserCDPSession();
  /** @type {Traced[]} */
  const events = [];
  tracer.on("Tracing.dataCollected", ({ value }) => events.push(.../** @type {any[]} */ (value)));
  const complete = new Promise((resolve) => tracer.once("Tracing.tracingComplete", resolve));
  await tracer.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: TRACED } });
  await page.goto(address);
  const delivery = await end;
  await tracer.send("Tracing.end");
  await complete;
  await tracer.detach();
  await context.close();
  return figuresIn(events, delivery);
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 */
async function shiftOf(browser, address) {
  const { context, page } = await newReader(browser);
  await watchShifts(page);
  await page.goto(address);
  const shift = await readShift(page);
  await context.close();
  return shift;
}

const browser = await openBrowser();
const customer = await startCustomer([FLOATING, RESERVED, UNRESERVED, BELOW, RESERVED_BARE, BELOW_BARE]);
try {
  console.log(
    `The processor is ${SLOWER} times slower than this machine; ${LOADS} loads of each page. All in milliseconds.\n`,
  );
  console.log("payload: the browser has the last byte; painted: the frame with the buttons leaves the page's thread.");
  console.log(
    "delivery: the browser hands the payload over; script: the widget; wait: for the frame; frame: style, layout, paint.",
  );
  console.log(
    "shown: the frame is on the screen. Of tasks the longest from the payload until what comes behind the frame is done.\n",
  );
  console.log(
    " payload → painted          of which, medians                    shown     thread time, medians   longest task, medians   layout",
  );
  console.log(
    "  median    best     p90   delivery  script    wait   frame     median     script   frame     sum        wall  thread      shift",
  );
  /** @type {[string, import("../scenes/pages/page_shapes.mjs").Shape, ((payload: any) => void)?][]} */
  const pages = [
    [FLOATING.name, FLOATING],
    [RESERVED.name, RESERVED],
    [BELOW.name, BELOW],
    [UNRESERVED.name, UNRESERVED],
    [
      `${RESERVED.name}, ${RULES} rules`,
      RESERVED,
      (payload) => {
        payload.rules = rules;
      },
    ],
  ];
  for (const [name, shape, change] of pages) {
    const address = customer.pages.origin + shape.path;
    /** @type {ReturnType<typeof figuresIn>[]} */
    const loads = [];
    for (let round = 0; round < LOADS; round += 1) loads.push(await load(browser, address, change));
    const middle = (/** @type {keyof typeof loads[0]} */ key) => shown(median(loads.map((figures) => figures[key])));
    const painted = loads.map((figures) => figures.painted);
    const thread = median(loads.map(({ scriptThread, frameThread }) => scriptThread + frameThread));
    const shift = await shiftOf(browser, address);
    console.log(
      [
        middle("painted"),
        shown(Math.min(...painted)),
        shown(tenthSlowest(painted)),
        "  ",
        middle("delivery"),
        middle("script"),
        middle("wait"),
        middle("frame"),
        "   ",
        middle("shown"),
        "   ",
        middle("scriptThread"),
        middle("frameThread"),
        shown(thread),
        "    ",
        middle("longest"),
        middle("longestThread"),
        "     ",
        shift.toFixed(4),
        "   ",
        name,
      ].join(""),
    );
  }

  console.log(
    `\nA page with the widget and without it, ${TURNS} loads of each in turns, medians (and the middle half) in milliseconds\n`,
  );
  console.log("  largest paint                 blocking time                 layout shift");
  const span = (/** @type {number[]} */ values) => {
    const sorted = [...values].sort((one, other) => one - other);
    return `${shown(median(values))} (${shown(sorted[Math.floor(sorted.length / 4)] ?? NaN)} …${shown(sorted[Math.floor(sorted.length * 0.75)] ?? NaN)})`;
  };
  for (const pair of [
    [RESERVED, RESERVED_BARE],
    [BELOW, BELOW_BARE],
  ]) {
    const costs = pair.map(() => /** @type {Awaited<ReturnType<typeof costOf>>[]} */ ([]));
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [at, shape] of pair.entries())
        costs[at]?.push(await costOf(browser, customer.pages.origin + shape.path, SLOWER));
    }
    for (const [at, shape] of pair.entries()) {
      const of = (/** @type {"lcp" | "tbt" | "cls"} */ key) => (costs[at] ?? []).map((cost) => cost[key]);
      console.log(`${span(of("lcp"))}  ${span(of("tbt"))}    ${Math.max(...of("cls")).toFixed(4)}    ${shape.name}`);
    }
  }
  const presses = [];
  for (let round = 0; round < 5; round += 1)
    presses.push(...(await pressesOf(browser, customer.pages.origin + RESERVED.path, SLOWER, PRESSED)));
  console.log(
    `\n${presses.length} presses, milliseconds to the frame that shows them: median${shown(median(presses))}, slowest${shown(Math.max(...presses))}`,
  );

  const { context, page } = await newReader(browser);
  const esbuild = join(ROOT, "widget/node_modules/.bin/esbuild");
  const bundle = execFileSync(
    esbuild,
    ["src/extras/rules.ts", "--bundle", "--format=iife", "--global-name=decided", "--target=es2019"],
    {
      cwd: join(ROOT, "widget"),
      encoding: "utf8",
    },
  );
  await page.goto("about:blank");
  await page.addScriptTag({ content: bundle });
  console.log(`\n${RULES} rules decided for one page, ms: median and slowest of ${DECISIONS}, each of another address`);
  for (const rate of [1, SLOWER]) {
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate });
    const times = await page.evaluate(
      ([given, decisions]) => {
        const { judge } = /** @type {any} */ (globalThis).decided;
        return Array.from({ length: decisions }, (_, place) => {
          const path = `/section-${place}/a/b/c/page-${place}`;
          const start = performance.now();
          judge(given, { path, host: "example.com", language: "en", now: Date.now() })("append");
          return performance.now() - start;
        });
      },
      /** @type {const} */ ([rules, DECISIONS]),
    );
    console.log(
      `${shown(median(times))} ${shown(Math.max(...times))}   ${rate === 1 ? "this machine" : `${rate} times slower`}`,
    );
  }
  await context.close();
} finally {
  await browser.close();
  await customer.end();
}
