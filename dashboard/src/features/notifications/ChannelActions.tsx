// The actions for a channel: add, edit, choose what is sent, test, disable, enable, delete.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { api, ask } from "../../api/client";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog";
import { ImmediateAction } from "../../ui/dialogs/ImmediateAction";
import { ChannelDialog } from "./ChannelDialog";
import { reloadChannels, type Channel } from "./queries";
import { RoutesDialog } from "./RoutesDialog";

export type Act =
  | { kind: "create" }
  | { kind: "edit" | "routes" | "test" | "enable" | "disable" | "delete"; channel: Channel };

export function ChannelActions({ orgId, act, onClose }: { orgId: string; act: Act; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  if (act.kind === "create") return <ChannelDialog orgId={orgId} channel={null} onClose={onClose} />;
  const { kind, channel } = act;
  const { name } = channel;
  const params = { path: { channelId: channel.id }, query: { orgId } };
  const enable = (enabled: boolean) => async () => {
    await ask(api.PATCH("/api/v1/notifications/channels/{channelId}", { params, body: { enabled } }));
    await reloadChannels(queryClient, orgId);
  };
  const remove = async () => {
    await ask(api.DELETE("/api/v1/notifications/channels/{channelId}", { params }));
    await navigate({ to: "/orgs/$orgId/notifications", params: { orgId }, replace: true });
    await reloadChannels(queryClient, orgId);
  };
  const test = async () => {
    await ask(api.POST("/api/v1/notifications/channels/{channelId}/test", { params }));
    await queryClient.invalidateQueries({ queryKey: ["channel_messages", orgId, channel.id] });
    await navigate({ to: "/orgs/$orgId/notifications", params: { orgId }, search: { open: channel.id } });
  };
  switch (kind) {
    case "edit":
      return <ChannelDialog orgId={orgId} channel={channel} onClose={onClose} />;
    case "routes":
      return <RoutesDialog orgId={orgId} channel={channel} onClose={onClose} />;
    case "test":
      return <ImmediateAction title={t`The test message was not sent`} work={test} onDone={onClose} />;
    case "enable":
      return <ImmediateAction title={t`The channel was not enabled`} work={enable(true)} onDone={onClose} />;
    case "disable":
      return (
        <ConfirmDialog title={t`Disable ${name}?`} act={t`Disable`} onConfirm={enable(false)} onClose={onClose}>
          <Trans>Nothing is sent until you enable it again. Messages in the meantime are not sent later.</Trans>
        </ConfirmDialog>
      );
    case "delete":
      return (
        <ConfirmDialog title={t`Delete ${name}?`} act={t`Delete`} onConfirm={remove} onClose={onClose}>
          <Trans>Nothing is sent there anymore, and its list of messages is deleted. This cannot be undone.</Trans>
        </ConfirmDialog>
      );
  }
}
