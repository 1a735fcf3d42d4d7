// ⓘ: one sentence on what something is, where it stands.

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from "react-aria-components";

import { Icon } from "./Icon";
import styles from "./Info.module.css";

/** `about` names the thing for those who hear the button. */
export function Info({ about, children }: { about: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <DialogTrigger>
      <AriaButton className={styles.about} aria-label={t`About: ${about}`}><Icon name="info" /></AriaButton>
      <Popover className={styles.popover} placement="bottom start"><Dialog className={styles.what} aria-label={about}>{children}</Dialog></Popover>
    </DialogTrigger>
  );
}
