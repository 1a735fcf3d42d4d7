// A channel next to the list: its state and its latest messages.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";

import { ActionMenu } from "../../ui/dialogs/ActionMenu";
import { Sheet } from "../../ui/dialogs/Sheet";
import { Button } from "../../ui/elements/Button";
import { Loaded } from "../../ui/loading/Loaded";
import { Bar, Card, Empty, Note, Tag } from "../../ui/page/page";
import { ListEnd } from "../../ui/tables/ListEnd";
import { Table } from "../../ui/tables/Table";
import { useForms } from "../../words/forms";
import { wordsOf } from "../shared/events/event_words";
import type { Act } from "./ChannelActions";
import { useChannelActions } from "./ChannelTable";
import { messagesQuery, type Channel, type ChannelMessage } from "./queries";
import styles from "./notifications.module.css";

interface ChannelSheetProps {
  orgId: string;
  /** Undefined if the address names a deleted channel. */
  channel: Channel | undefined;
  onAct: (act: Act) => void;
  onClose: () => void;
}

export function ChannelSheet({ orgId, channel, onAct, onClose }: ChannelSheetProps) {
  const { t } = useLingui();
  const actionsOf = useChannelActions();
  if (channel === undefined) {
    return (
      <Sheet title={t`Channel`} onClose={onClose}>
        <Empty title={t`Channel not found`}>
          <Trans>The channel and its messages were deleted.</Trans>
        </Empty>
      </Sheet>
    );
  }
  const acts = (
    <ActionMenu
      label={t`Actions for ${channel.name}`}
      actions={actionsOf(channel)}
      onAction={(kind) => {
        onAct({ kind, channel });
      }}
    />
  );
  const isOff = channel.state === "disabled";
  return (
    <Sheet title={channel.name} acts={acts} onClose={onClose}>
      <ChannelNote channel={channel} />
      <Bar>
        <Button
          onPress={() => {
            onAct({ kind: isOff ? "enable" : "test", channel });
          }}
        >
          {isOff ? <Trans>Enable</Trans> : <Trans>Send a test message</Trans>}
        </Button>
        <Button
          onPress={() => {
            onAct({ kind: "routes", channel });
          }}
        >
          <Trans>Choose what is sent</Trans>
        </Button>
      </Bar>
      <Messages orgId={orgId} channel={channel} />
    </Sheet>
  );
}

function ChannelNote({ channel }: { channel: Channel }) {
  const forms = useForms();
  if (channel.state === "active") return null;
  if (channel.state === "failing") {
    return (
      <Note tone="warn">
        {channel.failingSince === null ? null : <Trans>Failing since {forms.moment(channel.failingSince)}.</Trans>}{" "}
        <Trans>A failed message is retried for a day.</Trans>
      </Note>
    );
  }
  return (
    <Note tone={channel.isGone ? "bad" : "calm"}>
      {channel.isGone ? (
        <Trans>
          For a day, the service answered that the address does not exist, so the channel was disabled. Set a new
          address, and enable the channel.
        </Trans>
      ) : (
        <Trans>Nothing is sent while the channel is disabled.</Trans>
      )}
    </Note>
  );
}

function Messages({ orgId, channel }: { orgId: string; channel: Channel }) {
  const { t } = useLingui();
  const list = useInfiniteQuery(messagesQuery(orgId, channel.id));
  return (
    <section className={styles.messages}>
      <h3>
        <Trans>Messages of the last 30 days</Trans>
      </h3>
      <Card label={t`Messages of the last 30 days`}>
        <Loaded
          query={list}
          empty={
            <Empty title={t`No messages yet`}>
              <Trans>Send a test message to see whether it arrives.</Trans>
            </Empty>
          }
        >
          {(messages) => (
            <>
              <Table
                label={t`Messages of the last 30 days`}
                rows={messages}
                idOf={({ id }) => id}
                columns={[
                  { cellClass: styles.title, cell: (message) => <MessageTitle message={message} /> },
                  { kind: "text", cell: (message) => <MessageTag message={message} /> },
                ]}
              />
              <ListEnd list={list}>
                <Plural value={messages.length} one="# message" other="# messages" />
              </ListEnd>
            </>
          )}
        </Loaded>
      </Card>
    </section>
  );
}

function MessageTitle({ message }: { message: ChannelMessage }) {
  const { i18n } = useLingui();
  const forms = useForms();
  const words = wordsOf(message.kind);
  return (
    <>
      {words === null ? message.kind : i18n._(words)}
      <small>{forms.moment(message.createdAt)}</small>
      {message.failure === null ? null : <small>{message.failure}</small>}
    </>
  );
}

function MessageTag({ message }: { message: ChannelMessage }) {
  switch (message.state) {
    case "sent":
      return (
        <Tag tone="good">
          <Trans context="message">Sent</Trans>
        </Tag>
      );
    case "waiting":
      return (
        <Tag>
          <Trans>Waits for the digest</Trans>
        </Tag>
      );
    case "failed":
      return (
        <Tag tone="bad">
          <Trans context="message">Failed</Trans>
        </Tag>
      );
    case "pending":
      return (
        <Tag tone={message.attempts === 0 ? "calm" : "warn"}>
          <Trans context="message">Pending</Trans>
        </Tag>
      );
  }
}
