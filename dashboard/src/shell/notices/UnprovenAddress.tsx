// Asks people whose address is not confirmed to confirm it, if the instance sends email. Closing the note hides it until the page
// is reloaded.

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
  // Requested only when no other request is running, so that the page's own data comes first.
  const { data: doors } = useQuery({ ...waysInQuery, enabled: isUnproven && !isBusy });
  if (isAway || !isUnproven || doors?.passwordReset !== true) return null;
  return (
    <aside className={styles.told} aria-label={t`Email address`}>
      <span><Trans>Confirm your email address so that you can reset your password if you forget it. <Link to="/account">Confirm address</Link></Trans></span>
      <IconButton icon="close" label={t`Close`} onPress={() => { setAway(true); }} />
    </aside>
  );
}
