// `/signup`: an account and an organization of one's own, where the operator allows it. The API says where not.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { api, ask } from "../../api/client";
import { LinkButton } from "../../ui/elements/Button";
import { Door } from "./Door";
import styles from "./Door.module.css";
import { doorsQuery } from "./doors_query";
import { NewAccountForm } from "./NewAccountForm";
import { useEntered } from "./entered";

export function SignUpPage() {
  const { t } = useLingui();
  const entered = useEntered();
  const { data: doors } = useQuery(doorsQuery);
  if (doors?.signup === false) {
    return (
      <Door title={t`Accounts are made by invitation here`} lead={t`An admin of your organization can invite you. Your administrator can create an organization for you.`}>
        <div className={styles.wide}><LinkButton to="/login"><Trans>Sign in</Trans></LinkButton></div>
      </Door>
    );
  }
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
