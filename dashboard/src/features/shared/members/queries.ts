// The requests of the page about members. Responses with an invitation's token are not cached, because caches outlive
// dialogs.

import type { QueryClient } from "@tanstack/react-query";

import { api, askWhole, type Schemas } from "../../../api/client";
import { pagedQuery } from "../../../api/paged_query";

export type Member = Schemas["Member"];
export type Role = Schemas["Role"];

/** The API's maximum page size. */
const ROWS = 200;
const LOOK_EVERY_MS = 15_000;

export const membersQuery = (orgId: string) =>
  pagedQuery({
    queryKey: ["members", orgId],
    read: (from, signal) =>
      askWhole(
        api.GET("/api/v1/orgs/{orgId}/members", {
          params: { path: { orgId }, query: { limit: ROWS, ...from } },
          signal,
        }),
      ),
    refetchInterval: LOOK_EVERY_MS,
  });

/** Reloads the members and the number of free seats. */
export async function reloadMembers(queryClient: QueryClient, orgId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["members", orgId] }),
    queryClient.invalidateQueries({ queryKey: ["organization", orgId] }),
  ]);
}
