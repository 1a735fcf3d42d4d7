// `/orgs/:orgId/sign-in`: what the organization demands of its members' sign-ins. Only owners can change it.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import { organizationQuery } from "../../api/queries";
import type { Organization } from "../../shell/place";
import { AdminsOnly } from "../../shell/RoleGate";
import { Loaded } from "../../ui/loading/Loaded";
import { Card, Note, PageHead } from "../../ui/page/page";
import { SignInRules } from "./SignInRules";

export function SignInPage() {
  const { t } = useLingui();
  return (
    <AdminsOnly
      title={t`You don’t have access to the rules of sign-in`}
      why={t`Only owners can change how members sign in. Ask one of them.`}
    >
      {(org) => <Rules key={org.id} org={org} />}
    </AdminsOnly>
  );
}

function Rules({ org }: { org: Organization }) {
  const { t } = useLingui();
  const query = useQuery(organizationQuery(org.id));
  const isOwner = org.role === "owner";
  return (
    <>
      <PageHead title={t`Sign-in`} guide="sign-in" help={<Trans>What members need to reach the organization.</Trans>} />
      {isOwner ? null : (
        <Note>
          <Trans>Only owners can change how members sign in.</Trans>
        </Note>
      )}
      <Card title={t`Second factor`}>
        <Loaded query={query}>
          {(organization) => <SignInRules organization={organization} mayChange={isOwner} />}
        </Loaded>
      </Card>
    </>
  );
}
