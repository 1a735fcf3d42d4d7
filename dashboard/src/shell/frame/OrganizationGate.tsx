// Shows pages of an organization only to its members.

import { useSuspenseQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useParams } from "@tanstack/react-router";

import { meQuery } from "../../api/queries";
import { isOrganizationPage } from "../navigation";
import { OrganizationTabs } from "./OrganizationTabs";
import { Absent } from "../states";

export function OrganizationGate() {
  const { orgId } = useParams({ from: "/shell/orgs/$orgId" });
  const { data: me } = useSuspenseQuery(meQuery);
  const isPage = useLocation({ select: ({ pathname }) => isOrganizationPage(pathname, orgId) });
  const org = me.orgs.find(({ id }) => id === orgId);
  if (org === undefined) return <Absent />;
  return (
    <>
      {isPage ? <OrganizationTabs org={org} /> : null}
      <Outlet />
    </>
  );
}
