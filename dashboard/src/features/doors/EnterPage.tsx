// `/enter#token`: in by a one-time address that the operator made. After one for someone who lost their password the old one
// is gone, and a new one is asked for; one for a visit leads straight on.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Form } from "react-aria-components";

import { api, ask } from "../../api/client";
import { Button } from "../../ui/elements/Button";
import { TextField } from "../../ui/fields/fields";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { Door } from "./Door";
import styles from "./Door.module.css";
import { NewAccountForm } from "./NewAccountForm";
import { useEntered } from "./entered";
import { forgetToken, useToken } from "./token";

/** What tokens begin with that take nothing away, such as a demo's. */
const VISIT = "visit_";

export function EnterPage() {
  const { t } = useLingui();
  const entered = useEntered();
  const token = useToken();
  const [typed, setTyped] = useState("");
  const [isIn, setIn] = useState(false);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  if (isIn) {
    return (
      <Door title={t`Choose a new password`} lead={t`The old one no longer works, and every other session has ended.`}>
        <NewAccountForm
          asksFor={["password"]}
          action={t`Save and go on`}
          onSend={async ({ password }) => {
            await ask(api.POST("/api/v1/auth/password", { body: { newPassword: password } }));
            await entered();
          }}
        />
      </Door>
    );
  }
  const isVisit = (token ?? typed).trim().startsWith(VISIT);
  const enter = () =>
    send(async () => {
      await ask(api.POST("/api/v1/auth/one-time", { body: { token: token ?? typed } }));
      if (isVisit) return entered();
      forgetToken();
      setIn(true);
    });
  const lead = isVisit ? t`This link works once.` : t`This link works once. It resets your password and signs you out everywhere.`;
  return (
    <Door title={t`One-time sign-in`} lead={lead}>
      <Form
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <FormProblem failure={failure} fields={["token"]} />
        {token === null ? <TextField label={t`One-time token`} name="token" value={typed} onChange={setTyped} autoComplete="off" isRequired hint={t`At the end of your link.`} /> : null}
        <div className={styles.wide}><Button type="submit" look="primary" isPending={isPending}><Trans>Sign in</Trans></Button></div>
      </Form>
    </Door>
  );
}
