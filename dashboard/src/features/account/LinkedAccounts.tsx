// The person's accounts at sign-in providers, how to link one, and how to unlink it.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import { linkedAccountsQuery } from "../../api/queries";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog";
import { Button } from "../../ui/elements/Button";
import { SelectField } from "../../ui/fields/fields";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { Card, ScreenReaderOnly } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import { Table } from "../../ui/tables/Table";
import { useClock, useForms } from "../../words/forms";
import styles from "./AccountPage.module.css";

type Linked = Schemas["LinkedIdentity"];
type Provider = Schemas["SignInProvider"];

const MINUTE_MS = 60_000;

const providersQuery = {
  queryKey: ["providers"],
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(api.GET("/api/v1/auth/providers", { signal })),
};

/** Nothing on an instance without providers, unless something is linked still. */
export function LinkedAccounts() {
  const { t } = useLingui();
  const linked = useQuery(linkedAccountsQuery);
  const providers = useQuery(providersQuery);
  const offered = (providers.data?.items ?? []).filter(({ kind }) => kind === "oidc");
  if (offered.length === 0 && linked.data?.items.length === 0) return null;
  return (
    <Card title={t`Linked accounts`}>
      <Loaded query={linked}>{(data) => <LinkedTable linked={data.items} />}</Loaded>
      {offered[0] === undefined ? null : <LinkForm providers={offered} first={offered[0]} />}
    </Card>
  );
}

function LinkedTable({ linked }: { linked: readonly Linked[] }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  const [ending, setEnding] = useState<Linked | null>(null);
  const unlink = async ({ id }: Linked): Promise<void> => {
    await ask(api.DELETE("/api/v1/auth/identities/{identityId}", { params: { path: { identityId: id } } }));
    await queryClient.invalidateQueries({ queryKey: linkedAccountsQuery.queryKey });
  };
  if (linked.length === 0)
    return (
      <p className={styles.form}>
        <Trans>No account is linked. Link one to sign in with it.</Trans>
      </p>
    );
  return (
    <>
      <Table
        rows={linked}
        idOf={({ id }) => id}
        columns={[
          {
            head: t`Account`,
            cell: ({ title, email }) => (
              <>
                {title}
                <small>{email}</small>
              </>
            ),
          },
          { head: t`Linked`, from: 640, cell: ({ linkedAt }) => forms.date(linkedAt) },
          { head: t`Last used`, cell: ({ lastUsedAt }) => forms.ago(lastUsedAt, clock) },
          {
            head: <ScreenReaderOnly>{t`Actions`}</ScreenReaderOnly>,
            cell: (one) => (
              <Button
                onPress={() => {
                  setEnding(one);
                }}
                aria-label={t`Unlink ${one.title}`}
              >
                <Trans>Unlink</Trans>
              </Button>
            ),
          },
        ]}
      />
      {ending === null ? null : (
        <ConfirmDialog
          title={t`Unlink your account at ${ending.title}?`}
          act={t`Unlink`}
          onConfirm={() => unlink(ending)}
          onClose={() => {
            setEnding(null);
          }}
        >
          <Trans>You can no longer sign in with it. Other sessions that began with it end.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

function LinkForm({ providers, first }: { providers: readonly Provider[]; first: Provider }) {
  const { t } = useLingui();
  const [provider, setProvider] = useState(first.name);
  const link = async (): Promise<void> => {
    const { location: address } = await ask(api.POST("/api/v1/auth/identities", { body: { provider } }));
    location.assign(address);
    // The button stays busy until the provider's page is there.
    await new Promise(() => undefined);
  };
  return (
    <SubmitForm fields={["provider"]} act={<Trans>Link account</Trans>} look="plain" place="card" work={link}>
      <SelectField
        label={t`Provider`}
        name="provider"
        chosen={provider}
        choices={providers.map(({ name, title }) => ({ id: name, label: title }))}
        onChoose={setProvider}
        hint={t`You sign in there once.`}
      />
    </SubmitForm>
  );
}
