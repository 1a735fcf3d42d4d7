// The ⓘ button: explains something in one or two sentences, and links to the guide.

import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { DialogOpener } from "./DialogOpener";
import { Icon } from "../elements/Icon";
import styles from "./Info.module.css";

/** `about` is what the explanation is about, for screen readers; `guide` is the page of the guide and its heading. */
export function Info({ about, guide, children }: { about: string; guide: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <DialogOpener
      className={styles.about}
      label={t`About: ${about}`}
      button={<Icon name="info" />}
      title={about}
      popover={styles.popover}
      dialog={styles.what}
    >
      {children}
      <a className={styles.more} href={`/docs/guide/${guide}`} target="_blank" rel="noreferrer">
        <Trans>More in the guide</Trans>
      </a>
    </DialogOpener>
  );
}
