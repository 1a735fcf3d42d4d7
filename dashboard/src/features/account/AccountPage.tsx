// `/account`: the person's name, organizations, email address, password, open sessions and recent sign-ins.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../api/client";
import { meQuery } from "../../api/queries";
import { usePlace } from "../../shell/place";
import { PasswordField, TextField } from "../../ui/fields/fields";
import { Card, PageHead } from "../../ui/page/page";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { useForms } from "../../words/forms";
import { AccountName } from "./AccountName";
import { AccessForm } from "./AccessForm";
import styles from "./AccountPage.module.css";
import { Address } from "./AddressForm";
import { ConnectedApps } from "./ConnectedApps";
import { LinkedAccounts } from "./LinkedAccounts";
import { LogIns } from "./LogIns";
import { Mails } from "./mails/Mails";
import { Memberships } from "./Memberships";
import { Passkeys } from "./Passkeys";
import { QuietHours } from "./mails/QuietHours";
import { SecondFactor } from "./SecondFactor";
import { Sessions, SessionsFile, reloadSessions } from "./Sessions";

const MIN_PASSWORD_CHARACTERS = 10;
const MAX_NAME_CHARACTERS = 100;
export function AccountPage() {
  const { t } = useLingui();
  const { me } = usePlace();
  const forms = useForms();
  return (
    <>
      <PageHead
        isNarrow
        title={t`Sign-in and security`}
        guide="dashboard#signing-in"
        help={<Trans>Your name, email address and password, and the browsers in which you are signed in.</Trans>}
      />
      <Card title={t`Profile`}>
        <NameForm name={me.user.name} />
        <dl className={styles.facts}>
          <div>
            <dt>
              <Trans>Member since</Trans>
            </dt>
            <dd>{forms.date(me.user.createdAt)}</dd>
          </div>
        </dl>
      </Card>
      {me.orgs.length === 0 ? null : (
        <Card title={t`Organizations`}>
          <Memberships organizations={me.orgs} />
        </Card>
      )}
      <Card title={t`Email address`}>
        <Address user={me.user} />
      </Card>
      <Card title={t`Reports by email`}>
        <Mails of="reports" />
      </Card>
      <Card title={t`Alerts by email`}>
        <Mails of="alerts" />
        <QuietHours />
      </Card>
      <Card title={t`Password`}>
        <PasswordForm />
      </Card>
      <Card title={t`Second factor`}>
        <SecondFactor />
      </Card>
      <Card title={t`Passkeys`}>
        <Passkeys />
      </Card>
      <LinkedAccounts />
      <Card title={t`Sign out everywhere else`}>
        <AccessForm />
      </Card>
      <Card title={t`Connected apps`}>
        <ConnectedApps />
      </Card>
      <Card title={t`Sessions`} end={<SessionsFile />}>
        <Sessions />
      </Card>
      <Card title={t`Recent sign-ins`}>
        <LogIns />
      </Card>
    </>
  );
}

function NameForm({ name }: { name: string }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(name);
  const save = async (): Promise<void> => {
    const me = await ask(api.PATCH("/api/v1/me", { body: { name: typed.trim() } }));
    queryClient.setQueryData(meQuery.queryKey, me);
    setTyped(me.user.name);
  };
  return (
    <SubmitForm
      fields={["name"]}
      act={<Trans>Save</Trans>}
      look="plain"
      isDisabled={typed.trim() === name}
      place="card"
      work={save}
      sent={<Trans>Your name is saved.</Trans>}
    >
      <TextField
        label={t`Name`}
        name="name"
        autoComplete="name"
        value={typed}
        maxLength={MAX_NAME_CHARACTERS}
        hint={t`Shown to members of your organizations and in the audit log.`}
        onChange={setTyped}
      />
    </SubmitForm>
  );
}

function PasswordForm() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const change = async (): Promise<void> => {
    await ask(api.POST("/api/v1/auth/password", { body: { currentPassword, newPassword } }));
    await reloadSessions(queryClient);
    setCurrent("");
    setNew("");
  };
  return (
    <SubmitForm
      fields={["currentPassword", "newPassword"]}
      credential="current password"
      act={<Trans>Change password</Trans>}
      look="plain"
      place="card"
      work={change}
      sent={<Trans>Your password is changed. Every other session has ended.</Trans>}
    >
      <AccountName />
      <PasswordField
        label={t`Current password`}
        name="currentPassword"
        autoComplete="current-password"
        isRequired
        value={currentPassword}
        onChange={setCurrent}
      />
      <PasswordField
        label={t`New password`}
        name="newPassword"
        autoComplete="new-password"
        isRequired
        minLength={MIN_PASSWORD_CHARACTERS}
        value={newPassword}
        onChange={setNew}
        hint={t`At least ${MIN_PASSWORD_CHARACTERS} characters. All other sessions will end.`}
      />
    </SubmitForm>
  );
}
