// What scripts left running on a page: observers, timers, listeners.

/** In the page, before its first script: counts observers and timers, in `live` and `timers`. */
export const countLive = () => {
  const live = new Set();
  for (const name of ["MutationObserver", "ResizeObserver", "IntersectionObserver"]) {
    const { observe, disconnect } = Reflect.get(window, name).prototype;
    Reflect.get(window, name).prototype.observe = function (/** @type {unknown[]} */ ...given) {
      live.add(this);
      return observe.apply(this, given);
    };
    Reflect.get(window, name).prototype.disconnect = function () {
      live.delete(this);
      return disconnect.call(this);
    };
  }
  const timers = new Set();
  for (const [set, clear] of [
    ["setTimeout", "clearTimeout"],
    ["setInterval", "clearInterval"],
  ]) {
    const [start, stop] = [Reflect.get(window, set), Reflect.get(window, clear)];
    Reflect.set(window, set, (/** @type {() => void} */ run, /** @type {number} */ wait) => {
      const id = start(() => {
        if (set === "setTimeout") timers.delete(id);
        run();
      }, wait);
      timers.add(id);
      return id;
    });
    Reflect.set(window, clear, (/** @type {number} */ id) => {
      timers.delete(id);
      stop(id);
    });
  }
  Object.assign(window, { live, timers });
};

/**
 * The number of listeners of the window, the document, its root and its body, as the browser itself counts them.
 * @param {import("playwright-core").Page} page
 */
export async function listenersOf(page) {
  const devtools = await page.context().newCDPSession(page);
  return async () => {
    let sum = 0;
    for (const expression of ["window", "document", "document.documentElement", "document.body"]) {
      const { result } = await devtools.send("Runtime.evaluate", { expression });
      const { listeners: found } = await devtools.send("DOMDebugger.getEventListeners", {
        objectId: result.objectId ?? "",
      });
      sum += found.length;
    }
    return sum;
  };
}
