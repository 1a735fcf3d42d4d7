// `/reset#token`: a new password with the token of a mailed link, spent by a press and never by opening the address.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask } from "../../api/client";
import { LinkButton } from "../../ui/elements/Button";
import { Door } from "./Door";
import styles from "./Door.module.css";
import { NewAccountForm } from "./NewAccountForm";
import { forgetToken, useToken } from "./token";

export function ResetPage() {
  const { t } = useLingui();
  const token = useToken();
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <Door title={t`Your password is changed`} lead={<span role="status"><Trans>You are signed out everywhere. Sign in with your new password.</Trans></span>}>
        <div className={styles.wide}><LinkButton to="/login"><Trans>Sign in</Trans></LinkButton></div>
      </Door>
    );
  }
  return (
    <Door title={t`Set a new password`} lead={t`This signs you out everywhere.`}>
      <NewAccountForm
        asksFor={[...(token === null ? ["token" as const] : []), "password"]}
        action={t`Set password`}
        tokenWords={{ label: t`Token`, hint: t`At the end of the link in the mail. It begins with reset_.` }}
        onSend={async ({ password, token: typed }) => {
          await ask(api.POST("/api/v1/auth/reset/finish", { body: { token: token ?? typed, password } }));
          forgetToken();
          setDone(true);
        }}
      />
      <p className={styles.aside}><Link to="/forgot"><Trans>Get a new link</Trans></Link></p>
    </Door>
  );
}
