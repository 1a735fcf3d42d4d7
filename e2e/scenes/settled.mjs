// Waits until a page is settled: nothing that it shows is still to come. A condition, and not a time without requests,
// which a busy machine makes too short and a page that polls never reaches.

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Request} Request */
/**
 * The requests of a page: those without an answer, and how many began.
 * @typedef {{ pending: Set<Request>, began: number }} Requests
 */

/** Only a failing test waits this long. */
const MAX_WAIT_MS = 60_000;
/** @type {WeakMap<Page, Requests>} */
const known = new WeakMap();

/** @param {Page} page */
function requestsOf(page) {
  const requests = known.get(page) ?? { pending: new Set(), began: 0 };
  known.set(page, requests);
  return requests;
}

/**
 * Keeps the requests of all pages of a context, for `settled`.
 * @param {import("playwright-core").BrowserContext} context a new one
 */
export function watchRequests(context) {
  /** @param {Request} request */
  const ownerOf = (request) => {
    try {
      return requestsOf(request.frame().page());
    } catch {
      // Of a service worker, or of the first document of a window, which has no page yet.
      return undefined;
    }
  };
  context.on("request", (request) => {
    const requests = ownerOf(request);
    if (requests === undefined) return;
    // What the previous document still asked for answers nobody.
    if (request.isNavigationRequest() && request.frame().parentFrame() === null) requests.pending.clear();
    requests.pending.add(request);
    requests.began += 1;
  });
  const ended = (/** @type {Request} */ request) => void ownerOf(request)?.pending.delete(request);
  context.on("requestfinished", ended);
  context.on("requestfailed", ended);
}

/**
 * Waits until a page and its frames are loaded, with fonts and pictures; no placeholder is shown; each request was
 * answered; and neither two drawn frames nor the work for idle time have led to another request. A page of the
 * dashboard also has its heading.
 * @param {Page} page of `newReader`
 * @throws after a minute, with the requests that have no answer
 */
export async function settled(page) {
  const requests = requestsOf(page);
  for (const end = Date.now() + MAX_WAIT_MS; Date.now() < end; ) {
    const { began } = requests;
    const isDone = await look(page);
    if (isDone && requests.pending.size === 0 && requests.began === began) return;
  }
  const left = [...requests.pending].map((request) => `${request.method()} ${request.url()}`);
  throw new Error(`${page.url()} is not settled. Without an answer: ${left.join(", ") || "none"}`);
}

/**
 * Whether the page is complete after what follows from earlier answers had time. It uses `evaluate` alone:
 * `waitForFunction` adds an observer to the page, and journeys count what the widget leaves there.
 * @param {Page} page
 */
async function look(page) {
  try {
    await page.evaluate(hadTime);
    return await page.evaluate(isComplete);
  } catch (error) {
    // The page went on to another address meanwhile.
    if (error instanceof Error && /context was destroyed/i.test(error.message)) return false;
    throw error;
  }
}

/**
 * Opens a page and waits until it is settled.
 * @param {Page} page of `newReader`
 * @param {string} address
 */
export async function openSettled(page, address) {
  await page.goto(address);
  await settled(page);
}

/** Runs in the page: whether everything is there that it asked for so far. */
function isComplete() {
  const app = document.querySelector("#app");
  const isDrawn =
    app === null ||
    (app.querySelector("h1, h2") !== null && app.querySelector("#content [role=status][aria-label]") === null);
  return (
    isDrawn &&
    document.readyState === "complete" &&
    document.fonts.status === "loaded" &&
    [...document.images].every((image) => image.complete || image.loading === "lazy")
  );
}

/** Runs in the page: what follows from an answer was drawn, and what waits for idle time has begun. */
function hadTime() {
  return new Promise((done) => {
    const whenIdle = () =>
      typeof requestIdleCallback === "function" ? requestIdleCallback(done, { timeout: 1_000 }) : setTimeout(done);
    requestAnimationFrame(() => requestAnimationFrame(whenIdle));
  });
}
