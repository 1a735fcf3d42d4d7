// The most urgent problem of a site, and the number of other problems.

import { Plural, Trans } from "@lingui/react/macro";

import type { Schemas } from "../../api/client";
import { Tag } from "../../ui/page/page";
import { useForms, useClock } from "../../words/forms";
import { useChangeTitle } from "../shared/citations/RateChange";
import styles from "./AttentionTag.module.css";

const MINUTE_MS = 60_000;

export function AttentionTag({ site: { attention } }: { site: Schemas["SitesOverviewSite"] }) {
  const [first, ...more] = attention;
  if (first === undefined)
    return (
      <Tag tone="good">
        <Trans>No problems</Trans>
      </Tag>
    );
  return (
    <span className={styles.tags}>
      <Tag tone={first.code === "not_installed" ? "calm" : first.code === "install_error" ? "bad" : "warn"}>
        <span className={styles.words}>
          <Words of={first} />
        </span>
      </Tag>
      {more.length === 0 ? null : (
        <small className={styles.more}>
          <Plural value={more.length} one="and # more" other="and # more" />
        </small>
      )}
    </span>
  );
}

function Words({ of: { code, since, change } }: { of: Schemas["Attention"] }) {
  const title = useChangeTitle();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  switch (code) {
    case "install_error":
      return <Trans>The widget check found a problem</Trans>;
    case "stale":
      return since === null ? (
        <Trans>Widget not seen for a week</Trans>
      ) : (
        <Trans>Widget last seen {forms.ago(since, clock)}</Trans>
      );
    case "citation_lost":
      return change === null ? null : <span title={title(change)}>{title(change)}</span>;
    case "credits_low":
      return <Trans>Credits are running low</Trans>;
    case "not_installed":
      return <Trans>Waiting for the first event</Trans>;
  }
}
