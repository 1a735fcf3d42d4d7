// Asks for the password or a code again. The request that changes access is sent again after it.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { api, ask } from "../../api/client";
import { canUsePasskeys, passkeyOfProof, wasCancelled } from "../../api/passkeys";
import { linkedAccountsQuery } from "../../api/queries";
import { onProof, reauthentication } from "../../api/reauthentication";
import { CodeField } from "../../features/shared/second_factor/CodeForm";
import { Button } from "../../ui/elements/Button";
import { Dialog } from "../../ui/dialogs/Dialog";
import { PasswordField } from "../../ui/fields/fields";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { useSubmission } from "../../ui/hooks/submit";
import { Bar } from "../../ui/page/page";
import { FormProblem } from "../../ui/page/Problem";

type Kind = "password" | "code" | "recoveryCode";

const CREDENTIALS = { password: "current password", code: "code", recoveryCode: "recovery code" } as const;

export function AskAgain({ email }: { email: string }) {
  const { t } = useLingui();
  const [kind, setKind] = useState<Kind>("password");
  const [typed, setTyped] = useState("");
  const cancel = (): void => {
    reauthentication.answer(false);
  };
  const choose = (chosen: Kind): void => {
    setTyped("");
    setKind(chosen);
  };
  return (
    <Dialog title={t`Confirm that it’s you`} isOpen onClose={cancel}>
      <p>
        <Trans>This changes who has access. You are not asked again for 15 minutes.</Trans>
      </p>
      <SubmitForm
        key={kind}
        fields={[kind]}
        credential={CREDENTIALS[kind]}
        act={<Trans>Confirm</Trans>}
        work={async () => {
          await ask(api.POST("/api/v1/auth/reauthenticate", { body: { [kind]: typed } }));
          reauthentication.answer(true);
        }}
        onCancel={cancel}
      >
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {kind === "password" ? (
          <PasswordField
            label={t`Password`}
            name="password"
            autoComplete="current-password"
            isRequired
            autoFocus
            value={typed}
            onChange={setTyped}
          />
        ) : (
          <CodeField kind={kind} isFocused value={typed} onChange={setTyped} />
        )}
        <Bar>
          {canUsePasskeys() ? <PasskeyButton /> : null}
          <ProviderButtons />
          {(["password", "code", "recoveryCode"] as const)
            .filter((other) => other !== kind)
            .map((other) => (
              <Button
                key={other}
                look="quiet"
                onPress={() => {
                  choose(other);
                }}
              >
                {other === "password" ? (
                  <Trans>Use the password</Trans>
                ) : other === "code" ? (
                  <Trans>Use the authenticator app</Trans>
                ) : (
                  <Trans>Use a recovery code</Trans>
                )}
              </Button>
            ))}
        </Bar>
      </SubmitForm>
    </Dialog>
  );
}

/** Proves with a linked account: the provider asks the person to sign in again, in another tab. */
function ProviderButtons() {
  const linked = useQuery(linkedAccountsQuery);
  const { isPending, failure, send } = useSubmission();
  useEffect(
    () =>
      onProof(() => {
        reauthentication.answer(true);
      }),
    [],
  );
  const providers = new Map(linked.data?.items.map(({ provider, title }) => [provider, title]));
  const prove = async (provider: string): Promise<void> => {
    // Opened at once: later, the browser would not know that the person asked for it.
    const tab = window.open("", "_blank");
    try {
      const { location: address } = await ask(api.POST("/api/v1/auth/identities/proof", { body: { provider } }));
      if (tab === null) location.assign(address);
      else tab.location = address;
    } catch (refused) {
      tab?.close();
      throw refused;
    }
  };
  return (
    <>
      <FormProblem failure={failure} fields={[]} credential="provider" />
      {[...providers].map(([provider, title]) => (
        <Button key={provider} look="quiet" isPending={isPending} onPress={() => void send(() => prove(provider))}>
          <Trans>Sign in again with {title}</Trans>
        </Button>
      ))}
    </>
  );
}

/** Proves with a passkey. What the person cancels in the browser's dialog leaves everything as it is. */
function PasskeyButton() {
  const { isPending, failure, send } = useSubmission();
  const prove = async (): Promise<void> => {
    let passkey;
    try {
      passkey = await passkeyOfProof();
    } catch (cancelled) {
      if (wasCancelled(cancelled)) return;
      throw cancelled;
    }
    await ask(api.POST("/api/v1/auth/reauthenticate", { body: { passkey } }));
    reauthentication.answer(true);
  };
  return (
    <>
      <FormProblem failure={failure} fields={[]} credential="passkey" />
      <Button look="quiet" isPending={isPending} onPress={() => void send(prove)}>
        <Trans>Use a passkey</Trans>
      </Button>
    </>
  );
}
