// `/orgs/:orgId/webhooks`: the organization's webhooks and the state of their deliveries. For admins.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { AdminsOnly } from "../../shell/RoleGate";
import { api, askWhole } from "../../api/client";
import { readAllPages } from "../../api/all_pages";
import { Button, OutsideLink } from "../../ui/elements/Button";
import { ListEnd } from "../../ui/tables/ListEnd";
import { ShortenedLabel, Card, Empty, PageHead } from "../../ui/page/page";
import { part } from "../../ui/loading/part";
import { Loaded } from "../../ui/loading/Loaded";
import { TableDownload } from "../shared/files/TableDownload";
import { WebhookActions, type Act } from "./WebhookActions";
import { WebhookTable } from "./WebhookTable";
import { sorted, wordsOf } from "../shared/events/event_words";
import { webhooksQuery, type Webhook } from "./queries";

const WebhookSheet = part(() => import("./WebhookSheet").then(({ WebhookSheet: component }) => component));

export function WebhooksPage() {
  const { t } = useLingui();
  return (
    <AdminsOnly
      title={t`You don’t have access to webhooks`}
      why={t`Webhooks send events to your programs. Ask an owner or admin of your organization.`}
    >
      {(org) => <Webhooks orgId={org.id} />}
    </AdminsOnly>
  );
}

function Webhooks({ orgId }: { orgId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { open, status, delivery } = useSearch({ from: "/shell/orgs/$orgId/webhooks" });
  const [act, setAct] = useState<Act | null>(null);
  const list = useInfiniteQuery(webhooksQuery(orgId));
  const { data: webhooks } = list;
  const create = (
    <Button
      look="primary"
      icon="plus"
      onPress={() => {
        setAct({ kind: "create" });
      }}
    >
      <ShortenedLabel brief={<Trans context="webhook">Create</Trans>}>
        <Trans>Create webhook</Trans>
      </ShortenedLabel>
    </Button>
  );
  return (
    <>
      <PageHead
        title={t`Webhooks`}
        guide="webhooks"
        help={<Trans>A webhook sends events to a URL of yours, so that your programs can act on them.</Trans>}
      >
        <OutsideLink icon="reference" href="/docs">
          <Trans>API reference</Trans>
        </OutsideLink>
        {webhooks === undefined || webhooks.length === 0 ? null : <Download orgId={orgId} />}
        {create}
      </PageHead>
      <Card label={t`Webhooks`}>
        <Loaded
          query={list}
          empty={
            <Empty title={t`No webhooks yet`} action={create}>
              <Trans>
                A webhook notifies your program when something happens: a citation rate rises, a widget is not seen for
                seven days, credits run low. Messages are signed and kept for 30 days. A message that can’t be delivered
                is retried for a day.
              </Trans>
            </Empty>
          }
        >
          {(webhooks) => (
            <>
              <WebhookTable orgId={orgId} webhooks={webhooks} onAct={setAct} />
              <ListEnd list={list}>
                <Plural value={webhooks.length} one="# webhook" other="# webhooks" />
              </ListEnd>
            </>
          )}
        </Loaded>
      </Card>
      {open === undefined || webhooks === undefined ? null : (
        <WebhookSheet
          orgId={orgId}
          webhook={webhooks.find(({ id }) => id === open)}
          status={status}
          deliveryId={delivery}
          onAct={setAct}
          onClose={() => void navigate({ to: "/orgs/$orgId/webhooks", params: { orgId }, resetScroll: false })}
        />
      )}
      {act === null ? null : (
        <WebhookActions
          orgId={orgId}
          act={act}
          onClose={() => {
            setAct(null);
          }}
        />
      )}
    </>
  );
}

function Download({ orgId }: { orgId: string }) {
  const { i18n, t } = useLingui();
  const rows = () =>
    readAllPages(200, (page) => askWhole(api.GET("/api/v1/webhooks", { params: { query: { orgId, ...page } } })));
  const reasons: Record<NonNullable<Webhook["disabledReason"]>, string> = {
    too_many_failures: t`deliveries failed`,
    gone: t`the endpoint answered 410`,
  };
  return (
    <TableDownload
      content={t`webhooks`}
      rows={rows}
      columns={[
        { heading: t`URL`, of: (one) => one.url },
        { heading: t`Description`, of: (one) => one.description },
        {
          heading: t`Events`,
          of: (one) =>
            sorted(one.events)
              .map((name) => {
                const known = wordsOf(name);
                return known === null ? name : i18n._(known);
              })
              .join(", "),
        },
        { heading: t`Enabled`, of: (one) => (one.enabled ? t`yes` : t`no`) },
        {
          heading: t`Why it is disabled`,
          meaning: t`Empty if a person disabled it.`,
          of: (one) => (one.disabledReason === null ? null : reasons[one.disabledReason]),
        },
        { heading: t`Failed attempts in a row`, kind: "number", of: (one) => one.consecutiveFailures },
        { heading: t`Failing since`, kind: "moment", of: (one) => one.failingSince },
        { heading: t`Created`, kind: "moment", of: (one) => one.createdAt },
        { heading: t`ID`, of: (one) => one.id },
      ]}
    />
  );
}
