// Asks older accounts to confirm their address once the instance sends email. A click hides it for this visit.

import { Trans, useLingui } from "@lingui/react/macro";
import { useIsFetching, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import type { Schemas } from "../../api/client";
import { waysInQuery } from "../../api/queries";
import { IconButton } from "../../ui/elements/Button";
import styles from "./Upgraded.module.css";

export function UnprovenAddress({ user }: { user: Schemas["UserView"] }) {
  const { t } = useLingui();
  const isUnproven = user.emailVerifiedAt === null;
  const isBusy = useIsFetching() > 0;
  const [isAway, setAway] = useState(false);
  // What the page is for comes first.
  const { data: doors } = useQuery({ ...waysInQuery, enabled: isUnproven && !isBusy });
  if (isAway || !isUnproven || doors?.passwordReset !== true) return null;
  return (
    <aside className={styles.told} aria-label={t`Email address`}>
      <span><Trans>Confirm your email address so that you can reset your password if you forget it. <Link to="/account">Confirm address</Link></Trans></span>
      <IconButton icon="close" label={t`Close`} onPress={() => { setAway(true); }} />
    </aside>
  );
}
