// The account's email address: its confirmation, and a change to a new one. A new address takes effect once it is
// confirmed.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import { meQuery, signInOptionsQuery } from "../../api/queries";
import { Button } from "../../ui/elements/Button";
import { TextField } from "../../ui/fields/fields";
import { Bar, Note, Tag } from "../../ui/page/page";
import { FormProblem } from "../../ui/page/Problem";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { useSubmission } from "../../ui/hooks/submit";
import { useForms, useNow } from "../../words/forms";
import styles from "./AccountPage.module.css";
import { PasswordAgain } from "./PasswordAgain";

const MINUTE_MS = 60_000;
const MAX_EMAIL_CHARACTERS = 254;

/** Whether a mail server said this: it begins with a status code. Otherwise Askline says why it asked none. */
const isServersAnswer = (answer: string | null): boolean => /^\d{3} /.test(answer ?? "");

export function Address({ user }: { user: Schemas["User"] }) {
  const forms = useForms();
  const now = useNow(MINUTE_MS);
  const { data: options } = useQuery(signInOptionsQuery);
  const pending =
    user.pendingEmail !== null && Date.parse(user.pendingEmail.expiresAt) > now ? user.pendingEmail : null;
  const hasMail = options?.passwordReset === true;
  const isUnconfirmed = user.emailVerifiedAt === null || user.mailState === "refused";
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>
            <Trans>Email</Trans>
          </dt>
          <dd>
            {user.email}{" "}
            {user.emailVerifiedAt === null ? (
              <Tag tone="warn">
                <Trans>Not confirmed</Trans>
              </Tag>
            ) : (
              <Tag tone="good">
                <Trans>Confirmed</Trans>
              </Tag>
            )}
          </dd>
        </div>
        {pending === null ? null : (
          <div>
            <dt>
              <Trans>New address</Trans>
            </dt>
            <dd>
              <Trans>
                {pending.email}, once you confirm it with the link that we sent there. The link works until{" "}
                {forms.moment(pending.expiresAt)}.
              </Trans>
            </dd>
          </div>
        )}
      </dl>
      {user.mailState === "refused" ? (
        <div className={styles.form}>
          <Note tone="warn">
            {isServersAnswer(user.mailAnswer) ? (
              <Trans>
                Your mail server rejected our email: {user.mailAnswer ?? ""}. Until you confirm the address again, we’ll
                send you only confirmation links.
              </Trans>
            ) : (
              <Trans>
                We can’t send email to your address: {user.mailAnswer ?? ""} Until you confirm the address again, we’ll
                send you only confirmation links.
              </Trans>
            )}
          </Note>
        </div>
      ) : null}
      {hasMail && (isUnconfirmed || pending !== null) ? (
        <div className={styles.form}>
          <SendAgain />
        </div>
      ) : null}
      {hasMail ? (
        <AddressForm />
      ) : (
        <div className={styles.form}>
          <Note>
            <Trans>
              Email isn’t set up on this instance. Once it is, you can change your address here and reset a forgotten
              password.
            </Trans>
          </Note>
        </div>
      )}
    </>
  );
}

/** Sends the confirmation email, for the first time or again. */
export function SendAgain() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isPending, failure, send } = useSubmission();
  const again = () =>
    send(async () => {
      setSentTo((await ask(api.POST("/api/v1/auth/email/resend"))).email);
    });
  return (
    <>
      <FormProblem failure={failure} />
      {sentTo === null ? null : (
        <div role="status">
          <Note tone="good">
            <Trans>A confirmation link is on its way to {sentTo}.</Trans>
          </Note>
        </div>
      )}
      <Bar>
        <Button isPending={isPending} onPress={() => void again()}>
          <Trans>Send confirmation link</Trans>
        </Button>
      </Bar>
    </>
  );
}

function AddressForm() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const change = async (): Promise<void> => {
    await ask(api.POST("/api/v1/auth/email", { body: { email: email.trim(), password } }));
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    setEmail("");
    setPassword("");
  };
  return (
    <SubmitForm
      fields={["email", "password"]}
      credential="current password"
      act={<Trans>Change email address</Trans>}
      look="plain"
      place="card"
      work={change}
      sent={
        <Trans>
          Open the link in the email that we sent to your new address. Until then, your address stays the same.
        </Trans>
      }
    >
      <TextField
        label={t`New email address`}
        name="email"
        type="email"
        autoComplete="email"
        isRequired
        value={email}
        onChange={setEmail}
        maxLength={MAX_EMAIL_CHARACTERS}
      />
      <PasswordAgain value={password} onChange={setPassword} />
    </SubmitForm>
  );
}
