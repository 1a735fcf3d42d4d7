// The request for the service accounts of an organization. Requests whose response contains a token are not here,
// because caches outlive dialogs.

import { queryOptions } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../../api/client";

export type ServiceAccount = Schemas["ServiceAccount"];

/** More than an organization can have. */
const ROWS = 50;
const LOOK_EVERY_MS = 15_000;

export const serviceAccountsKey = (orgId: string) => ["service_accounts", orgId] as const;

export const serviceAccountsQuery = (orgId: string) =>
  queryOptions({
    queryKey: serviceAccountsKey(orgId),
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/v1/orgs/{orgId}/service-accounts", {
          params: { path: { orgId }, query: { limit: ROWS } },
          signal,
        }),
      ),
    refetchInterval: LOOK_EVERY_MS,
  });
