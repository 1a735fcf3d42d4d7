// `/prove#token` and `/undo#token`: an address is confirmed, or taken back by who had it before. Both by a press.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Form } from "react-aria-components";

import { api, ask } from "../../api/client";
import { Button, LinkButton } from "../../ui/elements/Button";
import { TextField } from "../../ui/fields/fields";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { Door } from "./Door";
import styles from "./Door.module.css";
import { forgetToken, useToken } from "./token";

export function ProvePage() {
  const { t } = useLingui();
  return (
    <AddressLink
      title={t`Confirm your email address`}
      lead={t`Links for a new password and security notices go to this address.`}
      action={<Trans>Confirm</Trans>}
      spend={async (token) => (await ask(api.POST("/api/v1/auth/email/verify", { body: { token } }))).email}
      doneTitle={t`Your email address is confirmed`}
      done={(email) => <Trans>{email} is the address of your account.</Trans>}
      next={<LinkButton to="/"><Trans>Go to dashboard</Trans></LinkButton>}
    />
  );
}

export function UndoPage() {
  const { t } = useLingui();
  return (
    <AddressLink
      title={t`Undo the change of your email address?`}
      lead={t`Your account gets this address back. Every session and your password end, and you get a link for a new password by mail.`}
      action={<Trans>Undo change</Trans>}
      spend={async (token) => (await ask(api.POST("/api/v1/auth/email/undo", { body: { token } }))).email}
      doneTitle={t`The change is undone`}
      done={(email) => <Trans>A link for a new password is on its way to {email}.</Trans>}
      next={<LinkButton to="/login"><Trans>Back to sign-in</Trans></LinkButton>}
    />
  );
}

interface AddressLinkProps {
  title: string;
  lead: string;
  action: ReactNode;
  /** Gives the address that the account has then. */
  spend: (token: string) => Promise<string>;
  doneTitle: string;
  done: (email: string) => ReactNode;
  next: ReactNode;
}

function AddressLink({ title, lead, action, spend, doneTitle, done, next }: AddressLinkProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const token = useToken();
  const [typed, setTyped] = useState("");
  const [email, setEmail] = useState<string | null>(null);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  if (email !== null) {
    return (
      <Door title={doneTitle} lead={<span role="status">{done(email)}</span>}>
        <div className={styles.wide}>{next}</div>
      </Door>
    );
  }
  const press = () =>
    send(async () => {
      const now = await spend(token ?? typed);
      forgetToken();
      // Whoever is signed in here may be the one whose address it is.
      queryClient.clear();
      setEmail(now);
    });
  return (
    <Door title={title} lead={lead}>
      <Form
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault();
          void press();
        }}
      >
        <FormProblem failure={failure} fields={["token"]} />
        {token === null ? <TextField label={t`Token`} name="token" value={typed} onChange={setTyped} autoComplete="off" isRequired hint={t`At the end of the link in the mail.`} /> : null}
        <div className={styles.wide}><Button type="submit" look="primary" isPending={isPending}>{action}</Button></div>
      </Form>
    </Door>
  );
}
