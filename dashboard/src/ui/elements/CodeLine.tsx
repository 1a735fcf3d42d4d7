// A line of code with buttons, and a line with a secret. The secret is masked until the person shows it.

import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";

import { Button } from "./Button";
import styles from "./CodeLine.module.css";
import { CopyButton } from "./CopyButton";

export function CodeLine({ children, acts }: { children: ReactNode; acts: ReactNode }) {
  return (
    <div className={styles.line}>
      {children}
      <div>{acts}</div>
    </div>
  );
}

interface SecretLineProps {
  secret: string;
  /** The text that is shown instead of the secret. */
  masked: string;
  /** What the secret is, for the labels of the buttons. */
  what: string;
  onShow?: (isShown: boolean) => void;
}

export function SecretLine({ secret, masked, what, onShow }: SecretLineProps) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const turn = () => {
    setShown(!isShown);
    onShow?.(!isShown);
  };
  return (
    <CodeLine
      acts={
        <>
          <Button icon="eye" aria-pressed={isShown} onPress={turn}>
            {isShown ? t`Hide` : t`Show`}
          </Button>
          <CopyButton text={secret} what={what} isSmall={false} />
        </>
      }
    >
      <code data-testid="secret">{isShown ? secret : masked}</code>
    </CodeLine>
  );
}
