// `/login`

import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useSearch } from "@tanstack/react-router";

import { Door } from "./Door";
import styles from "./Door.module.css";
import { SignInForm } from "./SignInForm";
import { useEntered } from "./entered";

export function SignInPage() {
  const { t } = useLingui();
  const { next } = useSearch({ from: "/login" });
  const entered = useEntered();
  return (
    <Door title={t`Sign in to Askline`}>
      <SignInForm onIn={() => entered(next)} />
      <p className={styles.aside}>
        <Trans>
          Forgotten your password? Ask whoever runs this instance. They can make you a one-time address that lets you choose a
          new one.
        </Trans>
      </p>
      <p className={styles.aside}>
        <Trans>New here? An admin of your organization can invite you. Some instances let you <Link to="/signup">create an account</Link> yourself.</Trans>
      </p>
    </Door>
  );
}
