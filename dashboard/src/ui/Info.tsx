// ⓘ: one sentence on what something is, where it stands.

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { DialogOpener } from "./DialogOpener";
import { Icon } from "./Icon";
import styles from "./Info.module.css";

/** `about` names the thing for those who hear the button. */
export function Info({ about, children }: { about: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <DialogOpener className={styles.about} label={t`About: ${about}`} button={<Icon name="info" />} title={about} popover={styles.popover} dialog={styles.what}>
      {children}
    </DialogOpener>
  );
}
