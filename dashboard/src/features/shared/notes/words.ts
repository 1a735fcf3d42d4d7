// The words for kinds of notes, and the text of the notes that Askline writes.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { useForms } from "../../../words/forms";
import type { Annotation } from "./queries";

export type WrittenKind = NonNullable<Schemas["AnnotationCreate"]["kind"]>;

export function useKindNames(): Readonly<Record<WrittenKind, string>> {
  const { t } = useLingui();
  return { note: t`Note`, release: t`Release`, outage: t`Outage` };
}

/** What Askline writes about an outage, with times of the site's time zone. */
const OUTAGE = /^Askline was down from (\S{10}) (\d\d:\d\d) to (\S{10}) (\d\d:\d\d)\./u;

/** The text of a note. Askline's own notes are in the reader's language. */
export function useNoteText(): (note: Pick<Annotation, "kind" | "text">) => string {
  const { t } = useLingui();
  const forms = useForms();
  const own: Readonly<Partial<Record<Schemas["AnnotationKind"], string>>> = {
    config: t`The widget’s settings were published.`,
    prompts: t`Prompts were changed.`,
    rules: t`Rules were changed.`,
    monitor: t`Tracked questions were changed.`,
  };
  // Askline writes either sentence.
  const widget = (text: string): string =>
    text.endsWith("again.") ? t`The widget is seen again.` : t`The widget is no longer seen.`;
  const outage = (text: string): string => {
    const [, firstDay, firstTime, lastDay, lastTime] = OUTAGE.exec(text) ?? [];
    if (firstDay === undefined || lastDay === undefined) return text;
    const from = `${forms.weekday(firstDay)}, ${firstTime}`;
    const to = firstDay === lastDay ? `${lastTime}` : `${forms.weekday(lastDay)}, ${lastTime}`;
    return t`Askline was down from ${from} to ${to}. Visits in this time were not counted.`;
  };
  return ({ kind, text }) => {
    if (kind === "widget") return widget(text);
    return kind === "outage" ? outage(text) : (own[kind] ?? text);
  };
}

export const isWritten = (note: Pick<Annotation, "author">): boolean => note.author.type !== "system";
