// What the person gets by email, as the API has it.

import { queryOptions } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../../api/client";

export type MailChoices = Schemas["Notifications"];

export const mailChoicesQuery = queryOptions({
  queryKey: ["notifications"],
  queryFn: ({ signal }) => ask(api.GET("/api/v1/me/notifications", { signal })),
});

export const changeMails = (body: Schemas["NotificationsUpdate"]): Promise<MailChoices> =>
  ask(api.PATCH("/api/v1/me/notifications", { body }));
