// What a new account needs. The same for the first owner, for whoever signs up, and for whoever is invited.

import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { Form } from "react-aria-components";

import { Button } from "../../ui/elements/Button";
import { PasswordField, TextField } from "../../ui/fields/fields";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import styles from "./Door.module.css";

/** The API's own bound. */
const PASSWORD_CHARACTERS_LEAST = 10;

export interface NewAccount {
  token: string;
  name: string;
  email: string;
  password: string;
  organizationName: string;
}

interface NewAccountFormProps {
  asksFor: readonly (keyof NewAccount)[];
  action: ReactNode;
  /** What the token is called, and where it is found. */
  tokenWords?: { label: string; hint: string };
  onSend: (account: NewAccount) => Promise<void>;
}

const NOTHING: NewAccount = { token: "", name: "", email: "", password: "", organizationName: "" };

export function NewAccountForm({ asksFor, action, tokenWords, onSend }: NewAccountFormProps) {
  const { t } = useLingui();
  const [account, setAccount] = useState(NOTHING);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const field = (name: keyof NewAccount) => ({
    name,
    value: account[name],
    onChange: (value: string) => { setAccount({ ...account, [name]: value }); },
  });
  const has = (name: keyof NewAccount): boolean => asksFor.includes(name);
  return (
    <Form
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        void send(() => onSend(account));
      }}
    >
      <FormProblem failure={failure} fields={asksFor} />
      {has("token") ? <TextField {...field("token")} label={tokenWords?.label ?? t`One-time token`} autoComplete="off" isRequired hint={tokenWords?.hint ?? t`It stands at the end of the link that you were given.`} /> : null}
      {has("organizationName") ? <TextField {...field("organizationName")} label={t`Organization`} autoComplete="organization" isRequired maxLength={100} hint={t`Your company, team or project.`} /> : null}
      {has("name") ? <TextField {...field("name")} label={t`Your name`} autoComplete="name" maxLength={100} /> : null}
      {has("email") ? <TextField {...field("email")} label={t`Email`} type="email" autoComplete="username" isRequired /> : null}
      {has("password") ? (
        <PasswordField
          {...field("password")} label={t`Password`} autoComplete="new-password" isRequired minLength={PASSWORD_CHARACTERS_LEAST}
          hint={t`At least ${PASSWORD_CHARACTERS_LEAST} characters. A few words in a row are easy to keep.`}
        />
      ) : null}
      <div className={styles.wide}>
        <Button type="submit" look="primary" isPending={isPending}>{action}</Button>
      </div>
    </Form>
  );
}
