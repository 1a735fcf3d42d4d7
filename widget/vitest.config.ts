// Which tests of the widget run, and what is reset after each.

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    // Long enough for a busy machine: a test that takes longer waits for something that never happens.
    testTimeout: 60_000,
  },
});
