// Asks people whose address is not confirmed to confirm it, if the instance sends email. Closing the note hides it
// until the page is reloaded.

import { Trans, useLingui } from "@lingui/react/macro";
import { useIsFetching, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import type { Schemas } from "../../api/client";
import { signInOptionsQuery } from "../../api/queries";
import { IconButton } from "../../ui/elements/Button";
import styles from "./UpgradeNotice.module.css";

export function UnconfirmedAddress({ user }: { user: Schemas["User"] }) {
  const { t } = useLingui();
  const isUnconfirmed = user.emailVerifiedAt === null;
  const isBusy = useIsFetching() > 0;
  const [isClosed, setClosed] = useState(false);
  // Requested only when no other request is running, so that the page's own data comes first.
  const { data: options } = useQuery({ ...signInOptionsQuery, enabled: isUnconfirmed && !isBusy });
  if (isClosed || !isUnconfirmed || options?.passwordReset !== true) return null;
  return (
    <aside className={styles.notice} aria-label={t`Email address`}>
      <span>
        <Trans>
          Confirm your email address so that you can reset your password if you forget it.{" "}
          <Link to="/account">Confirm address</Link>
        </Trans>
      </span>
      <IconButton
        icon="close"
        label={t`Close`}
        onPress={() => {
          setClosed(true);
        }}
      />
    </aside>
  );
}
