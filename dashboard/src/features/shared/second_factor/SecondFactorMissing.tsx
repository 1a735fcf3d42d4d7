// Shown instead of every page of an organization that requires a second factor, to a member whose session lacks it.
// They set it up here, or give it, and go on where they were.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../../api/client";
import { Button } from "../../../ui/elements/Button";
import { TextField } from "../../../ui/fields/fields";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { Card, PageHead } from "../../../ui/page/page";
import { LoadProblem } from "../../../ui/page/Problem";
import styles from "../../../ui/forms/settings.module.css";
import { factorsQuery } from "./queries";
import { RecoveryCodes } from "./RecoveryCodes";
import { TotpSetup } from "./TotpSetup";

export function SecondFactorMissing({ name }: { name: string }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { data: factors, error, refetch } = useQuery(factorsQuery);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // Every page is read again: until now, the organization refused it.
  const goOn = () => queryClient.invalidateQueries();
  return (
    <>
      <PageHead isNarrow title={t`Second factor needed`} />
      <Card label={t`Second factor needed`}>
        <div className={styles.part}>
          <p>
            <Trans>{name} requires a second factor of its members.</Trans>
          </p>
          {error === null ? null : <LoadProblem failure={error} onRetry={() => void refetch()} />}
          {factors === undefined ? null : factors.totp === null ? (
            <TotpSetup
              onCodes={(shown) => {
                setCodes(shown);
                return Promise.resolve();
              }}
            />
          ) : (
            <CodeForm onProven={goOn} />
          )}
        </div>
      </Card>
      {codes === null ? null : (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(null);
            void goOn();
          }}
        />
      )}
    </>
  );
}

/** For an account that has a factor, and a session from before it. */
function CodeForm({ onProven }: { onProven: () => Promise<void> }) {
  const { t } = useLingui();
  const [kind, setKind] = useState<"code" | "recoveryCode">("code");
  const [typed, setTyped] = useState("");
  return (
    <SubmitForm
      key={kind}
      fields={[kind]}
      credential={kind === "code" ? "code" : "recovery code"}
      act={<Trans>Continue</Trans>}
      place="card"
      work={async () => {
        await ask(api.POST("/api/v1/auth/reauthenticate", { body: { [kind]: typed } }));
        await onProven();
      }}
    >
      <TextField
        label={kind === "code" ? t`Code of your authenticator app` : t`Recovery code`}
        name={kind}
        autoComplete={kind === "code" ? "one-time-code" : "off"}
        {...(kind === "code" ? { inputMode: "numeric" as const } : {})}
        isRequired
        value={typed}
        onChange={setTyped}
      />
      <Button
        look="quiet"
        onPress={() => {
          setTyped("");
          setKind(kind === "code" ? "recoveryCode" : "code");
        }}
      >
        {kind === "code" ? <Trans>Use a recovery code</Trans> : <Trans>Use the authenticator app</Trans>}
      </Button>
    </SubmitForm>
  );
}
