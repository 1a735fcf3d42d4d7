// `/account`: the person's name, password, open sessions and recent sign-ins.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";

import { api, ask } from "../../api/client";
import { meQuery } from "../../api/queries";
import { usePlace } from "../../shell/place";
import { Button } from "../../ui/elements/Button";
import { PasswordField, TextField } from "../../ui/fields/fields";
import { Bar, Card, Note, PageHead } from "../../ui/page/page";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { useForms } from "../../words/forms";
import styles from "./AccountPage.module.css";
import { Address } from "./AddressForm";
import { LogIns } from "./LogIns";
import { Memberships } from "./Memberships";
import { Sessions, SessionsFile, readSessionsAgain } from "./Sessions";

const PASSWORD_CHARACTERS_LEAST = 10;
const NAME_CHARACTERS_MOST = 100;
export function AccountPage() {
  const { t } = useLingui();
  const { me } = usePlace();
  const forms = useForms();
  return (
    <>
      <PageHead isNarrow title={t`Sign-in and security`} guide="dashboard#signing-in" help={<Trans>Your name, email address and password, and the browsers in which you are signed in.</Trans>} />
      <Card title={t`Profile`}>
        <NameForm name={me.user.name} />
        <dl className={styles.facts}>
          <div><dt><Trans>Member since</Trans></dt><dd>{forms.date(me.user.createdAt)}</dd></div>
        </dl>
      </Card>
      {me.orgs.length === 0 ? null : <Card title={t`Organizations`}><Memberships organizations={me.orgs} /></Card>}
      <Card title={t`Email address`}><Address user={me.user} /></Card>
      <Card title={t`Password`}><PasswordForm /></Card>
      <Card title={t`Sessions`} end={<SessionsFile />}><Sessions /></Card>
      <Card title={t`Recent sign-ins`}><LogIns /></Card>
    </>
  );
}

function NameForm({ name }: { name: string }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(name);
  const [isDone, setDone] = useState(false);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const save = async (): Promise<void> => {
    setDone(false);
    const isSaved = await send(async () => {
      const me = await ask(api.PATCH("/api/v1/me", { body: { name: typed.trim() } }));
      queryClient.setQueryData(meQuery.queryKey, me);
      setTyped(me.user.name);
    });
    setDone(isSaved);
  };
  return (
    <Form
      className={styles.form}
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FormProblem failure={failure} fields={["name"]} />
      {isDone ? <div role="status"><Note tone="good"><Trans>Your name is saved.</Trans></Note></div> : null}
      <TextField
        label={t`Name`} name="name" autoComplete="name" value={typed} maxLength={NAME_CHARACTERS_MOST} hint={t`Shown to members of your organizations and in the audit log.`}
        onChange={(next) => { setTyped(next); setDone(false); }}
      />
      <Bar><Button type="submit" isPending={isPending} isDisabled={typed.trim() === name}><Trans>Save</Trans></Button></Bar>
    </Form>
  );
}

function PasswordForm() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const [isDone, setDone] = useState(false);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const change = async (): Promise<void> => {
    setDone(false);
    const isChanged = await send(async () => {
      await ask(api.POST("/api/v1/auth/password", { body: { currentPassword, newPassword } }));
      await readSessionsAgain(queryClient);
    });
    if (!isChanged) return;
    setCurrent("");
    setNew("");
    setDone(true);
  };
  return (
    <Form
      className={styles.form}
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <FormProblem failure={failure} fields={["currentPassword", "newPassword"]} credential="current password" />
      {isDone ? <div role="status"><Note tone="good"><Trans>Your password is changed. Every other session has ended.</Trans></Note></div> : null}
      <PasswordField label={t`Current password`} name="currentPassword" autoComplete="current-password" isRequired value={currentPassword} onChange={setCurrent} />
      <PasswordField
        label={t`New password`} name="newPassword" autoComplete="new-password" isRequired minLength={PASSWORD_CHARACTERS_LEAST} value={newPassword} onChange={setNew}
        hint={t`At least ${PASSWORD_CHARACTERS_LEAST} characters. All other sessions will end.`}
      />
      <Bar><Button type="submit" isPending={isPending}><Trans>Change password</Trans></Button></Bar>
    </Form>
  );
}
