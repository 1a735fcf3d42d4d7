// The requests of the page about notifications. No response contains the address of a channel.

import { queryOptions, type QueryClient } from "@tanstack/react-query";

import { api, ask, askWhole, type Schemas } from "../../api/client";
import { itemsOf, pagedQuery } from "../../api/paged_query";

export type Channel = Schemas["Channel"];
export type ChannelMessage = Schemas["ChannelMessage"];
export type ChannelType = Schemas["ChannelType"];
export type Recipient = Schemas["Recipient"];
export type Route = Schemas["NotificationRoute"];

const ROWS = 50;
const POLL_INTERVAL_MS = 15_000;
/** The interval while a message has had no attempt yet. */
const PENDING_POLL_INTERVAL_MS = 1_000;

export const channelsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["channels", orgId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/notifications/channels", { params: { query: { orgId } }, signal })),
    refetchInterval: POLL_INTERVAL_MS,
  });

export const recipientsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["recipients", orgId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/notifications/recipients", { params: { query: { orgId } }, signal })),
    // Owners of addresses confirm and end their reports elsewhere.
    refetchInterval: POLL_INTERVAL_MS,
  });

export const routesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["notification_routes", orgId],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/orgs/{orgId}/notifications", { params: { path: { orgId } }, signal })),
  });

export const messagesQuery = (orgId: string, channelId: string) =>
  pagedQuery({
    queryKey: ["channel_messages", orgId, channelId],
    read: (from, signal) =>
      askWhole(
        api.GET("/api/v1/notifications/channels/{channelId}/messages", {
          params: { path: { channelId }, query: { orgId, limit: ROWS, ...from } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) =>
      itemsOf(state.data?.pages ?? []).some(isNew) ? PENDING_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
  });

/** Digests wait for their hour. */
function isNew({ state, attempts, kind }: ChannelMessage): boolean {
  return state === "pending" && attempts === 0 && kind !== "channel.digest";
}

/** Reloads what a change of a channel alters. */
export async function reloadChannels(queryClient: QueryClient, orgId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["channels", orgId] }),
    queryClient.invalidateQueries({ queryKey: ["notification_routes", orgId] }),
  ]);
}
