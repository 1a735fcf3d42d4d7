// `/login`

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";

import { Door } from "./Door";
import styles from "./Door.module.css";
import { doorsQuery } from "./doors_query";
import { SignInForm } from "./SignInForm";
import { useEntered } from "./entered";

export function SignInPage() {
  const { t } = useLingui();
  const { next } = useSearch({ from: "/login" });
  const entered = useEntered();
  return (
    <Door title={t`Sign in to Askline`}>
      <SignInForm onIn={() => entered(next)} />
      <Help />
    </Door>
  );
}

/** Until it is known whether sign-up is open, nothing is offered that may be closed. */
function Help() {
  const { data: doors } = useQuery(doorsQuery);
  return (
    <>
      <p className={styles.aside}>
        {doors?.contact === null || doors === undefined
          ? <Trans>Forgotten your password? Ask whoever runs this instance. They can make you a one-time address that lets you choose a new one.</Trans>
          : <Trans>Forgotten your password? Ask {doors.contact}. They can make you a one-time address that lets you choose a new one.</Trans>}
      </p>
      <p className={styles.aside}>
        {doors?.signup === true
          ? <Trans>New here? <Link to="/signup">Create an account</Link>, or let an admin of your organization invite you.</Trans>
          : <Trans>New here? An admin of your organization can invite you.</Trans>}
      </p>
    </>
  );
}
