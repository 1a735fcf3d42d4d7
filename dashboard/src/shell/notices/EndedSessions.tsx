// A note after a sign-in that ended older sessions of the account. It says how many, and links to the open sessions.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";

import { MAX_SESSIONS, endedSessions } from "../../api/ended_sessions";
import { IconButton } from "../../ui/elements/Button";
import styles from "./UpgradeNotice.module.css";

export function EndedSessions() {
  const { t } = useLingui();
  const count = useSyncExternalStore(endedSessions.subscribe, endedSessions.count);
  if (count === 0) return null;
  return (
    <aside className={styles.notice} aria-label={t`Sessions`}>
      <span>
        <Plural
          value={count}
          one="This sign-in ended your oldest session."
          other="This sign-in ended your # oldest sessions."
        />{" "}
        <Trans>An account can have at most {MAX_SESSIONS} sessions.</Trans>{" "}
        <Link to="/account">
          <Trans>View sessions</Trans>
        </Link>
      </span>
      <IconButton icon="close" label={t`Close`} onPress={endedSessions.forget} />
    </aside>
  );
}
