// Shows pages of an organization only to its members. Those that are tabs have one title above the tabs, always in the
// same place.

import { useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useParams } from "@tanstack/react-router";

import { meQuery } from "../../api/queries";
import { PageHead, PageOwner, TitleElement } from "../../ui/page/page";
import { ORGANIZATION_PAGES, isOrganizationPage, visibleTo } from "../navigation";
import { OrganizationTabs } from "./OrganizationTabs";
import { Absent } from "../states";
import { SecondFactorMissing } from "./SecondFactorGate";

export function OrganizationGate() {
  const { t } = useLingui();
  const { orgId } = useParams({ from: "/shell/orgs/$orgId" });
  const { data: me } = useSuspenseQuery(meQuery);
  const isPage = useLocation({ select: ({ pathname }) => isOrganizationPage(pathname, orgId) });
  const org = me.orgs.find(({ id }) => id === orgId);
  if (org === undefined) return <Absent />;
  if (org.secondFactorMissing) return <SecondFactorMissing name={org.name} />;
  const tabs = isPage ? visibleTo(ORGANIZATION_PAGES, org.role) : [];
  return (
    <PageOwner value={org.name}>
      {tabs.length < 2 ? (
        <Outlet />
      ) : (
        <>
          <PageHead title={t`Organization`} />
          <OrganizationTabs orgId={org.id} tabs={tabs} />
          <TitleElement value="h2">
            <Outlet />
          </TitleElement>
        </>
      )}
    </PageOwner>
  );
}
