// A switch on one line: its label on the left, the switch on the right.

import { SwitchButton, SwitchField, type SwitchFieldProps } from "react-aria-components";
import type { ReactNode } from "react";

import styles from "./Switch.module.css";

interface OwnProps extends Omit<SwitchFieldProps, "children" | "className"> {
  children?: ReactNode;
  hint?: ReactNode;
}

export function Switch({ children, hint, ...rest }: OwnProps) {
  return (
    <SwitchField {...rest}>
      <SwitchButton className={styles.switch}>
        {children === undefined ? null : (
          <span className={styles.words}>
            {children}
            {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
          </span>
        )}
        <span className={styles.track} aria-hidden="true">
          <i />
        </span>
      </SwitchButton>
    </SwitchField>
  );
}
