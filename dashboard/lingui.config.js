// Where words are found and kept. English stands in the sources; German in its catalogue.
import { formatter } from "@lingui/format-po";

/** @type {import("@lingui/conf").LinguiConfig} */
export default {
  locales: ["en", "de"],
  sourceLocale: "en",
  catalogs: [{ path: "<rootDir>/src/words/{locale}", include: ["<rootDir>/src"] }],
  // Without line numbers, so that moving code changes no catalogue.
  format: formatter({ lineNumbers: false, origins: false }),
};
