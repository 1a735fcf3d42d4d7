// `/`: opens the overview of the only site. With several sites, or none, it opens the list of sites.

import { Trans, useLingui } from "@lingui/react/macro";
import { Navigate } from "@tanstack/react-router";

import { usePlace } from "../../shell/place";
import { useSites } from "../../shell/switchers/switchers";
import { Button } from "../../ui/elements/Button";
import { NotLoaded } from "../../ui/loading/Loaded";
import { MessagePage } from "../../ui/page/Problem";
import { useSignOut } from "../../shell/account/AccountMenu";

export function HomePage() {
  const { t } = useLingui();
  const { org } = usePlace();
  const signOut = useSignOut();
  if (org === undefined) {
    return (
      <MessagePage
        title={t`You don’t belong to an organization yet`}
        way={
          <Button onPress={() => void signOut()}>
            <Trans>Sign out</Trans>
          </Button>
        }
      >
        <Trans>Ask an admin of your organization for an invitation.</Trans>
      </MessagePage>
    );
  }
  return <Home orgId={org.id} />;
}

function Home({ orgId }: { orgId: string }) {
  const { data: sites, error, refetch } = useSites(orgId);
  if (sites === undefined) return <NotLoaded isPage error={error} refetch={refetch} />;
  const [only] = sites;
  if (sites.length === 1 && only !== undefined)
    return <Navigate to="/sites/$siteId/overview" params={{ siteId: only.id }} replace />;
  return <Navigate to="/orgs/$orgId/sites" params={{ orgId }} replace />;
}
