// The request for the state of email on this instance.

import { queryOptions } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";

const LOOK_EVERY_MS = 60_000;

export const mailQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["mail", orgId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/mail", { params: { query: { orgId } }, signal })),
    refetchInterval: LOOK_EVERY_MS,
  });
