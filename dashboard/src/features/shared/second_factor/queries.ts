// The second factors of the account.

import { queryOptions } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";

export const factorsQuery = queryOptions({
  queryKey: ["factors"],
  queryFn: ({ signal }) => ask(api.GET("/api/v1/auth/factors", { signal })),
});
