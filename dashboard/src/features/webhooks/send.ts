// Sends a test message, or sends a message again. Both return the id of the new delivery.

import { useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../../api/client";

export function useTest(orgId: string): (webhookId: string) => Promise<string> {
  const queryClient = useQueryClient();
  return async (webhookId) => {
    const { id } = await ask(
      api.POST("/api/v1/webhooks/{webhookId}/test", { params: { path: { webhookId }, query: { orgId } } }),
    );
    await queryClient.invalidateQueries({ queryKey: ["deliveries", orgId, webhookId] });
    return id;
  };
}

export function useReplay(orgId: string): (webhookId: string, deliveryId: string) => Promise<string> {
  const queryClient = useQueryClient();
  return async (webhookId, deliveryId) => {
    const params = { path: { webhookId, deliveryId }, query: { orgId } };
    const { id } = await ask(api.POST("/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay", { params }));
    await queryClient.invalidateQueries({ queryKey: ["deliveries", orgId, webhookId] });
    return id;
  };
}
