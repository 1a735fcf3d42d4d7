// Loads the site for its pages, or shows that it does not exist.

import { useLingui } from "@lingui/react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useParams } from "@tanstack/react-router";

import { ApiFailure } from "../../api/failure";
import { meQuery, siteSummaryQuery } from "../../api/queries";
import { LoadProblem } from "../../ui/page/Problem";
import { PageHead, PageOwner } from "../../ui/page/page";
import { Loading } from "../../ui/loading/Loaded";
import { SITE_PAGES } from "../navigation";
import { Absent } from "../states";
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
  return <Waiting siteId={siteId} />;
}

/** The head of the page, which the address names, while the site is loading. */
function Waiting({ siteId }: { siteId: string }) {
  const { i18n } = useLingui();
  const page = useLocation({
    select: ({ pathname }) => SITE_PAGES.find(({ to }) => to.replace("$siteId", siteId) === pathname),
  });
  return (
    <>
      {page === undefined ? null : <PageHead title={i18n._(page.title)} />}
      <Loading />
    </>
  );
}

/** The organization of a site that cannot be read is not known: it names one that requires a second factor. */
function SecondFactorOfSite() {
  const { data: me } = useSuspenseQuery(meQuery);
  return <SecondFactorMissing name={me.orgs.find((org) => org.secondFactorMissing)?.name ?? ""} />;
}
