// The pending deletions, each with an undo button.

import { Trans, useLingui } from "@lingui/react/macro";

import { Button, IconButton } from "../../ui/elements/Button";
import { pendingDeletions, usePendingDeletions } from "../../ui/hooks/pending_deletions";
import { useWords } from "../../ui/page/Problem";
import styles from "./Undo.module.css";

export function Undo() {
  const { t } = useLingui();
  const wordsOf = useWords();
  const waiting = usePendingDeletions();
  return (
    <div
      className={styles.place}
      role="status"
      aria-label={t`Changes that can be undone`}
      onFocus={pendingDeletions.hold}
      onBlur={pendingDeletions.release}
      onPointerEnter={pendingDeletions.hold}
      onPointerLeave={pendingDeletions.release}
    >
      {waiting.map(({ id, words, failure }) => (
        <div key={id} className={styles.one}>
          <span>{failure === null ? words : <Trans>Couldn’t do that: {wordsOf(failure)}</Trans>}</span>
          {failure === null ? (
            <Button
              onPress={() => {
                pendingDeletions.forget(id);
              }}
            >
              <Trans>Undo</Trans>
            </Button>
          ) : (
            <IconButton
              icon="close"
              label={t`Close`}
              onPress={() => {
                pendingDeletions.forget(id);
              }}
            />
          )}
        </div>
      ))}
    </div>
  );
}
