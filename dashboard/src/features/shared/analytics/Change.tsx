// The change of a figure: colored with an arrow if it is clear, otherwise gray. The text beside it has the old value.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
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

/** The percentage alone; nothing if the old value is too small for one. A change that is not clear has no arrow. */
export function Change({
  value,
  old,
  isClear,
  why,
}: {
  value: number;
  old: number;
  isClear: boolean;
  /** Why it is not clear, and what would be. */
  why?: string | undefined;
}) {
  const { t } = useLingui();
  const forms = useForms();
  const change = relativeChange(value, old);
  if (change === null) return null;
  const words = forms.percent(Math.abs(change));
  if (isClear) return <ChangeDirection by={change} words={words} />;
  const sign = change > 0 ? "+" : change < 0 ? "−" : "±";
  return (
    <span title={why ?? t`No clear change, or fewer than eight weeks to compare.`}>
      {sign}
      {words}
    </span>
  );
}

/** Says why a count has not clearly changed, and which counts would be a clear change. */
export function useReasonNotClear(): (change: Schemas["CountChange"]) => string | undefined {
  const { t } = useLingui();
  const forms = useForms();
  return ({ reason, clearFrom, clearUntil }) => {
    if (reason === "clear") return undefined;
    if (reason === "too_short") return t`Too short to compare: this needs eight earlier weeks and a complete day.`;
    if (clearFrom === null) return t`No clear change: it varies that much from period to period.`;
    return clearUntil === null
      ? t`No clear change: it varies that much from period to period. From ${forms.number(clearFrom)} on, it would be clear.`
      : t`No clear change: it varies that much from period to period. From ${forms.number(clearFrom)} on or up to ${forms.number(clearUntil)}, it would be clear.`;
  };
}
