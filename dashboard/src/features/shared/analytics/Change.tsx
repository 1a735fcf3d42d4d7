// The change of a figure as a percentage. Shown if it is clear and the old value is not too small. Otherwise only the
// old value.

import { useLingui } from "@lingui/react/macro";

import { useForms } from "../../../words/forms";
import { relativeChange } from "./relative_change";
import styles from "./Change.module.css";

/** The arrow is hidden from screen readers; they read "up" or "down" instead. */
export function ChangeDirection({ by, words }: { by: number; words: string }) {
  const { t } = useLingui();
  if (by === 0)
    return (
      <span>
        <span aria-hidden="true">= </span>
        {words}
      </span>
    );
  return (
    <span className={by > 0 ? styles.up : styles.down}>
      <span role="img" aria-label={by > 0 ? t`up` : t`down`}>
        {by > 0 ? "▲" : "▼"}
      </span>{" "}
      {words}
    </span>
  );
}

export function Change({
  value,
  old,
  isClear,
  isBare = false,
}: {
  value: number;
  old: number;
  isClear: boolean;
  isBare?: boolean;
}) {
  const { t } = useLingui();
  const forms = useForms();
  if (value === 0 && old === 0) return null;
  const change = relativeChange(value, old);
  const from = t`vs. ${forms.number(old)}`;
  if (!isClear) return <span title={t`No clear change, or fewer than eight weeks to compare.`}>{from}</span>;
  if (change === null) return <span title={t`Too few in the previous period for a percentage.`}>{from}</span>;
  return (
    <span title={from}>
      <ChangeDirection by={change} words={forms.percent(Math.abs(change))} />
      {isBare ? null : ` ${t({ message: `vs. ${forms.number(old)}`, context: "after a percentage" })}`}
    </span>
  );
}
