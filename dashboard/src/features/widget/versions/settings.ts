// The name of every setting of a widget. Used to count changes, to show differences between versions, and to show
// conflicts with someone else's changes.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import { orderedPlatforms, type Draft } from "../draft";
import { menuKindWords } from "../menu_kinds";

/** Names values in the person's language; `nameOf` returns the names of assistants and networks. */
export interface ValueNames {
  nameOf: (id: string) => string;
  t: (words: MessageDescriptor) => string;
}

interface Setting {
  path: string;
  title: MessageDescriptor;
  read: (draft: Draft) => unknown;
  format: (draft: Draft, names: ValueNames) => string;
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
  auto: msg`Auto`,
  light: msg`Light`,
  dark: msg`Dark`,
  blend: msg`Match page`,
  row: msg`Row`,
  stacked: msg`Stacked`,
  menu: msg`Menu`,
  bar: msg`Bar`,
  compact: msg`Beside the title`,
  mono: msg`Monochrome`,
  brand: msg`Brand`,
  none: msg`None`,
  sm: msg`Small`,
  md: msg`Medium`,
  lg: msg`Large`,
  inline: msg`Inline`,
  floating: msg`Floating`,
  manual: msg`Custom element`,
  start: msg`Left`,
  end: msg`Right`,
  before: msg`Before element`,
  after: msg`After element`,
  prepend: msg`Start of element`,
  append: msg`End of element`,
  "bottom-right": msg`Bottom`,
  "bottom-left": msg`Bottom`,
  "top-right": msg`Top`,
  "top-left": msg`Top`,
};

export function valueWords(value: string): MessageDescriptor | undefined {
  return VALUES[value];
}

/** A setting with a single value. */
function singleSetting(
  path: string,
  title: MessageDescriptor,
  read: (draft: Draft) => boolean | number | string | null,
): Setting {
  const format = (draft: Draft, { t }: ValueNames): string => {
    const value = read(draft);
    if (typeof value === "boolean") return t(value ? ON : OFF);
    const words = typeof value === "string" ? VALUES[value] : undefined;
    return words === undefined ? String(value ?? t(NOTHING)) : t(words);
  };
  return { path, title, read, format };
}

/** A setting with a list of values. */
function listSetting(
  path: string,
  title: MessageDescriptor,
  read: (draft: Draft) => unknown,
  items: (draft: Draft, names: ValueNames) => string[],
): Setting {
  return { path, title, read, format: (draft, names) => items(draft, names).join(", ") || names.t(NOTHING) };
}

const SETTINGS: readonly Setting[] = [
  singleSetting("enabled", msg`Widget`, ({ enabled }) => enabled),
  singleSetting("theme.preset", msg`Theme`, ({ theme }) => theme.preset),
  singleSetting("theme.layout", msg`Layout`, ({ theme }) => theme.layout),
  singleSetting("theme.accent", msg`Accent color`, ({ theme }) => theme.accent),
  singleSetting("theme.radius", msg`Corners`, ({ theme }) => theme.radius),
  singleSetting("theme.size", msg`Size`, ({ theme }) => theme.size),
  singleSetting("theme.marks", msg`Icons`, ({ theme }) => theme.marks),
  listSetting("platforms", msg`Assistants`, orderedPlatforms, (draft, { nameOf, t }) =>
    orderedPlatforms(draft).map(({ id, enabled, label }) => `${label ?? nameOf(id)}${enabled ? "" : ` (${t(OFF)})`}`),
  ),
  listSetting(
    "customPlatforms",
    msg`Custom assistants`,
    ({ customPlatforms }) => customPlatforms,
    ({ customPlatforms }) => customPlatforms.map(({ label, urlTemplate }) => `${label} (${urlTemplate})`),
  ),
  listSetting(
    "social",
    msg`Share buttons`,
    ({ social }) => social,
    ({ social }, { nameOf, t }) => social.map(({ id, enabled }) => `${nameOf(id)}${enabled ? "" : ` (${t(OFF)})`}`),
  ),
  singleSetting("intents.enabled", msg`Summarize · Explain · Compare`, ({ intents }) => intents.enabled),
  singleSetting("questions.own", msg`Let readers ask their own question`, ({ questions }) => questions.own),
  singleSetting("questions.enabled", msg`Suggested questions`, ({ questions }) => questions.enabled),
  singleSetting("questions.max", msg`Questions shown`, ({ questions }) => questions.max),
  listSetting(
    "questions.items",
    msg`Questions`,
    ({ questions }) => questions.items.map(({ text }) => text),
    ({ questions }, { t }) => questions.items.map(({ text }) => t(msg`“${text}”`)),
  ),
  listSetting(
    "menu",
    msg`Own items`,
    ({ menu }) => menu,
    ({ menu }, { t }) =>
      menu.map(({ kind, label, url, text }) => {
        const words = menuKindWords(kind);
        return `${label} (${url ?? text ?? (words === undefined ? kind : t(words))})`;
      }),
  ),
  singleSetting("markdown.copy", msg`Readers can copy the page`, ({ markdown }) => markdown.copy),
  singleSetting("placement.mode", msg`Placement`, ({ placement }) => placement.mode),
  singleSetting("placement.selector", msg`CSS selector`, ({ placement }) => placement.selector),
  singleSetting("placement.position", msg`Position`, ({ placement }) => placement.position),
  singleSetting("placement.side", msg`Side`, ({ placement }) => placement.side),
  singleSetting("placement.offset", msg`Distance from the edge`, ({ placement }) => placement.offset),
  singleSetting("placement.hideForToday", msg`Dismissible for the day`, ({ placement }) => placement.hideForToday),
  listSetting(
    "placement.includePaths",
    msg`Only on these pages`,
    ({ placement }) => placement.includePaths,
    ({ placement }) => placement.includePaths,
  ),
  listSetting(
    "placement.excludePaths",
    msg`Excluded pages`,
    ({ placement }) => placement.excludePaths,
    ({ placement }) => placement.excludePaths,
  ),
  listSetting(
    "labels",
    msg`Wording`,
    ({ labels }) => labels,
    ({ labels }, { t }) =>
      Object.entries(labels).flatMap(([language, texts]) =>
        Object.values(texts).map((text) => t(msg`${language}: “${text}”`)),
      ),
  ),
  singleSetting("privacy.track", msg`Count views and clicks`, ({ privacy }) => privacy.track),
  singleSetting("privacy.respectDoNotTrack", msg`Respect Do Not Track`, ({ privacy }) => privacy.respectDoNotTrack),
];

/** The settings whose values differ between `before` and `after`. */
export function differences(before: Draft, after: Draft, names: ValueNames): Difference[] {
  return SETTINGS.filter(({ read }) => JSON.stringify(read(before)) !== JSON.stringify(read(after))).map(
    ({ path, title, format }) => ({
      path,
      title,
      before: format(before, names),
      after: format(after, names),
    }),
  );
}

/** Whether any setting differs. */
export function isChanged(before: Draft, after: Draft): boolean {
  return SETTINGS.some(({ read }) => JSON.stringify(read(before)) !== JSON.stringify(read(after)));
}
