// What every page of an organization needs: that whoever looks is a member of it.

import { useSuspenseQuery } from "@tanstack/react-query";
import { Outlet, useParams } from "@tanstack/react-router";

import { meQuery } from "../api/queries";
import { Absent } from "./states";

export function OrganizationPlace() {
  const { orgId } = useParams({ from: "/shell/orgs/$orgId" });
  const { data: me } = useSuspenseQuery(meQuery);
  return me.orgs.some((org) => org.id === orgId) ? <Outlet /> : <Absent />;
}
