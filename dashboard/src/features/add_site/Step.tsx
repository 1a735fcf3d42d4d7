// One of the three steps: done, current, or upcoming.

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { Icon } from "../../ui/elements/Icon";
import styles from "../shared/install/steps.module.css";

export type StepState = "done" | "now" | "later";

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
  return (
    <li className={styles.step} data-state={state} {...(state === "now" ? { "aria-current": "step" as const } : {})}>
      <span className={styles.number} aria-hidden="true">
        {state === "done" ? <Icon name="check" /> : place}
      </span>
      <div className={styles.inside}>
        <h2>
          {title}
          {state === "done" ? <span className={styles.unseen}> ({t`done`})</span> : null}
        </h2>
        {children}
      </div>
    </li>
  );
}
