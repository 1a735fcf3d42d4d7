// What is about to be deleted, with the button that takes it back.

import { Trans, useLingui } from "@lingui/react/macro";

import { Button, IconButton } from "../../ui/elements/Button";
import { later, useWaiting } from "../../ui/hooks/later";
import { useWords } from "../../ui/page/Problem";
import styles from "./Undo.module.css";

export function Undo() {
  const { t } = useLingui();
  const wordsOf = useWords();
  const waiting = useWaiting();
  return (
    <div
      className={styles.place} role="status" aria-label={t`Changes that can be undone`}
      onFocus={later.hold} onBlur={later.release} onPointerEnter={later.hold} onPointerLeave={later.release}
    >
      {waiting.map(({ id, words, failure }) => (
        <div key={id} className={styles.one}>
          <span>{failure === null ? words : <Trans>Couldn’t do that: {wordsOf(failure)}</Trans>}</span>
          {failure === null
            ? <Button onPress={() => { later.forget(id); }}><Trans>Undo</Trans></Button>
            : <IconButton icon="close" label={t`Close`} onPress={() => { later.forget(id); }} />}
        </div>
      ))}
    </div>
  );
}
