// A note that is shown once after an update. Its button opens the list of changes.

import { Trans, useLingui } from "@lingui/react/macro";

import { Button, IconButton } from "../../ui/elements/Button";
import { markSeen, useHasUnseen } from "./seen_changes";
import styles from "./UpgradeNotice.module.css";

export function UpgradeNotice({ onRead }: { onRead: () => void }) {
  const { t } = useLingui();
  const hasFresh = useHasUnseen();
  if (!hasFresh) return null;
  return (
    <aside className={styles.notice} aria-label={t`Update`}>
      <span>
        <Trans>Askline was updated since your last visit.</Trans>
      </span>
      <Button
        onPress={() => {
          onRead();
          markSeen();
        }}
      >
        <Trans>What’s new</Trans>
      </Button>
      <IconButton icon="close" label={t`Close`} onPress={markSeen} />
    </aside>
  );
}
