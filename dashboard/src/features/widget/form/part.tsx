// Shared by the parts of the form: properties, rows, and the service's messages. The properties have the draft and its
// setter; a message is shown at its setting.

import { useLingui } from "@lingui/react";
import type { MessageDescriptor } from "@lingui/core";
import { memo, type ReactNode } from "react";

import { ApiFailure } from "../../../api/failure";
import { Note } from "../../../ui/page/page";
import { Segments } from "../../../ui/fields/Segments";
import { violationWords } from "../../../words/errors";
import { warningWords } from "../../../words/warnings";
import type { Draft } from "../draft";
import type { KnownPlatforms } from "../known_platforms";
import type { Warning } from "../queries";
import { valueWords } from "../versions/settings";
import styles from "../WidgetPage.module.css";

/** The properties of a part that reads these settings of the draft. */
export interface PartProps<Read extends keyof Draft = keyof Draft> {
  draft: Pick<Draft, Read>;
  set: (change: Partial<Draft>) => void;
  known: KnownPlatforms;
  /** Whether the preview is loaded. Its response also has the names of everything that readers see. */
  isPreviewed: boolean;
  warnings: readonly Warning[];
  failure: unknown;
}

/** A part that is rendered again only when what it reads changes, not with every click elsewhere in the form. */
export function memoPart<Read extends keyof Draft, Props extends PartProps<Read>>(
  reads: readonly Read[],
  Part: (props: Props) => ReactNode,
) {
  return memo(
    Part,
    (before, after) =>
      (Object.keys(after) as (keyof Props)[]).every((key) => key === "draft" || before[key] === after[key]) &&
      reads.every((key) => before.draft[key] === after.draft[key]),
  );
}

/** The errors at `path` and below it. */
export function errorsAtPath(failure: unknown, path: string): string[] {
  if (!(failure instanceof ApiFailure)) return [];
  return failure.details
    .filter(
      (detail) => detail.path === path || detail.path.startsWith(`${path}.`) || detail.path.startsWith(`${path}[`),
    )
    .map(violationWords);
}

/** The service's errors and warnings about a setting and what is below it, for those that no field shows. */
export function SettingMessages({ at, warnings, failure }: { at: string } & Pick<PartProps, "warnings" | "failure">) {
  const refused = errorsAtPath(failure, at);
  const warned = warnings.filter(({ path }) => path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`));
  return (
    <>
      {refused.map((message) => (
        <Note key={message} tone="bad">
          {message}
        </Note>
      ))}
      {warned.map((warning) => (
        <Note key={warning.code + warning.message} tone="warn">
          {warningWords(warning)}
        </Note>
      ))}
    </>
  );
}

/** A row of the form: its title and the control. */
export function FieldRow({ title, children, note }: { title: ReactNode; children: ReactNode; note?: ReactNode }) {
  return (
    <div className={styles.line}>
      <div className={styles.pair}>
        <span className={styles.name} aria-hidden="true">
          {title}
        </span>
        {children}
      </div>
      {note}
    </div>
  );
}

interface ChoiceRowProps<Value extends string> {
  title: MessageDescriptor;
  values: readonly Value[];
  chosen: Value;
  onChoose: (value: Value) => void;
  note?: ReactNode;
}

/** A row whose control is a group of a few values. */
export function ChoiceRow<Value extends string>({ title, values, chosen, onChoose, note }: ChoiceRowProps<Value>) {
  const { i18n } = useLingui();
  const words = i18n._(title);
  const choices = values.map((id) => {
    const descriptor = valueWords(id);
    return { id, label: descriptor === undefined ? id : i18n._(descriptor) };
  });
  return (
    <FieldRow title={words} note={note}>
      <Segments label={words} choices={choices} chosen={chosen} onChoose={onChoose} />
    </FieldRow>
  );
}
