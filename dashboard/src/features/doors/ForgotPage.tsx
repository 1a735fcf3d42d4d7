// `/forgot`: a link that sets a new password, by mail. The answer is the same for every address.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Form } from "react-aria-components";

import { api, ask } from "../../api/client";
import { Button } from "../../ui/elements/Button";
import { TextField } from "../../ui/fields/fields";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { Door } from "./Door";
import styles from "./Door.module.css";
import { doorsQuery } from "./doors_query";

export function ForgotPage() {
  const { t } = useLingui();
  const { data: doors } = useQuery(doorsQuery);
  const [email, setEmail] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  if (doors?.passwordReset === false) {
    return (
      <Door title={t`Forgot your password?`} lead={doors.contact === null ? t`Ask your administrator for a one-time sign-in link.` : t`Ask ${doors.contact} for a one-time sign-in link.`}>
        <Back />
      </Door>
    );
  }
  if (isAsked) {
    return (
      <Door title={t`Check your inbox`} lead={<span role="status"><Trans>If {email} is the confirmed address of an account, a link to set a new password is on its way. It works for one hour.</Trans></span>}>
        <p className={styles.aside}><Trans>No mail? Look in your spam folder, or ask your administrator: an address that was never confirmed gets no link.</Trans></p>
        <Back />
      </Door>
    );
  }
  const request = async (): Promise<void> => {
    setAsked(await send(async () => { await ask(api.POST("/api/v1/auth/reset", { body: { email } })); }));
  };
  return (
    <Door title={t`Forgot your password?`} lead={t`Enter your email address to get a link for a new password.`}>
      <Form
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault();
          void request();
        }}
      >
        <FormProblem failure={failure} fields={["email"]} />
        <TextField label={t`Email`} name="email" type="email" autoComplete="username" isRequired value={email} onChange={setEmail} autoFocus />
        <div className={styles.wide}><Button type="submit" look="primary" isPending={isPending}><Trans>Send link</Trans></Button></div>
      </Form>
      <Back />
    </Door>
  );
}

function Back() {
  return <p className={styles.aside}><Link to="/login"><Trans>Back to sign-in</Trans></Link></p>;
}
