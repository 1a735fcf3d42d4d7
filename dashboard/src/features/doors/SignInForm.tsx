// E-mail and password. Used by the door and, in place, when a session ends.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Form } from "react-aria-components";

import { api, ask, type Schemas } from "../../api/client";
import { Button } from "../../ui/elements/Button";
import { PasswordField, TextField } from "../../ui/fields/fields";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import styles from "./Door.module.css";

interface SignInFormProps {
  /** Whose session it was: only they can go on here. */
  email?: string;
  onIn: (who: Schemas["LoggedIn"]) => Promise<void> | void;
}

export function SignInForm({ email: fixed, onIn }: SignInFormProps) {
  const { t } = useLingui();
  const [email, setEmail] = useState(fixed ?? "");
  const [password, setPassword] = useState("");
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const signIn = () =>
    send(async () => {
      const who = await ask(api.POST("/api/v1/auth/login", { body: { email, password } }));
      setPassword("");
      await onIn(who);
    });
  return (
    <Form
      className={styles.form}
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        void signIn();
      }}
    >
      <FormProblem failure={failure} fields={["email", "password"]} />
      <TextField
        label={t`Email`} name="email" type="email" autoComplete="username" isRequired
        value={email} onChange={setEmail} isReadOnly={fixed !== undefined} autoFocus={fixed === undefined}
      />
      <PasswordField
        label={t`Password`} name="password" autoComplete="current-password" isRequired
        value={password} onChange={setPassword} autoFocus={fixed !== undefined}
      />
      <div className={styles.wide}>
        <Button type="submit" look="primary" isPending={isPending}><Trans>Sign in</Trans></Button>
      </div>
    </Form>
  );
}
