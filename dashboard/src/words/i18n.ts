// The translations, in which values stay as people wrote them. Lingui decodes `\x41` in a whole sentence, and so also in
// a name or a path in it.

import { I18n, type MessageDescriptor, type MessageOptions } from "@lingui/core";

type Values = Record<string, unknown>;

/** What Lingui would read in a value: a backslash, and the sign that stands for the count of a plural. */
const READ = /\\|%(?=__lingui)/g;

class Translations extends I18n {
  override _(id: string | MessageDescriptor, values?: Values, options?: MessageOptions): string {
    return typeof id === "string" ? super._(id, kept(values), options) : super._({ ...id, values: kept(id.values) });
  }
}

/** `values` in the form that Lingui's decoding turns back into them. */
function kept(values: Values | undefined): Values | undefined {
  if (values === undefined) return undefined;
  const all = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? value.replace(READ, (sign) => (sign === "%" ? "\\x25" : "\\x5c")) : value,
  ]);
  return Object.fromEntries(all) as Values;
}

export const i18n: I18n = new Translations({});
