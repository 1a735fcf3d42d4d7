// The name of every setting of a widget, used to count changes, to show differences between versions, and to show conflicts with
// someone else's changes.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import { offered, type Draft } from "../draft";

/** Names values in the person's language; `nameOf` returns the names of assistants and networks. */
export interface Teller {
  nameOf: (id: string) => string;
  t: (words: MessageDescriptor) => string;
}

interface Setting {
  path: string;
  title: MessageDescriptor;
  read: (draft: Draft) => unknown;
  tell: (draft: Draft, teller: Teller) => string;
}

export interface Difference {
  path: string;
  title: MessageDescriptor;
  before: string;
  after: string;
}

const ON = msg`on`;
const OFF = msg`off`;
const NOTHING = msg`nothing`;

const VALUES: Readonly<Record<string, MessageDescriptor>> = {
  auto: msg`Auto`, light: msg`Light`, dark: msg`Dark`, blend: msg`Match page`,
  row: msg`Row`, stacked: msg`Stacked`, menu: msg`Menu`, bar: msg`Bar`,
  mono: msg`Monochrome`, brand: msg`Brand`, none: msg`None`, sm: msg`Small`, md: msg`Medium`, lg: msg`Large`,
  inline: msg`Inline`, floating: msg`Floating`, manual: msg`Custom element`,
  start: msg`Start`, end: msg`End`, before: msg`Before element`, after: msg`After element`, prepend: msg`Start of element`, append: msg`End of element`,
  "bottom-right": msg`Bottom`, "bottom-left": msg`Bottom`, "top-right": msg`Top`, "top-left": msg`Top`,
};

export function valueWords(value: string): MessageDescriptor | undefined {
  return VALUES[value];
}

/** A setting with a single value. */
function one(path: string, title: MessageDescriptor, read: (draft: Draft) => boolean | number | string | null): Setting {
  const tell = (draft: Draft, { t }: Teller): string => {
    const value = read(draft);
    if (typeof value === "boolean") return t(value ? ON : OFF);
    const words = typeof value === "string" ? VALUES[value] : undefined;
    return words === undefined ? String(value ?? t(NOTHING)) : t(words);
  };
  return { path, title, read, tell };
}

/** A setting with a list of values. */
function many(path: string, title: MessageDescriptor, read: (draft: Draft) => unknown, items: (draft: Draft, teller: Teller) => string[]): Setting {
  return { path, title, read, tell: (draft, teller) => items(draft, teller).join(", ") || teller.t(NOTHING) };
}

const SETTINGS: readonly Setting[] = [
  one("enabled", msg`Widget`, ({ enabled }) => enabled),
  one("theme.preset", msg`Theme`, ({ theme }) => theme.preset),
  one("theme.layout", msg`Layout`, ({ theme }) => theme.layout),
  one("theme.accent", msg`Accent color`, ({ theme }) => theme.accent),
  one("theme.radius", msg`Corners`, ({ theme }) => theme.radius),
  one("theme.size", msg`Size`, ({ theme }) => theme.size),
  one("theme.marks", msg`Icons`, ({ theme }) => theme.marks),
  many("platforms", msg`Assistants`, offered, (draft, { nameOf, t }) =>
    offered(draft).map(({ id, enabled, label }) => `${label ?? nameOf(id)}${enabled ? "" : ` (${t(OFF)})`}`)),
  many("customPlatforms", msg`Custom assistants`, ({ customPlatforms }) => customPlatforms, ({ customPlatforms }) =>
    customPlatforms.map(({ label, urlTemplate }) => `${label} (${urlTemplate})`)),
  many("social", msg`Share buttons`, ({ social }) => social, ({ social }, { nameOf, t }) =>
    social.map(({ id, enabled }) => `${nameOf(id)}${enabled ? "" : ` (${t(OFF)})`}`)),
  one("intents.enabled", msg`Kinds of question`, ({ intents }) => intents.enabled),
  one("questions.own", msg`Let readers ask their own question`, ({ questions }) => questions.own),
  one("questions.enabled", msg`Suggested questions`, ({ questions }) => questions.enabled),
  one("questions.max", msg`Number shown`, ({ questions }) => questions.max),
  many("questions.items", msg`Questions`, ({ questions }) => questions.items.map(({ text }) => text), ({ questions }) => questions.items.map(({ text }) => `“${text}”`)),
  one("markdown.copy", msg`Copy the page`, ({ markdown }) => markdown.copy),
  one("placement.mode", msg`Placement`, ({ placement }) => placement.mode),
  one("placement.selector", msg`CSS selector`, ({ placement }) => placement.selector),
  one("placement.position", msg`Position`, ({ placement }) => placement.position),
  one("placement.side", msg`Side`, ({ placement }) => placement.side),
  one("placement.offset", msg`Distance from the edge`, ({ placement }) => placement.offset),
  one("placement.hideForToday", msg`Dismissible`, ({ placement }) => placement.hideForToday),
  many("placement.includePaths", msg`Only on these pages`, ({ placement }) => placement.includePaths, ({ placement }) => placement.includePaths),
  many("placement.excludePaths", msg`Excluded pages`, ({ placement }) => placement.excludePaths, ({ placement }) => placement.excludePaths),
  many("labels", msg`Wording`, ({ labels }) => labels, ({ labels }) =>
    Object.entries(labels).flatMap(([language, texts]) => Object.values(texts).map((text) => `${language}: “${text}”`))),
  one("privacy.track", msg`Count views and clicks`, ({ privacy }) => privacy.track),
  one("privacy.respectDoNotTrack", msg`Respect Do Not Track`, ({ privacy }) => privacy.respectDoNotTrack),
];

/** The settings whose values differ between `before` and `after`. */
export function differences(before: Draft, after: Draft, teller: Teller): Difference[] {
  return SETTINGS.filter(({ read }) => JSON.stringify(read(before)) !== JSON.stringify(read(after))).map(({ path, title, tell }) => ({
    path, title, before: tell(before, teller), after: tell(after, teller),
  }));
}

/** Whether any setting differs. */
export function isChanged(before: Draft, after: Draft): boolean {
  return SETTINGS.some(({ read }) => JSON.stringify(read(before)) !== JSON.stringify(read(after)));
}
