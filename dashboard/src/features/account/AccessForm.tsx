// Ends all other access to the account: sessions, links in emails, remembered browsers. Names the programs that still
// work.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../api/client";
import { meQuery } from "../../api/queries";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { ActiveKeys, type ActiveKey } from "../shared/keys/ActiveKeys";
import { type LeftServiceAccount, LeftServiceAccounts } from "../shared/keys/LeftServiceAccounts";
import styles from "./AccountPage.module.css";
import { PasswordAgain } from "./PasswordAgain";
import { reloadSessions } from "./Sessions";

export function AccessForm() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState("");
  const [keys, setKeys] = useState<readonly ActiveKey[]>([]);
  const [accounts, setAccounts] = useState<readonly LeftServiceAccount[]>([]);
  const revoke = async (): Promise<void> => {
    const { keysStillActive, serviceAccounts } = await ask(api.POST("/api/v1/auth/revoke-all", { body: { password } }));
    setKeys(keysStillActive);
    setAccounts(serviceAccounts);
    setPassword("");
    await Promise.all([reloadSessions(queryClient), queryClient.invalidateQueries({ queryKey: meQuery.queryKey })]);
  };
  return (
    <>
      <SubmitForm
        fields={["password"]}
        credential="current password"
        act={<Trans>Sign out everywhere else</Trans>}
        look="danger"
        place="card"
        work={revoke}
        sent={<Trans>All other sessions, links in emails and remembered browsers have ended.</Trans>}
      >
        <PasswordAgain
          value={password}
          onChange={setPassword}
          hint={t`Use this if someone else may have access to your account. Ends all other sessions, links in emails and remembered browsers. Your password and your API keys keep working.`}
        />
      </SubmitForm>
      {keys.length + accounts.length === 0 ? null : (
        <div className={styles.form}>
          {keys.length === 0 ? null : <ActiveKeys keys={keys} />}
          <LeftServiceAccounts accounts={accounts} />
        </div>
      )}
    </>
  );
}
