// One of the three steps: done, current, upcoming, or in need of attention.

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { Icon } from "../../ui/elements/Icon";
import styles from "../shared/install/steps.module.css";
import type { StepState } from "./start_state";

export function Step({
  place,
  state,
  title,
  children,
}: {
  place: number;
  state: StepState;
  title: string;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const words: Record<StepState, string | null> = {
    done: t`done`,
    // Screen readers announce the current step by themselves.
    now: null,
    later: t`upcoming`,
    attention: t`needs attention`,
  };
  return (
    <li className={styles.step} data-state={state} {...(state === "now" ? { "aria-current": "step" as const } : {})}>
      <span className={styles.number} aria-hidden="true">
        {state === "done" ? <Icon name="check" /> : state === "attention" ? <Icon name="warning" /> : place}
      </span>
      <div className={styles.inside}>
        <h2>
          {title}
          {words[state] === null ? null : <span className={styles.unseen}> ({words[state]})</span>}
        </h2>
        {children}
      </div>
    </li>
  );
}
