// Counts in texts, such as "3 asks" and "1 ask", without Intl. A build plugin (lazy_intl.mjs) makes Lingui use these
// functions for numbers and plural forms. All other values use Intl; a test compares the two.

import { KNOWN_FORMS, groupedBy, type KnownForm } from "./known_forms";

interface Numbers {
  format: (value: number) => string;
}

interface Plurals {
  select: (value: number) => string;
}

/** The formats by Lingui's names of the dashboard's languages. */
const KNOWN: Readonly<Partial<Record<string, KnownForm | undefined>>> = {
  en: KNOWN_FORMS["en-US"],
  de: KNOWN_FORMS["de-DE"],
};

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** Formats whole numbers without further options. `make` creates an Intl formatter for all other values. */
export function numbersOf([locale = ""]: readonly string[], make: () => Numbers): Numbers {
  const known = KNOWN[locale];
  if (known === undefined) return make();
  const rest = once(make);
  return { format: (value) => groupedBy(known, value) ?? rest().format(value) };
}

/** Both languages have two plural forms: one for 1 and -1, and one for all other whole numbers. */
export function pluralsOf([locale = ""]: readonly string[], make: () => Plurals): Plurals {
  if (KNOWN[locale] === undefined) return make();
  const rest = once(make);
  return {
    select: (value) => (!Number.isSafeInteger(value) ? rest().select(value) : Math.abs(value) === 1 ? "one" : "other"),
  };
}
