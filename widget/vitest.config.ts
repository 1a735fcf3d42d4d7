// Which tests of the widget run, and what is reset after each.

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    // For a busy machine: what takes this long waits for something that never happens.
    testTimeout: 60_000,
  },
});
