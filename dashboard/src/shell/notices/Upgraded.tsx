// A note that is shown once after an upgrade, with a link to the change log.

import { Trans, useLingui } from "@lingui/react/macro";

import { Button, IconButton } from "../../ui/elements/Button";
import { tell, useHasFresh } from "./seen_changes";
import styles from "./Upgraded.module.css";

export function Upgraded({ onRead }: { onRead: () => void }) {
  const { t } = useLingui();
  const hasFresh = useHasFresh();
  if (!hasFresh) return null;
  return (
    <aside className={styles.told} aria-label={t`Update`}>
      <span><Trans>Askline was updated since your last visit.</Trans></span>
      <Button onPress={() => { onRead(); tell(); }}><Trans>What’s new</Trans></Button>
      <IconButton icon="close" label={t`Close`} onPress={tell} />
    </aside>
  );
}
