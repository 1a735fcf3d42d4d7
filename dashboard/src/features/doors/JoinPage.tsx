// `/join#token`: an invitation is taken up by a press, never by opening the address; into the account that one is signed in
// to, or into a new one.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Form } from "react-aria-components";

import { api, ask } from "../../api/client";
import { meQuery } from "../../api/queries";
import { Loading } from "../../shell/states";
import { useSignOut } from "../../shell/AccountMenu";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/fields";
import { FormProblem } from "../../ui/Problem";
import { useSubmission } from "../../ui/submit";
import { Door } from "./Door";
import styles from "./Door.module.css";
import { NewAccountForm } from "./NewAccountForm";
import { SignInForm } from "./SignInForm";
import { useEntered } from "./entered";
import { useToken } from "./token";

export function JoinPage() {
  const { t } = useLingui();
  const me = useQuery({ ...meQuery, retry: false });
  const [hasAccount, setHasAccount] = useState(false);
  if (me.isPending) return <Door title={t`Take up your invitation`}><Loading /></Door>;
  if (me.data !== undefined) return <JoinSignedIn email={me.data.user.email} />;
  if (hasAccount) {
    return (
      <Door title={t`Sign in to take up your invitation`}>
        <SignInForm onIn={async () => { await me.refetch(); }} />
        <p className={styles.aside}><Button look="quiet" onPress={() => { setHasAccount(false); }}><Trans>Make a new account instead</Trans></Button></p>
      </Door>
    );
  }
  return <JoinNew onHasAccount={() => { setHasAccount(true); }} />;
}

function JoinSignedIn({ email }: { email: string }) {
  const { t } = useLingui();
  const entered = useEntered();
  const signOut = useSignOut();
  const token = useToken();
  const [typed, setTyped] = useState("");
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const join = () =>
    send(async () => {
      await ask(api.POST("/api/v1/auth/invitations/accept", { body: { token: token ?? typed } }));
      await entered();
    });
  return (
    <Door title={t`Take up your invitation`} lead={<Trans>You join as {email}.</Trans>}>
      <Form
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault();
          void join();
        }}
      >
        <FormProblem failure={failure} fields={["token"]} />
        {token === null ? <TextField label={t`One-time token`} name="token" value={typed} onChange={setTyped} autoComplete="off" isRequired /> : null}
        <div className={styles.wide}><Button type="submit" look="primary" isPending={isPending}><Trans>Join</Trans></Button></div>
      </Form>
      <p className={styles.aside}><Trans>Not you? <Button look="quiet" onPress={() => void signOut()}>Sign out</Button> and open the address again.</Trans> <Link to="/"><Trans>To the start</Trans></Link></p>
    </Door>
  );
}

function JoinNew({ onHasAccount }: { onHasAccount: () => void }) {
  const { t } = useLingui();
  const entered = useEntered();
  const token = useToken();
  return (
    <Door title={t`Take up your invitation`} lead={t`Choose a password, and you are in.`}>
      <NewAccountForm
        asksFor={[...(token === null ? ["token" as const] : []), "name", "password"]}
        action={t`Join`}
        onSend={async ({ name, password, token: typed }) => {
          const body = { token: token ?? typed, password, ...(name === "" ? {} : { name }) };
          await ask(api.POST("/api/v1/auth/invitations/accept", { body }));
          await entered();
        }}
      />
      <p className={styles.aside}><Trans>Have an account here already?</Trans> <Button look="quiet" onPress={onHasAccount}><Trans>Sign in</Trans></Button></p>
    </Door>
  );
}
