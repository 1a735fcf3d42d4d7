// How far a run is: suite, tests so far, seconds left.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { ROOT } from "./root.mjs";

/** How long something took or takes, in seconds, by suite; `build` is the build of all tests. @typedef {Record<string, number>} Durations */

/** How long each suite takes on two idle processors, from the first run on; used for what this machine has not run yet. */
const EXPECTED = join(ROOT, "scripts/testing/durations.json");
/** How long each suite took on this machine, the last time that it passed. */
const RECORDED = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "test_durations.json");
/** How often a suite that runs says how far it is. */
const EVERY_MS = 15_000;
/** A machine is at most this much slower, or faster, than the expected durations say. */
const MAX_FACTOR = 8;
/** For a suite that nobody has measured. */
const UNKNOWN_SECONDS = 60;

/**
 * The expected durations, replaced by those of this machine where it has any.
 * @returns {Durations}
 */
export function knownDurations() {
  const read = (/** @type {string} */ file) => known(JSON.parse(readFileSync(file, "utf8")));
  const expected = read(EXPECTED);
  if (!existsSync(RECORDED)) return expected;
  try {
    return { ...expected, ...read(RECORDED) };
  } catch {
    // A run that was killed while it wrote.
    return expected;
  }
}

/**
 * Without what took no second: there was nothing to build, so the next time is unknown.
 * @param {Durations} durations
 * @returns {Durations}
 */
const known = (durations) => Object.fromEntries(Object.entries(durations).filter(([, seconds]) => seconds > 0));

/**
 * Keeps how long suites took on this machine.
 * @param {Durations} took
 */
export function recordDurations(took) {
  const kept = existsSync(RECORDED) ? knownDurations() : {};
  mkdirSync(dirname(RECORDED), { recursive: true });
  writeFileSync(RECORDED, `${JSON.stringify({ ...kept, ...took }, null, 2)}\n`);
}

/**
 * The seconds that are left of a run. What is done, and a suite that takes longer than expected, show how fast this
 * machine is compared with the known durations.
 * @param {{ done: { name: string, seconds: number }[], current: { name: string, seconds: number } | null, next: string[] }} run
 *   `current.seconds`: since it began
 * @param {Durations} known
 */
export function secondsLeft({ done, current, next }, known) {
  const of = (/** @type {string} */ name) => known[name] ?? UNKNOWN_SECONDS;
  const [took, expected] = [
    done.reduce((sum, { seconds }) => sum + seconds, 0),
    done.reduce((sum, { name }) => sum + of(name), 0),
  ];
  const measured = expected === 0 ? 1 : took / expected;
  const slower = current === null ? 0 : current.seconds / of(current.name);
  const factor = Math.min(MAX_FACTOR, Math.max(1 / MAX_FACTOR, measured, slower));
  const ofCurrent = current === null ? 0 : Math.max(0, factor * of(current.name) - current.seconds);
  return Math.round(ofCurrent + factor * next.reduce((sum, name) => sum + of(name), 0));
}

/**
 * A function that takes parts of an output and reports how many tests their complete lines are about. A line that
 * matches counts as one test, or as many as the first group of the expression says.
 * @param {RegExp} pattern
 * @param {(tests: number) => void} report
 * @returns {(part: string) => void}
 */
export function countLines(pattern, report) {
  let rest = "";
  return (part) => {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    const found = lines
      .map((line) => pattern.exec(line))
      .reduce((sum, match) => sum + (match === null ? 0 : Number(match[1] ?? 1)), 0);
    if (found > 0) report(found);
  };
}

/**
 * Shows how far a run is, at the beginning of each step and then every 15 seconds.
 * @param {{ name: string, title: string }[]} steps in order; `title` is what is shown
 * @param {{ known: Durations, now?: () => number, show?: (line: string) => void }} how
 */
export function startProgress(steps, { known, now = Date.now, show = console.log }) {
  /** @type {{ name: string, seconds: number }[]} */
  const done = [];
  const step = { at: -1, began: 0, tests: 0 };
  const elapsed = () => (now() - step.began) / 1000;
  const left = () => {
    const current = steps[step.at] === undefined ? null : { name: steps[step.at].name, seconds: elapsed() };
    const seconds = secondsLeft({ done, current, next: steps.slice(step.at + 1).map(({ name }) => name) }, known);
    const isLate = current !== null && current.seconds > (known[current.name] ?? UNKNOWN_SECONDS);
    return isLate ? `longer than expected, then about ${seconds} seconds` : `about ${seconds} seconds left`;
  };
  const tests = () => (step.tests === 1 ? "1 test" : `${step.tests} tests`);
  const timer = setInterval(() => {
    if (steps[step.at] !== undefined) show(`-- ${steps[step.at].title}: ${tests()} so far, ${left()}`);
  }, EVERY_MS);
  timer.unref();
  return {
    /** The next step begins. */
    begin() {
      step.at += 1;
      step.began = now();
      show(`\n== ${steps[step.at].title}: ${tests()} so far, ${left()}`);
    },
    /** @param {number} more tests that ended */
    ended(more) {
      step.tests += more;
    },
    /** The step is over; returns how long it took, in seconds. */
    end() {
      const seconds = elapsed();
      done.push({ name: steps[step.at].name, seconds });
      return seconds;
    },
    stop: () => clearInterval(timer),
  };
}
