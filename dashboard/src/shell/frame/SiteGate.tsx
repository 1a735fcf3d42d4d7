// Loads the site for its pages, or shows that it does not exist.

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Outlet, useParams } from "@tanstack/react-router";

import { ApiFailure } from "../../api/failure";
import { meQuery, siteSummaryQuery } from "../../api/queries";
import { LoadProblem } from "../../ui/page/Problem";
import { PageOwner } from "../../ui/page/page";
import { Absent, Loading } from "../states";
import { SecondFactorMissing } from "./SecondFactorGate";

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
  if (error instanceof ApiFailure && error.code === "SECOND_FACTOR_REQUIRED") return <SecondFactorOfSite />;
  if (error !== null) return <LoadProblem isPage failure={error} onRetry={() => void refetch()} />;
  return <Loading />;
}

/** The organization of a site that cannot be read is not known: it names one that requires a second factor. */
function SecondFactorOfSite() {
  const { data: me } = useSuspenseQuery(meQuery);
  return <SecondFactorMissing name={me.orgs.find((org) => org.secondFactorMissing)?.name ?? ""} />;
}
