// Clear changes of citation rates in words, as the API stores them. No other file says that a citation rate changed.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { useForms } from "../../../words/forms";
import { ChangeDirection } from "../analytics/Change";
import { ENGINE_NAMES } from "./engines";

export type CitationChange = Schemas["CitationChange"];
type Level = Schemas["ChangeLevel"];

/** What the events of changes are called. */
export const CHANGE_EVENTS: Readonly<Record<"citation.gained" | "citation.lost", MessageDescriptor>> = {
  "citation.gained": msg`A citation rate rises (clear change)`,
  "citation.lost": msg`A citation rate falls (clear change)`,
};

/** The current change of a rate: of a question and engine, a question, an engine or, without both, of the site. */
export function changeOf(
  changes: readonly CitationChange[],
  { monitorId = null, engine = null }: { monitorId?: string | null; engine?: Schemas["Engine"] | null },
): CitationChange | undefined {
  return changes.find((one) => one.isCurrent && one.monitorId === monitorId && one.engine === engine);
}

/** The changes that no other one of them explains. */
export function unexplained(changes: readonly CitationChange[]): CitationChange[] {
  return changes.filter(({ partOf }) => !changes.some(({ id }) => id === partOf));
}

/** What changed: "ChatGPT cites “Which bike?” less often". */
export function useChangeTitle(): (change: Pick<CitationChange, "level" | "engine" | "query" | "direction">) => string {
  const { t } = useLingui();
  return ({ level, engine, query, direction }) => {
    const isRise = direction === "rise";
    const name = engine === null ? "" : ENGINE_NAMES[engine];
    const question = query ?? "";
    const titles: Record<Level, string> = {
      cell: isRise ? t`${name} cites “${question}” more often` : t`${name} cites “${question}” less often`,
      question: isRise
        ? t`“${question}” is cited more often, all engines`
        : t`“${question}” is cited less often, all engines`,
      engine: isRise ? t`${name} cites the site more often` : t`${name} cites the site less often`,
      site: isRise ? t`The site is cited more often` : t`The site is cited less often`,
    };
    return titles[level];
  };
}

/** The change of a rate that is shown beside it; empty without one. */
export function RateChange({ change }: { change: CitationChange | undefined }) {
  const { t } = useLingui();
  const forms = useForms();
  if (change === undefined) return null;
  const { before, after, clearAt } = change;
  const [from, to, day] = [forms.percent(before.rate), forms.percent(after.rate), forms.day(clearAt.slice(0, 10))];
  return <ChangeDirection by={change.direction === "rise" ? 1 : -1} words={t`${from} → ${to}, clear since ${day}`} />;
}

/** A change with its title, for a place that is about its question: "ChatGPT cites this question less often". */
export function TitledChange({ change }: { change: CitationChange }) {
  const { t } = useLingui();
  const title = useChangeTitle();
  const isRise = change.direction === "rise";
  const name = change.engine === null ? null : ENGINE_NAMES[change.engine];
  const ofQuestion =
    name === null
      ? isRise
        ? t`cited more often, all engines`
        : t`cited less often, all engines`
      : isRise
        ? t`cited more often by ${name}`
        : t`cited less often by ${name}`;
  return (
    <>
      {change.monitorId === null ? title(change) : ofQuestion}: <RateChange change={change} />
    </>
  );
}

/** The change that explains another one, or evidence; empty without one. */
export function PartOf({ explaining }: { explaining: CitationChange | undefined }) {
  const title = useChangeTitle();
  return explaining === undefined ? null : (
    <small>
      <Trans>Part of: {title(explaining)}</Trans>
    </small>
  );
}

/** What else is to be known about a change; empty without a note. */
export function ChangeNote({ change, explaining }: { change: CitationChange; explaining: CitationChange | undefined }) {
  const notes: Record<NonNullable<CitationChange["note"]>, React.ReactNode> = {
    clear_before_upgrade: <Trans>Found in older answers after an upgrade; no message was sent.</Trans>,
    not_confirmed_by_new_reading: <Trans>The answers as they are read today do not confirm it.</Trans>,
  };
  return (
    <>
      <PartOf explaining={explaining} />
      {change.note === null ? null : <small>{notes[change.note]}</small>}
    </>
  );
}
