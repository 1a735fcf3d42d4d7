// `/login`

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useSearch } from "@tanstack/react-router";

import { Door } from "./Door";
import styles from "./Door.module.css";
import { doorsQuery } from "./doors_query";
import { SignInForm } from "./SignInForm";
import { useEntered } from "./entered";

export function SignInPage() {
  const { t } = useLingui();
  const { next } = useSearch({ from: "/login" });
  const entered = useEntered();
  const { data: doors } = useQuery(doorsQuery);
  // Nobody can sign in to an instance without an owner.
  if (doors?.needsSetup === true) return <Navigate to="/setup" replace />;
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
        {doors?.passwordReset === true
          ? <Link to="/forgot"><Trans>Forgot your password?</Trans></Link>
          : doors?.contact === null || doors === undefined
          ? <Trans>Forgot your password? Ask your administrator for a one-time sign-in link.</Trans>
          : <Trans>Forgot your password? Ask {doors.contact} for a one-time sign-in link.</Trans>}
      </p>
      <p className={styles.aside}>
        {doors?.signup === true
          ? <Trans>New here? <Link to="/signup">Create an account</Link>, or let an admin of your organization invite you.</Trans>
          : <Trans>New here? An admin of your organization can invite you.</Trans>}
      </p>
    </>
  );
}
