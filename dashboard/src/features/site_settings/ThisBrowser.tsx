// Excludes the person's own visits. The widget stores a flag in this browser, for the site's origin.

import { Trans } from "@lingui/react/macro";

import { OutsideLink } from "../../ui/elements/Button";
import { Bar } from "../../ui/page/page";
import styles from "../../ui/forms/settings.module.css";

export function ThisBrowser({ domain }: { domain: string }) {
  return (
    <div className={styles.part}>
      <p>
        <Trans>Opens your site once to store the setting in this browser. The setting is not sent to Askline.</Trans>
      </p>
      <Bar>
        <OutsideLink href={`https://${domain}/?askline=off`} isNewTab>
          <Trans>Exclude my visits</Trans>
        </OutsideLink>
        <OutsideLink href={`https://${domain}/?askline=on`} isNewTab>
          <Trans>Include my visits</Trans>
        </OutsideLink>
      </Bar>
    </div>
  );
}
