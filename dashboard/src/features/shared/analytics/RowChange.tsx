// How a row of a table differs from the previous period. A clear change is colored and has an arrow.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { useForms } from "../../../words/forms";
import { ChangeDirection } from "./Change";

/** What the API says about a row beside the previous period. Without a comparison, it says nothing. */
export interface RowBefore {
  previous?: number | undefined;
  change?: Schemas["RowChange"] | undefined;
}

/** Whether a table of these rows has a column for changes. */
export const areCompared = (rows: readonly { before?: RowBefore }[]): boolean =>
  rows.some(({ before }) => before?.previous !== undefined);

/** The difference by which rows are sorted; a row that is not compared comes after those that did not change. */
export const rise = (value: number, { previous }: RowBefore): number => value - (previous ?? value);

/** Says why a row's change is not clear; nothing if it is. */
export function useRowReason(): (change: Schemas["RowChange"] | undefined) => string | undefined {
  const { t } = useLingui();
  return (change) => {
    if (change === undefined) return t`Filtered rows are not tested.`;
    const words: Record<Schemas["RowReason"], string | undefined> = {
      clear: undefined,
      within_variation: t`No clear change: it varies that much from period to period.`,
      too_short: t`Too short to compare: this needs eight earlier weeks and a complete day.`,
      too_few: t`Too few to compare.`,
    };
    return words[change.reason];
  };
}

/** A row's verdict in the words of the API's files. */
export function useChangeInWords(): (value: number, before: RowBefore) => string {
  const { t } = useLingui();
  return (value, { previous = 0, change }) => {
    if (change === undefined) return "";
    const words: Record<Schemas["RowReason"], string> = {
      clear: value > previous ? t`clear rise` : t`clear fall`,
      within_variation: t`no clear change`,
      too_short: t`too short to compare`,
      too_few: t`too few to compare`,
    };
    return words[change.reason];
  };
}

export function RowChange({ value, before }: { value: number; before: RowBefore }) {
  const { t } = useLingui();
  const forms = useForms();
  const reasonOf = useRowReason();
  const { previous, change } = before;
  if (previous === undefined) return <span>–</span>;
  const by = value - previous;
  const was = t`was ${forms.number(previous)}`;
  if (change?.clear === true)
    return (
      <span title={was}>
        <ChangeDirection by={by} words={forms.number(Math.abs(by))} />
      </span>
    );
  const reason = reasonOf(change);
  const sign = by > 0 ? "+" : by < 0 ? "−" : "±";
  return (
    <span title={reason === undefined ? was : `${was}. ${reason}`}>
      {previous === 0 && value > 0 ? t`new` : `${sign}${forms.number(Math.abs(by))}`}
    </span>
  );
}
