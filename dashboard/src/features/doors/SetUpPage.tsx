// `/setup#token`: the first owner, with the token that the server printed when it started empty.

import { useLingui } from "@lingui/react/macro";

import { api, ask } from "../../api/client";
import { Door } from "./Door";
import { NewAccountForm } from "./NewAccountForm";
import { useEntered } from "./entered";
import { useToken } from "./token";

export function SetUpPage() {
  const { t } = useLingui();
  const entered = useEntered();
  const token = useToken();
  return (
    <Door title={t`Set up Askline`} lead={token === null ? t`This instance isn't set up yet. Open the set-up link printed in the server log, or enter its token here.` : t`You'll be the owner of this instance's first organization.`}>
      <NewAccountForm
        asksFor={[...(token === null ? ["token" as const] : []), "organizationName", "name", "email", "password"]}
        action={t`Set up`}
        tokenWords={{ label: t`Set-up token`, hint: t`Printed in the server log at first start. It begins with setup_.` }}
        onSend={async ({ name, email, password, organizationName, token: typed }) => {
          const body = { token: token ?? typed, email, password, organizationName, name: name === "" ? null : name };
          await ask(api.POST("/api/v1/auth/setup", { body }));
          await entered();
        }}
      />
    </Door>
  );
}
