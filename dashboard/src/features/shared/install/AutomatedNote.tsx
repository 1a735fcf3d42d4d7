// Says that the widget was last seen in a browser that a program drives.

import { Trans } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { useForms, useClock } from "../../../words/forms";
import styles from "./steps.module.css";

const MINUTE_MS = 60_000;

/** Nothing if a reader's browser was the last one. */
export function AutomatedNote({ site }: { site: Schemas["SiteDetail"] }) {
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  const { lastSeenAt, lastSeenAutomated } = site.install;
  if (lastSeenAt === null || !lastSeenAutomated) return null;
  return (
    <p className={styles.diagnosis}>
      <Trans>
        The latest visit, {forms.ago(lastSeenAt, clock)}, was by an automated browser, such as a test. It isn’t counted
        as a reader.
      </Trans>
    </p>
  );
}
