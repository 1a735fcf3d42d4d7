// How one gets into this instance: whether sign-up is open, and whom to ask for a new password.

import { queryOptions } from "@tanstack/react-query";

import { api, ask } from "../../api/client";

export const doorsQuery = queryOptions({
  queryKey: ["doors"],
  queryFn: ({ signal }) => ask(api.GET("/api/v1/auth/doors", { signal })),
  staleTime: Infinity,
});
