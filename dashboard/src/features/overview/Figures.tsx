// The figures of a period, each with its honest change: without a percentage where the old value says nothing.

import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { useForms } from "../../words/forms";
import styles from "./Figures.module.css";

/** A change from fewer than this says nothing. */
const OLD_LEAST = 20;

export interface FigureProps {
  name: string;
  /** What counts, in one sentence. */
  what: string;
  value: number | undefined;
  old: number | undefined;
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}

export function changeOf(value: number, old: number): number | null {
  return old < OLD_LEAST ? null : value / old - 1;
}

export function Figure({ name, what, value, old }: FigureProps) {
  const forms = useForms();
  return (
    <div className={styles.figure} title={what}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value === undefined ? "–" : forms.number(value)}</dd>
      <dd className={styles.change}>{value === undefined || old === undefined ? "\u00a0" : <Change value={value} old={old} />}</dd>
    </div>
  );
}

function Change({ value, old }: { value: number; old: number }) {
  const forms = useForms();
  const change = changeOf(value, old);
  const from = <Trans>from {forms.number(old)}</Trans>;
  if (change === null) return from;
  const look = change > 0 ? styles.up : change < 0 ? styles.down : undefined;
  const sign = change > 0 ? "▲" : change < 0 ? "▼" : "＝";
  return <><span className={look}>{sign} {forms.percent(Math.abs(change))}</span> {from}</>;
}
