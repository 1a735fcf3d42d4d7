// The credits of an organization, for the page about them and for what spends them.

import { queryOptions } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";

export const creditsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["credits", orgId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/credits", { params: { query: { orgId } }, signal })),
  });
