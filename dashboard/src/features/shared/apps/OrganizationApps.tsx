// The apps that members connected to an organization, for admins.

import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";
import { Card } from "../../../ui/page/page";
import { NotLoaded } from "../../../ui/loading/Loaded";
import { AppTable } from "./AppTable";
import { organizationAppsQuery } from "./queries";

/** Shown only if there are any: most organizations have none. */
export function OrganizationApps({ orgId }: { orgId: string }) {
  const { t } = useLingui();
  const { data: apps, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(organizationAppsQuery(orgId));
  if (apps === undefined) return error === null ? null : <NotLoaded error={error} refetch={refetch} />;
  if (apps.length === 0) return null;
  return (
    <Card title={t`Connected apps`}>
      <AppTable
        apps={apps}
        ownerOf={({ email }) => email ?? ""}
        disconnect={({ id }) =>
          ask(api.DELETE("/api/v1/orgs/{orgId}/apps/{appId}", { params: { path: { orgId, appId: id } } }))
        }
        more={hasNextPage ? () => void fetchNextPage() : undefined}
      />
    </Card>
  );
}
