// The apps that the person connected, such as AI assistants.

import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";

import { api, ask } from "../../api/client";
import { usePlace } from "../../shell/place";
import { NotLoaded } from "../../ui/loading/Loaded";
import { AppTable } from "../shared/apps/AppTable";
import { ownAppsQuery } from "../shared/apps/queries";
import styles from "./AccountPage.module.css";

export function ConnectedApps() {
  const { me } = usePlace();
  const { data: apps, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(ownAppsQuery);
  if (apps === undefined) return <NotLoaded error={error} refetch={refetch} />;
  if (apps.length === 0)
    return (
      <p className={styles.form}>
        <Trans>No app is connected. Connect one in the app itself, with this address and /mcp behind it.</Trans>
      </p>
    );
  return (
    <AppTable
      apps={apps}
      ownerOf={({ orgId }) => me.orgs.find(({ id }) => id === orgId)?.name ?? ""}
      disconnect={({ id }) => ask(api.DELETE("/api/v1/auth/apps/{appId}", { params: { path: { appId: id } } }))}
      more={hasNextPage ? () => void fetchNextPage() : undefined}
    />
  );
}
