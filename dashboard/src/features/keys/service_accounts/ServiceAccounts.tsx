// The service accounts of the organization: members that are programs. Owners create and change them.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { Organization } from "../../../shell/place";
import { ActionMenu } from "../../../ui/dialogs/ActionMenu";
import { Button } from "../../../ui/elements/Button";
import { Bar, Card, Empty, Tag } from "../../../ui/page/page";
import { NotLoaded } from "../../../ui/loading/Loaded";
import table from "../../../ui/tables/table.module.css";
import { useForms } from "../../../words/forms";
import { useRoleNames } from "../../../words/roles";
import { SitesSeen } from "../../shared/members/SitesField";
import { CredentialTable } from "../CredentialTable";
import styles from "../keys.module.css";
import { DeleteServiceAccountDialog } from "./DeleteServiceAccountDialog";
import { ServiceAccountDialog } from "./ServiceAccountDialog";
import { ServiceTokenDialog } from "./ServiceTokenDialog";
import { serviceAccountsQuery, type ServiceAccount } from "./queries";

type Act = "change" | "token" | "delete";
type Opened = { act: "create" } | { act: Act; account: ServiceAccount } | null;

export function ServiceAccounts({ org }: { org: Organization }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<Opened>(null);
  const { data, error, refetch } = useQuery(serviceAccountsQuery(org.id));
  const close = () => {
    setOpened(null);
  };
  if (data === undefined) return error === null ? null : <NotLoaded error={error} refetch={refetch} />;
  const create =
    org.role === "owner" && org.plan !== "free" ? (
      <Button
        icon="plus"
        onPress={() => {
          setOpened({ act: "create" });
        }}
      >
        <Trans>Create service account</Trans>
      </Button>
    ) : null;
  return (
    <>
      <Card title={t`Service accounts`}>
        {data.items.length === 0 ? (
          <Empty title={t`No service accounts`} action={create}>
            <Trans>
              A service account is a member that is a program, such as Terraform: it manages sites, webhooks and
              monitors with its own token instead of a person’s password. Only owners can create one.
            </Trans>
          </Empty>
        ) : (
          <ServiceAccountTable
            org={org}
            accounts={data.items}
            onOpen={(act, account) => {
              setOpened({ act, account });
            }}
          />
        )}
      </Card>
      {data.items.length === 0 || create === null ? null : <Bar>{create}</Bar>}
      {opened?.act === "create" ? <ServiceAccountDialog orgId={org.id} account={null} onClose={close} /> : null}
      {opened?.act === "change" ? (
        <ServiceAccountDialog orgId={org.id} account={opened.account} onClose={close} />
      ) : null}
      {opened?.act === "token" ? <ServiceTokenDialog orgId={org.id} account={opened.account} onClose={close} /> : null}
      {opened?.act === "delete" ? (
        <DeleteServiceAccountDialog orgId={org.id} account={opened.account} onClose={close} />
      ) : null}
    </>
  );
}

function ServiceAccountTable({
  org,
  accounts,
  onOpen,
}: {
  org: Organization;
  accounts: readonly ServiceAccount[];
  onOpen: (act: Act, account: ServiceAccount) => void;
}) {
  const { t } = useLingui();
  const names = useRoleNames();
  const forms = useForms();
  const isOwner = org.role === "owner";
  return (
    <CredentialTable
      rows={accounts}
      name={({ name, tokens }) => (
        <>
          <span className={styles.name}>{name}</span>
          {tokens.length === 0 ? (
            <Tag tone="warn">
              <Trans>No valid token</Trans>
            </Tag>
          ) : (
            <small>
              <code className={table.mono}>{tokens.map(({ maskedToken }) => maskedToken).join(" ")}</code>
            </small>
          )}
        </>
      )}
      columns={[
        {
          head: t`Role`,
          kind: "text",
          from: 640,
          cell: ({ role, siteIds }) => (
            <>
              {names[role]}
              {role === "admin" ? null : (
                <small>
                  <SitesSeen orgId={org.id} siteIds={siteIds} />
                </small>
              )}
            </>
          ),
        },
      ]}
      expires={({ tokens: [token] }, clock) => (token === undefined ? null : forms.span(token.expiresAt, clock))}
      menu={(account) => (
        <ActionMenu
          label={t`Actions for ${account.name}`}
          actions={[
            ...(isOwner
              ? [
                  { id: "token" as const, words: t`New token…` },
                  { id: "change" as const, words: t`Change…` },
                ]
              : []),
            { id: "delete" as const, words: t`Delete…`, isBad: true },
          ]}
          onAction={(act) => {
            onOpen(act, account);
          }}
        />
      )}
    />
  );
}
