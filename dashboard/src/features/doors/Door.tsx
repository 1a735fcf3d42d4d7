// The frame of the pages before the shell: one card, one task.

import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

import mark from "../../mark.svg";
import { useTitle } from "../../ui/page/page";
import { LookChoices } from "../../shell/account/LookChoices";
import styles from "./Door.module.css";

export function Door({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useTitle(title);
  return (
    <div className={styles.place}>
      <main className={styles.card}>
        <img src={mark} alt="Askline" width="40" height="40" />
        <h1>{title}</h1>
        {lead === undefined ? null : <div className={styles.lead}>{lead}</div>}
        {children}
      </main>
      <footer className={styles.foot}>
        <LookChoices />
        <a href="/docs/guide"><Trans>Guide</Trans></a>
        <a href="/docs"><Trans>API reference</Trans></a>
      </footer>
    </div>
  );
}
