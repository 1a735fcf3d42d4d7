// `/orgs/:orgId/keys`: the API keys of the organization. For admins; other people are told whom to ask.

import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { api, askWhole } from "../../api/client";
import { readAllPages } from "../../api/all_pages";
import { AdminsOnly } from "../../shell/RoleGate";
import { Loading } from "../../shell/states";
import { Button, OutsideLink } from "../../ui/elements/Button";
import { ShortenedLabel, Bar, Card, Empty, Note, PageHead } from "../../ui/page/page";
import { LoadProblem } from "../../ui/page/Problem";
import { Segments } from "../../ui/fields/Segments";
import { CreateKeyDialog } from "./CreateKeyDialog";
import { TableDownload } from "../../ui/tables/TableDownload";
import { KeyTable } from "./KeyTable";
import { keysQuery } from "../shared/keys/queries";

export function KeysPage() {
  const { t } = useLingui();
  return (
    <AdminsOnly
      title={t`You don’t have access to API keys`}
      why={t`Ask an owner or admin of your organization for a key with the scopes that your program needs.`}
    >
      {(org) => <Keys orgId={org.id} isFree={org.plan === "free"} />}
    </AdminsOnly>
  );
}

function Keys({ orgId, isFree }: { orgId: string; isFree: boolean }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { show = "active" } = useSearch({ from: "/shell/orgs/$orgId/keys" });
  const [isCreating, setCreating] = useState(false);
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
        {keys === undefined ? (
          error === null ? (
            <Loading />
          ) : (
            <LoadProblem failure={error} onRetry={() => void refetch()} />
          )
        ) : keys.length === 0 ? (
          <Empty title={show === "active" ? t`No active keys` : t`No keys yet`} action={create}>
            <Trans>
              A key lets a program read your figures or change your prompts. You choose its scopes, see when it was last
              used, and can revoke it at any time.
            </Trans>
          </Empty>
        ) : (
          <KeyTable orgId={orgId} keys={keys} />
        )}
      </Card>
      {hasNextPage ? (
        <Bar>
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </Bar>
      ) : null}
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
  const rows = async () => {
    const filter = show === "active" ? { status: "active" as const } : {};
    const all = await readAllPages(200, (page) =>
      askWhole(api.GET("/api/v1/keys", { params: { query: { orgId, ...filter, ...page } } })),
    );
    return all.map((one) => [
      one.id,
      one.name,
      one.maskedKey,
      one.status,
      one.scopes.join(" "),
      one.siteIds?.join(" ") ?? null,
      one.allowedIps?.join(" ") ?? null,
      one.rateLimitPerMinute,
      one.createdAt,
      one.lastUsedAt,
      one.expiresAt,
      one.revokedAt,
      one.replacedById,
    ]);
  };
  return (
    <TableDownload
      name="keys"
      rows={rows}
      head={[
        "id",
        "name",
        "maskedKey",
        "status",
        "scopes",
        "siteIds",
        "allowedIps",
        "rateLimitPerMinute",
        "createdAt",
        "lastUsedAt",
        "expiresAt",
        "revokedAt",
        "replacedById",
      ]}
    />
  );
}
