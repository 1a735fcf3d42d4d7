// `/orgs/:orgId/notifications`: channels, what is sent to each, and recipients of reports. For admins.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { AdminsOnly } from "../../shell/RoleGate";
import { Button } from "../../ui/elements/Button";
import { Loaded } from "../../ui/loading/Loaded";
import { part } from "../../ui/loading/part";
import { Card, Empty, PageHead, ShortenedLabel } from "../../ui/page/page";
import { ChannelActions, type Act } from "./ChannelActions";
import { ChannelTable } from "./ChannelTable";
import { Recipients } from "./recipients/Recipients";
import { RouteTable } from "./RouteTable";
import { channelsQuery, routesQuery } from "./queries";

const ChannelSheet = part(() => import("./ChannelSheet").then(({ ChannelSheet: component }) => component));

export function NotificationsPage() {
  const { t } = useLingui();
  return (
    <AdminsOnly
      title={t`You don’t have access to notifications`}
      why={t`Notifications go to the team chats of your organization. Ask an owner or admin.`}
    >
      {(org) => <Notifications orgId={org.id} />}
    </AdminsOnly>
  );
}

function Notifications({ orgId }: { orgId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { open } = useSearch({ from: "/shell/orgs/$orgId/notifications" });
  const [act, setAct] = useState<Act | null>(null);
  const list = useQuery(channelsQuery(orgId));
  const shown = list.data?.items;
  const add = (
    <Button
      look="primary"
      icon="plus"
      onPress={() => {
        setAct({ kind: "create" });
      }}
    >
      <ShortenedLabel brief={<Trans context="channel">Add</Trans>}>
        <Trans>Add channel</Trans>
      </ShortenedLabel>
    </Button>
  );
  return (
    <>
      <PageHead
        title={t`Notifications`}
        guide="notifications"
        help={<Trans>A channel gets a short message in a team chat when something happens.</Trans>}
      >
        {add}
      </PageHead>
      <Card title={t`Where messages go`}>
        <Loaded
          query={list}
          empty={
            <Empty title={t`No channels yet`} action={add}>
              <Trans>
                Add a channel of Slack, Discord or Microsoft Teams, and choose what is sent there: a citation rate that
                changed, a widget that is no longer seen, credits that run low.
              </Trans>
            </Empty>
          }
        >
          {({ items }) => <ChannelTable orgId={orgId} channels={items} onAct={setAct} />}
        </Loaded>
      </Card>
      {shown === undefined || shown.length === 0 ? null : <Routes orgId={orgId} channels={shown} onAct={setAct} />}
      <Recipients orgId={orgId} />
      {open === undefined || shown === undefined ? null : (
        <ChannelSheet
          orgId={orgId}
          channel={shown.find(({ id }) => id === open)}
          onAct={setAct}
          onClose={() => void navigate({ to: "/orgs/$orgId/notifications", params: { orgId }, resetScroll: false })}
        />
      )}
      {act === null ? null : (
        <ChannelActions
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

function Routes({
  orgId,
  channels,
  onAct,
}: {
  orgId: string;
  channels: Parameters<typeof RouteTable>[0]["channels"];
  onAct: (act: Act) => void;
}) {
  const { t } = useLingui();
  const list = useQuery(routesQuery(orgId));
  return (
    <Card title={t`What is sent where`}>
      <Loaded query={list}>{({ items }) => <RouteTable channels={channels} routes={items} onAct={onAct} />}</Loaded>
    </Card>
  );
}
