// Processor time of the tasks on a page's main thread. Delays by other load of the machine are left out.

/** @typedef {{ name: string, ph: string, pid: number, tid: number, tdur?: number }} TraceEvent */

const TASK = "ThreadControllerImpl::RunTask";

/**
 * Milliseconds of each task during `work`, longest first.
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<unknown>} work
 */
export async function tasksDuring(browser, page, work) {
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  // Identifies the thread among all that are traced.
  await page.evaluate("performance.mark('page-thread')");
  await work();
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const own = traceEvents.find(({ name }) => name === "page-thread");
  if (own === undefined) throw new Error("The trace does not say which thread is the page's.");
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name === TASK && ph === "X" && pid === own.pid && tid === own.tid,
  );
  return tasks.map(({ tdur = 0 }) => tdur / 1_000).sort((one, other) => other - one);
}
