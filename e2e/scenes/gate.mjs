// Holds back requests of a page until a test releases them.

/** Requests that wait until `release` is called. */
export function gate() {
  /** @type {() => void} */
  let release = () => undefined;
  const opened = new Promise((resolve) => {
    release = () => resolve(null);
  });
  return {
    release,
    /** @param {import("playwright-core").Route} route */
    hold: async (route) => {
      await opened;
      await route.fallback();
    },
  };
}
