// "3 AI asks in the last 30 minutes", updated every few seconds. Reloads the figures after a new event.

import { Plural } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { Shortened } from "../../ui/page/page";
import { liveQuery } from "../shared/analytics/queries";
import styles from "./OverviewPage.module.css";

export function LivePill({ siteId }: { siteId: string }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(liveQuery(siteId));
  const lastEventAt = data?.lastEventAt;
  const seen = useRef(lastEventAt);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== lastEventAt)
      void queryClient.invalidateQueries({ queryKey: ["figures", siteId] });
    seen.current = lastEventAt;
  }, [lastEventAt, siteId, queryClient]);
  if (data === undefined) return null;
  return (
    <Link to="/sites/$siteId/live" params={{ siteId }} className={styles.live}>
      <i data-quiet={data.totals.asks === 0 || undefined} />
      <Shortened brief={<Plural value={data.totals.asks} one="# ask, 30 min" other="# asks, 30 min" />}>
        <Plural
          value={data.totals.asks}
          one="# AI ask in the last 30 minutes"
          other="# AI asks in the last 30 minutes"
        />
      </Shortened>
    </Link>
  );
}
