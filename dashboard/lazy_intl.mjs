// A build plugin: removes calls of Intl that would delay the first figures. React Aria calls Intl when it loads, and
// Lingui calls it to format counts. The first call of Intl takes about 0.1 s on a slow machine. Every browser that runs
// this build supports the features that React Aria checks for, `I18nProvider` sets the language of controls, and
// `src/words/counts.ts` formats counts.

import { fileURLToPath } from "node:url";

const COUNTS = fileURLToPath(new URL("src/words/counts.ts", import.meta.url));

/** The files that call Intl, each with the code of the call and its replacement. */
const ASKED = [
  {
    file: "/react-aria/dist/private/i18n/useDefaultLocale.mjs",
    question:
      /try \{\s*Intl\.DateTimeFormat\.supportedLocalesOf\(\[\s*locale\s*\]\);\s*\} catch\s*\{\s*locale = 'en-US';\s*\}/,
    answer: "",
  },
  {
    file: "/@internationalized/number/dist/private/NumberFormatter.mjs",
    question:
      /(let \S+supportsSignDisplay = )false;\s*try \{[^{}]*\{\s*signDisplay: 'exceptZero'\s*\}\)\.resolvedOptions\(\)\.signDisplay === 'exceptZero';\s*(?:\/\/[^\n]*\s*)*\} catch\s*\{\s*\}/,
    answer: "$1true;",
  },
  {
    // English and German are written from left to right.
    file: "/react-aria/dist/private/i18n/utils.mjs",
    question: /(function \S+\(localeString\) \{)/,
    answer: "$1 if (/^(en|de)(-|$)/.test(localeString)) return false;",
  },
  {
    file: "/@lingui/core/dist/index.mjs",
    question:
      /\(\) => (new Intl\.NumberFormat\(_locales, format\))([^]*)\(\) => (new Intl\.PluralRules\(_locales, \{ type: "cardinal" \}\))/,
    answer: "() => format === undefined ? numbersOf(_locales, () => $1) : $1$2() => pluralsOf(_locales, () => $3)",
    needs: `import { numbersOf, pluralsOf } from ${JSON.stringify(COUNTS)};`,
  },
];

/** @returns {import("vite").Plugin} */
export function lazyIntl() {
  /** @type {Set<string>} */
  const found = new Set();
  return {
    name: "lazy-intl",
    apply: "build",
    transform: {
      filter: { id: ASKED.map(({ file }) => new RegExp(`${file.replaceAll(".", "\\.")}$`)) },
      handler(code, id) {
        const asked = ASKED.find(({ file }) => id.endsWith(file));
        if (asked === undefined || !asked.question.test(code))
          throw new Error(`${id} no longer contains the call of Intl that is replaced.`);
        found.add(asked.file);
        return { code: `${asked.needs ?? ""}${code.replace(asked.question, asked.answer)}`, map: null };
      },
    },
    buildEnd() {
      for (const { file } of ASKED) if (!found.has(file)) this.warn(`${file} is no part of the dashboard any more.`);
    },
  };
}
