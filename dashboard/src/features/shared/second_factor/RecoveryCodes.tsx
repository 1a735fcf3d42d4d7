// Shows new recovery codes, once, with ways to keep them.

import { Trans, useLingui } from "@lingui/react/macro";

import { saveFile } from "../files/saved_file";
import { Actions, Dialog } from "../../../ui/dialogs/Dialog";
import { Button } from "../../../ui/elements/Button";
import { CopyButton } from "../../../ui/elements/CopyButton";
import styles from "./TotpSetup.module.css";

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useLingui();
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog title={t`Save your recovery codes`} isOpen isHeld onClose={onClose}>
      <p>
        <Trans>
          Each of these codes signs you in once if you lose your device. Keep them where only you can read them: they
          are not shown again.
        </Trans>
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Actions>
        <CopyButton text={text} what={t`recovery codes`} words={t`Copy codes`} isSmall={false} />
        <Button
          icon="download"
          onPress={() => {
            saveFile("askline-recovery-codes.txt", [text], "text/plain");
          }}
        >
          <Trans>Download codes</Trans>
        </Button>
        <Button look="primary" onPress={onClose}>
          <Trans>I have saved them</Trans>
        </Button>
      </Actions>
    </Dialog>
  );
}
