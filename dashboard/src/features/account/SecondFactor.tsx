// The second factor of the account: the authenticator app, recovery codes and remembered browsers.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import { meQuery } from "../../api/queries";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog";
import { Button } from "../../ui/elements/Button";
import { useSubmission } from "../../ui/hooks/submit";
import { Bar, Tag } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
import { FormProblem } from "../../ui/page/Problem";
import { browserOf } from "../../words/browser_name";
import { useForms } from "../../words/forms";
import styles from "./AccountPage.module.css";
import { factorsQuery } from "../shared/second_factor/queries";
import { RecoveryCodes } from "../shared/second_factor/RecoveryCodes";
import { TotpSetup } from "../shared/second_factor/TotpSetup";

type Factors = Schemas["SecondFactors"];

export function SecondFactor() {
  const queryClient = useQueryClient();
  const { data: factors, error, refetch } = useQuery(factorsQuery);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (factors === undefined) return <NotLoaded error={error} refetch={refetch} />;
  const reload = async (): Promise<void> => {
    await Promise.all([factorsQuery, meQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
  };
  const show = async (shown: readonly string[]): Promise<void> => {
    setCodes(shown);
    await reload();
  };
  return (
    <div className={styles.form}>
      {factors.totp === null ? (
        <TotpSetup onCodes={show} />
      ) : (
        <SetUp factors={factors} since={factors.totp.since} onCodes={show} onChanged={reload} />
      )}
      {codes === null ? null : (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(null);
          }}
        />
      )}
    </div>
  );
}

interface SetUpProps {
  factors: Factors;
  since: string;
  onCodes: (codes: readonly string[]) => Promise<void>;
  onChanged: () => Promise<void>;
}

function SetUp({ factors, since, onCodes, onChanged }: SetUpProps) {
  const { t } = useLingui();
  const forms = useForms();
  const { isPending, failure, send } = useSubmission();
  const [isAsking, setAsking] = useState(false);
  const replace = () =>
    send(async () => {
      const { recoveryCodes } = await ask(api.POST("/api/v1/auth/factors/recovery"));
      await onCodes(recoveryCodes);
    });
  const forget = () =>
    send(async () => {
      await ask(api.DELETE("/api/v1/auth/factors/browsers"));
      await onChanged();
    });
  const left = factors.recoveryCodesLeft;
  return (
    <>
      <p>
        <Tag tone="good">
          <Trans>On</Trans>
        </Tag>{" "}
        <Trans>A code of your authenticator app is needed to sign in, since {forms.date(since)}.</Trans>
      </p>
      <FormProblem failure={failure} />
      <p>
        <Trans>{forms.number(left)} of 10 recovery codes left.</Trans>
      </p>
      {factors.rememberedBrowsers.length === 0 ? null : (
        <>
          <p>
            <Trans>These browsers don’t ask for a code:</Trans>
          </p>
          <ul>
            {factors.rememberedBrowsers.map(({ userAgent, since: from, until }) => (
              <li key={from}>
                {browserOf(userAgent) ?? t`Unknown program`} · <Trans>until {forms.date(until)}</Trans>
              </li>
            ))}
          </ul>
        </>
      )}
      <Bar>
        <Button isPending={isPending} onPress={() => void replace()}>
          <Trans>Create new recovery codes</Trans>
        </Button>
        {factors.rememberedBrowsers.length === 0 ? null : (
          <Button isPending={isPending} onPress={() => void forget()}>
            <Trans>Ask in every browser again</Trans>
          </Button>
        )}
        <Button
          look="danger"
          onPress={() => {
            setAsking(true);
          }}
        >
          <Trans>Remove authenticator app</Trans>
        </Button>
      </Bar>
      {isAsking ? (
        <ConfirmDialog
          title={t`Remove authenticator app?`}
          act={t`Remove authenticator app`}
          onConfirm={async () => {
            await ask(api.DELETE("/api/v1/auth/factors/totp"));
            await onChanged();
          }}
          onClose={() => {
            setAsking(false);
          }}
        >
          <Trans>
            Your password alone will be enough to sign in. Your recovery codes stop working. Organizations that require
            a second factor will refuse you until you set one up again.
          </Trans>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
