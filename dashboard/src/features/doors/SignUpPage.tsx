// `/signup`: an account and an organization of one's own, where the operator allows it. The API says where not.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import { api, ask } from "../../api/client";
import { Door } from "./Door";
import styles from "./Door.module.css";
import { NewAccountForm } from "./NewAccountForm";
import { useEntered } from "./entered";

export function SignUpPage() {
  const { t } = useLingui();
  const entered = useEntered();
  return (
    <Door title={t`Create an account`} lead={t`With an organization of your own.`}>
      <NewAccountForm
        asksFor={["organizationName", "name", "email", "password"]}
        action={t`Create account`}
        onSend={async ({ name, email, password, organizationName }) => {
          const body = { email, password, organizationName, name: name === "" ? null : name };
          await ask(api.POST("/api/v1/auth/signup", { body }));
          await entered();
        }}
      />
      <p className={styles.aside}><Trans>Have an account? <Link to="/login">Sign in</Link>.</Trans></p>
    </Door>
  );
}
