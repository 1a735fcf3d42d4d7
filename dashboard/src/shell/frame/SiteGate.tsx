// Loads the site for its pages, or shows that it does not exist.

import { useQuery } from "@tanstack/react-query";
import { Outlet, useParams } from "@tanstack/react-router";

import { ApiFailure } from "../../api/failure";
import { siteSummaryQuery } from "../../api/queries";
import { LoadProblem } from "../../ui/page/Problem";
import { PageOwner } from "../../ui/page/page";
import { Absent, Loading } from "../states";

export function SiteGate() {
  const { siteId } = useParams({ from: "/shell/sites/$siteId" });
  const { data, error, refetch } = useQuery(siteSummaryQuery(siteId));
  if (data !== undefined)
    return (
      <PageOwner value={data.name}>
        <Outlet />
      </PageOwner>
    );
  if (error instanceof ApiFailure && error.isAbsent) return <Absent />;
  if (error !== null) return <LoadProblem isPage failure={error} onRetry={() => void refetch()} />;
  return <Loading />;
}
