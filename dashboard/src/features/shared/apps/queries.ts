// The requests for lists of connected apps.

import { api, askWhole, type Schemas } from "../../../api/client";
import { pagedQuery } from "../../../api/paged_query";

export type ConnectedApp = Schemas["ConnectedApp"];

const ROWS = 50;

/** The apps that the person connected. */
export const ownAppsQuery = pagedQuery({
  queryKey: ["apps"],
  read: (from, signal) =>
    askWhole(api.GET("/api/v1/auth/apps", { params: { query: { limit: ROWS, ...from } }, signal })),
});

/** The apps that members connected to an organization. */
export const organizationAppsQuery = (orgId: string) =>
  pagedQuery({
    queryKey: ["apps", orgId],
    read: (from, signal) =>
      askWhole(
        api.GET("/api/v1/orgs/{orgId}/apps", { params: { path: { orgId }, query: { limit: ROWS, ...from } }, signal }),
      ),
  });
