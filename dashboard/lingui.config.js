// Where the dashboard's texts are found and stored. English texts are in the sources, German ones in their catalog.
import { formatter } from "@lingui/format-po";

/** @type {import("@lingui/conf").LinguiConfig} */
export default {
  locales: ["en", "de"],
  sourceLocale: "en",
  catalogs: [{ path: "<rootDir>/src/words/{locale}", include: ["<rootDir>/src"] }],
  // What the macros call. Both show values as they were written.
  runtimeConfigModule: { i18n: ["/src/words/i18n", "i18n"], Trans: ["/src/words/Trans", "Trans"] },
  // Without line numbers, so that moving code does not change the catalogs.
  format: formatter({ lineNumbers: false, origins: false }),
};
