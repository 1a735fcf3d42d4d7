// `/join#token`: an invitation is taken up by a press, never by opening the address; into the account that one is signed in
// to, or into a new one. Whose it is, into what and as what stands above the press.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { Form } from "react-aria-components";

import { api, ask, type Schemas } from "../../api/client";
import { meQuery } from "../../api/queries";
import { Loading } from "../../shell/states";
import { useSignOut } from "../../shell/account/AccountMenu";
import { Button, LinkButton } from "../../ui/elements/Button";
import { TextField } from "../../ui/fields/fields";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { useRoleMeanings, useRoleNames } from "../../words/roles";
import { Door } from "./Door";
import styles from "./Door.module.css";
import { useInvitation, type Seen } from "./invitation";
import { NewAccountForm } from "./NewAccountForm";
import { SignInForm } from "./SignInForm";
import { useEntered } from "./entered";
import { useToken } from "./token";

export function JoinPage() {
  const { t } = useLingui();
  const me = useQuery({ ...meQuery, retry: false });
  const token = useToken();
  const seen = useInvitation(token);
  const [hasAccount, setHasAccount] = useState(false);
  if (me.isPending || seen.state === "asking") return <Door title={t`Accept invitation`}><Loading /></Door>;
  if (seen.state === "ended") return <Ended />;
  if (me.data !== undefined) return <JoinSignedIn email={me.data.user.email} token={token} seen={seen} />;
  if (hasAccount) {
    return (
      <Door title={t`Sign in to accept`} lead={<Into seen={seen} />}>
        <SignInForm onIn={async () => { await me.refetch(); }} />
        <p className={styles.aside}><Button look="quiet" onPress={() => { setHasAccount(false); }}><Trans>Make a new account instead</Trans></Button></p>
      </Door>
    );
  }
  return <JoinNew token={token} seen={seen} onHasAccount={() => { setHasAccount(true); }} />;
}

function Ended() {
  const { t } = useLingui();
  return (
    <Door title={t`This invitation has expired`} lead={t`It was already used, cancelled, or is over a week old. Ask the person who invited you for a new one.`}>
      <div className={styles.wide}><LinkButton to="/"><Trans>Go to dashboard</Trans></LinkButton></div>
    </Door>
  );
}

function useTitleOf(seen: Seen): string {
  const { t } = useLingui();
  return seen.state === "open" ? t`Join ${seen.invitation.organization}` : t`Accept invitation`;
}

/** Organization, role and inviter, as far as they are known. */
function Into({ seen, children }: { seen: Seen; children?: ReactNode }) {
  if (seen.state !== "open") return children;
  return <><Facts invitation={seen.invitation} />{children}</>;
}

function Facts({ invitation }: { invitation: Schemas["InvitationSeen"] }) {
  const names = useRoleNames();
  const meanings = useRoleMeanings();
  const { organization, role, inviter } = invitation;
  const who = inviter === null ? null : inviter.name === "" ? inviter.email : `${inviter.name} (${inviter.email})`;
  return (
    <dl className={styles.facts}>
      <div><dt><Trans>Organization</Trans></dt><dd>{organization}</dd></div>
      <div><dt><Trans>Invited by</Trans></dt><dd>{who ?? <Trans>your administrator</Trans>}</dd></div>
      <div><dt><Trans>Role</Trans></dt><dd>{names[role]}<small>{meanings[role]}</small></dd></div>
    </dl>
  );
}

interface JoinProps {
  token: string | null;
  seen: Seen;
}

function JoinSignedIn({ email, token, seen }: JoinProps & { email: string }) {
  const { t } = useLingui();
  const title = useTitleOf(seen);
  const entered = useEntered();
  const signOut = useSignOut();
  const [typed, setTyped] = useState("");
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const join = () =>
    send(async () => {
      await ask(api.POST("/api/v1/auth/invitations/accept", { body: { token: token ?? typed } }));
      await entered();
    });
  return (
    <Door title={title} lead={<Into seen={seen}><Trans>You join as {email}.</Trans></Into>}>
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
      <p className={styles.aside}><Trans>Not you? <Button look="quiet" onPress={() => void signOut()}>Sign out</Button> and open the address again.</Trans> <Link to="/"><Trans>Go to dashboard</Trans></Link></p>
    </Door>
  );
}

function JoinNew({ token, seen, onHasAccount }: JoinProps & { onHasAccount: () => void }) {
  const { t } = useLingui();
  const title = useTitleOf(seen);
  const entered = useEntered();
  return (
    <Door title={title} lead={<Into seen={seen}>{t`Choose a password to join.`}</Into>}>
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
