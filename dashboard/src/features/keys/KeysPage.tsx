// `/orgs/:orgId/keys`: the API keys of the organization. For admins; other people are told whom to ask.

import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { api, askWhole } from "../../api/client";
import { readAllPages } from "../../api/all_pages";
import { AdminsOnly } from "../../shell/RoleGate";
import { Button, OutsideLink } from "../../ui/elements/Button";
import { ShortenedLabel, Bar, Card, Empty, Note, PageHead } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import { part } from "../../ui/loading/part";
import { Segments } from "../../ui/fields/Segments";
import { OrganizationApps } from "../shared/apps/OrganizationApps";
import { TableDownload } from "../shared/files/TableDownload";
import { ChangeKeyDialog } from "./ChangeKeyDialog";
import { CreateKeyDialog } from "./CreateKeyDialog";
import { KeyTable } from "./KeyTable";
import { keysQuery, type ApiKey } from "../shared/keys/queries";
import { ServiceAccounts } from "./service_accounts/ServiceAccounts";

const KeySheet = part(() => import("./KeySheet").then(({ KeySheet: component }) => component));

export function KeysPage() {
  const { t } = useLingui();
  return (
    <AdminsOnly
      title={t`You don’t have access to API keys`}
      why={t`Ask an owner or admin of your organization for a key with the scopes that your program needs.`}
    >
      {(org) => (
        <>
          <Keys orgId={org.id} isFree={org.plan === "free"} />
          <ServiceAccounts org={org} />
        </>
      )}
    </AdminsOnly>
  );
}

function Keys({ orgId, isFree }: { orgId: string; isFree: boolean }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { show = "active", open } = useSearch({ from: "/shell/orgs/$orgId/keys" });
  const [isCreating, setCreating] = useState(false);
  const [changing, setChanging] = useState<ApiKey | null>(null);
  const {
    data: keys,
    error,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useInfiniteQuery(keysQuery(orgId, show));
  const create = isFree ? null : (
    <Button
      look="primary"
      icon="plus"
      onPress={() => {
        setCreating(true);
      }}
    >
      <ShortenedLabel brief={<Trans>Create</Trans>}>
        <Trans>Create key</Trans>
      </ShortenedLabel>
    </Button>
  );
  return (
    <>
      <PageHead
        title={t`API keys`}
        guide="dashboard#creating-an-api-key"
        help={<Trans>An API key gives a program access to the API, limited to the scopes that you choose.</Trans>}
      >
        <OutsideLink icon="reference" href="/docs">
          <Trans>API reference</Trans>
        </OutsideLink>
        {keys === undefined || keys.length === 0 ? null : <Download orgId={orgId} show={show} />}
        {create}
      </PageHead>
      {isFree ? (
        <Note tone="warn">
          <Trans>
            Your organization is on the Free plan, which has no API keys. They are included in Pro and higher plans.
            Your administrator manages the plan.
          </Trans>
        </Note>
      ) : null}
      <Bar>
        <Segments
          label={t`Filter keys`}
          choices={[
            { id: "active", label: t`Active` },
            { id: "all", label: t`All (incl. revoked and expired)` },
          ]}
          chosen={show}
          onChoose={(choice) =>
            void navigate({
              to: "/orgs/$orgId/keys",
              params: { orgId },
              search: choice === "all" ? { show: choice } : {},
            })
          }
        />
      </Bar>
      <Card label={t`API keys`}>
        <Loaded
          query={{ data: keys, error, refetch }}
          empty={
            <Empty title={show === "active" ? t`No active keys` : t`No keys yet`} action={create}>
              <Trans>
                A key lets a program read your figures or change your prompts. You choose its scopes, see when it was
                last used, and can revoke it at any time.
              </Trans>
            </Empty>
          }
        >
          {(keys) => <KeyTable orgId={orgId} show={show} keys={keys} />}
        </Loaded>
      </Card>
      {hasNextPage ? (
        <Bar>
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </Bar>
      ) : null}
      <OrganizationApps orgId={orgId} />
      {open === undefined || keys === undefined ? null : (
        <KeySheet
          orgId={orgId}
          apiKey={keys.find(({ id }) => id === open)}
          onChange={() => {
            setChanging(keys.find(({ id }) => id === open) ?? null);
          }}
          onClose={() =>
            void navigate({
              to: "/orgs/$orgId/keys",
              params: { orgId },
              search: show === "all" ? { show } : {},
              resetScroll: false,
            })
          }
        />
      )}
      {changing === null ? null : (
        <ChangeKeyDialog
          orgId={orgId}
          apiKey={changing}
          onClose={() => {
            setChanging(null);
          }}
        />
      )}
      {isCreating ? (
        <CreateKeyDialog
          orgId={orgId}
          onClose={() => {
            setCreating(false);
          }}
        />
      ) : null}
    </>
  );
}

/** Downloads the list of keys without the keys themselves, which Askline does not store. */
function Download({ orgId, show }: { orgId: string; show: "active" | "all" }) {
  const { t } = useLingui();
  const rows = () => {
    const filter = show === "active" ? { status: "active" as const } : {};
    return readAllPages(200, (page) =>
      askWhole(api.GET("/api/v1/keys", { params: { query: { orgId, ...filter, ...page } } })),
    );
  };
  const statuses: Record<ApiKey["status"], string> = { active: t`Active`, revoked: t`Revoked`, expired: t`Expired` };
  return (
    <TableDownload
      content={t`API keys`}
      filters={show === "active" ? [[t`Status`, t`Active`]] : []}
      rows={rows}
      columns={[
        { heading: t`Name`, of: (one) => one.name },
        {
          heading: t`Key`,
          meaning: t`Only the beginning and the end. A key is never shown again.`,
          of: (one) => one.maskedKey,
        },
        { heading: t`Status`, of: (one) => statuses[one.status] },
        { heading: t`Scopes`, of: (one) => one.scopes.join(" ") },
        {
          heading: t`Site IDs`,
          meaning: t`The only sites that the key may use. Empty: all sites.`,
          of: (one) => one.siteIds?.join(" ") ?? null,
        },
        {
          heading: t`Allowed IP addresses`,
          meaning: t`Empty: all addresses.`,
          of: (one) => one.allowedIps?.join(" ") ?? null,
        },
        { heading: t`Rate limit (per min)`, kind: "number", of: (one) => one.rateLimitPerMinute },
        { heading: t`Created`, kind: "moment", of: (one) => one.createdAt },
        { heading: t`Last used`, kind: "moment", of: (one) => one.lastUsedAt },
        { heading: t`Expires`, kind: "moment", of: (one) => one.expiresAt },
        { heading: t`Revoked`, kind: "moment", of: (one) => one.revokedAt },
        {
          heading: t`Replaced by`,
          meaning: t`The ID of the key that replaces a rotated key.`,
          of: (one) => one.replacedById,
        },
        { heading: t`ID`, of: (one) => one.id },
      ]}
    />
  );
}
