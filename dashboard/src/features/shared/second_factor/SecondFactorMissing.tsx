// Shown instead of every page of an organization that requires a second factor. Members whose sessions lack it see
// it. They set it up here, or give it, and go on where they were.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../../api/client";
import { Card, PageHead } from "../../../ui/page/page";
import { NotLoaded } from "../../../ui/loading/Loaded";
import styles from "../../../ui/forms/settings.module.css";
import { CodeForm } from "./CodeForm";
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
          {error === null ? null : <NotLoaded error={error} refetch={refetch} />}
          {factors === undefined ? null : factors.totp === null ? (
            <TotpSetup
              onCodes={(shown) => {
                setCodes(shown);
                return Promise.resolve();
              }}
            />
          ) : (
            <CodeForm
              place="card"
              work={async (code) => {
                await ask(api.POST("/api/v1/auth/reauthenticate", { body: code }));
                await goOn();
              }}
            />
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
