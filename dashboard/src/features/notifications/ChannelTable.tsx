// The channels with the end of their address and their state. A click on a row opens its messages.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import { ActionMenu, type Action } from "../../ui/dialogs/ActionMenu";
import { Tag } from "../../ui/page/page";
import { Table } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { useForms } from "../../words/forms";
import type { Act } from "./ChannelActions";
import { SERVICES } from "./channel_types";
import type { Channel } from "./queries";
import styles from "./notifications.module.css";

type ActId = Exclude<Act["kind"], "create">;

/** The actions for a channel, in the same order on every page. */
export function useChannelActions(): (channel: Channel) => Action<ActId>[] {
  const { t } = useLingui();
  return ({ state }) => [
    ...(state === "disabled" ? [] : [{ id: "test" as const, words: t`Send a test message` }]),
    { id: "routes", words: t`Choose what is sent…` },
    { id: "edit", words: t`Edit…` },
    state === "disabled" ? { id: "enable", words: t`Enable` } : { id: "disable", words: t`Disable…` },
    { id: "delete", words: t`Delete…`, isBad: true },
  ];
}

export function ChannelTable({
  orgId,
  channels,
  onAct,
}: {
  orgId: string;
  channels: readonly Channel[];
  onAct: (act: Act) => void;
}) {
  const { t } = useLingui();
  const forms = useForms();
  const actionsOf = useChannelActions();
  return (
    <Table
      rows={channels}
      idOf={({ id }) => id}
      columns={[
        {
          head: t`Channel`,
          cellClass: styles.name,
          cell: (channel) => (
            <>
              <Link
                to="/orgs/$orgId/notifications"
                params={{ orgId }}
                search={{ open: channel.id }}
                resetScroll={false}
                className={table.cover}
              >
                {channel.name}
              </Link>
              <small>
                {SERVICES[channel.type]}, {channel.maskedAddress}
              </small>
            </>
          ),
        },
        { head: t`State`, kind: "text", cell: (channel) => <ChannelTag channel={channel} /> },
        {
          head: t`Last message`,
          kind: "time",
          from: 640,
          cell: ({ lastSentAt }) => (lastSentAt === null ? "–" : forms.moment(lastSentAt)),
        },
        {
          kind: "menu",
          cell: (channel) => (
            <ActionMenu
              label={t`Actions for ${channel.name}`}
              actions={actionsOf(channel)}
              onAction={(kind) => {
                onAct({ kind, channel });
              }}
            />
          ),
        },
      ]}
    />
  );
}

export function ChannelTag({ channel }: { channel: Channel }) {
  if (channel.isGone) {
    return (
      <Tag tone="bad">
        <Trans>Disabled: address deleted</Trans>
      </Tag>
    );
  }
  const states = {
    active: { tone: "good", words: <Trans>Enabled</Trans> },
    failing: { tone: "warn", words: <Trans>Failing</Trans> },
    disabled: { tone: "calm", words: <Trans>Disabled</Trans> },
  } as const;
  const { tone, words } = states[channel.state];
  return <Tag tone={tone}>{words}</Tag>;
}
