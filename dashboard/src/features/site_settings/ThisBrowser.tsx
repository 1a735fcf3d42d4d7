// One's own visits are left out of the figures: a flag that the widget keeps in this browser, where the site is.

import { Trans } from "@lingui/react/macro";

import { OutsideLink } from "../../ui/Button";
import { Bar } from "../../ui/page";
import styles from "../../ui/settings.module.css";

export function ThisBrowser({ domain }: { domain: string }) {
  return (
    <div className={styles.part}>
      <p><Trans>Your own visits need not be counted. The site opens and keeps a flag in this browser, for as long as it keeps what sites store. Nothing is sent to Askline.</Trans></p>
      <Bar>
        <OutsideLink href={`https://${domain}/?askline=off`} isNewTab><Trans>Do not count this browser</Trans></OutsideLink>
        <OutsideLink href={`https://${domain}/?askline=on`} isNewTab><Trans>Count it again</Trans></OutsideLink>
      </Bar>
    </div>
  );
}
