// Counts in texts, such as "3 asks" and "1 ask": whole numbers and plural forms without Intl. A
// plugin of the build (lazy_intl.mjs) makes Lingui call this first. All other values use Intl; a test compares the two.

import { KNOWN_FORMS, groupedBy, type KnownForm } from "./known_forms";

interface Numbers {
  format: (value: number) => string;
}

interface Plurals {
  select: (value: number) => string;
}

/** The dashboard's languages by the names that Lingui has for them. */
const KNOWN: Readonly<Partial<Record<string, KnownForm | undefined>>> = { en: KNOWN_FORMS["en-GB"], de: KNOWN_FORMS["de-DE"] };

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** Numbers without a style of their own. `make` makes what is asked for the rest. */
export function numbersOf([locale = ""]: readonly string[], make: () => Numbers): Numbers {
  const known = KNOWN[locale];
  if (known === undefined) return make();
  const rest = once(make);
  return { format: (value) => groupedBy(known, value) ?? rest().format(value) };
}

/** Both languages have one word for one thing and another for every other count. */
export function pluralsOf([locale = ""]: readonly string[], make: () => Plurals): Plurals {
  if (KNOWN[locale] === undefined) return make();
  const rest = once(make);
  return { select: (value) => (!Number.isSafeInteger(value) ? rest().select(value) : Math.abs(value) === 1 ? "one" : "other") };
}
