// The words for kinds of notes, and the text of the notes that Askline writes.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import type { Annotation } from "./queries";

export type WrittenKind = NonNullable<Schemas["AnnotationCreate"]["kind"]>;

export function useKindNames(): Readonly<Record<WrittenKind, string>> {
  const { t } = useLingui();
  return { note: t`Note`, release: t`Release`, outage: t`Outage` };
}

/** The text of a note. Askline's own notes are in the reader's language. */
export function useNoteText(): (note: Pick<Annotation, "kind" | "text">) => string {
  const { t } = useLingui();
  const own: Readonly<Partial<Record<Schemas["AnnotationKind"], string>>> = {
    config: t`The widget’s settings were published.`,
    prompts: t`Prompts were changed.`,
    rules: t`Rules were changed.`,
    monitor: t`Tracked questions were changed.`,
  };
  // Askline writes either sentence.
  const widget = (text: string): string =>
    text.endsWith("again.") ? t`The widget is seen again.` : t`The widget is no longer seen.`;
  return ({ kind, text }) => (kind === "widget" ? widget(text) : (own[kind] ?? text));
}

export const isWritten = (note: Pick<Annotation, "author">): boolean => note.author.type !== "system";
