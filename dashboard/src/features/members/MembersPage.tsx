// `/orgs/:orgId/members`: members, pending invitations and roles. For admins.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { api, askWhole } from "../../api/client";
import { readAllPages } from "../../api/all_pages";
import { organizationQuery } from "../../api/queries";
import { AdminsOnly } from "../../shell/RoleGate";
import { usePlace, type Organization } from "../../shell/place";
import { Button } from "../../ui/elements/Button";
import { ListEnd } from "../../ui/tables/ListEnd";
import { Card, Empty, Note, PageHead } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import { MailState } from "../shared/mail/MailState";
import { ROLE_NAMES } from "../../words/role_names";
import { TableDownload } from "../shared/files/TableDownload";
import { InvitationTable } from "./InvitationTable";
import { MemberActions, type MemberAction } from "./MemberActions";
import { MemberTable } from "./MemberTable";
import { membersQuery } from "../shared/members/queries";

export function MembersPage() {
  const { t } = useLingui();
  return (
    <AdminsOnly
      title={t`You don’t have access to members`}
      why={t`Owners and admins of your organization invite people and choose their roles. Ask one of them.`}
    >
      {(org) => <Members org={org} />}
    </AdminsOnly>
  );
}

function Members({ org }: { org: Organization }) {
  const { t } = useLingui();
  const { me } = usePlace();
  const [act, setAct] = useState<MemberAction | null>(null);
  const list = useInfiniteQuery(membersQuery(org.id));
  const { data: all } = list;
  const { data: organization } = useQuery(organizationQuery(org.id));
  const seats = organization?.seats;
  const isFull = seats !== undefined && seats.total !== null && seats.used + seats.pending >= seats.total;
  const members = all?.filter(({ status }) => status === "active") ?? [];
  const invited = all?.filter(({ status }) => status === "pending") ?? [];
  const invite = (
    <Button
      look="primary"
      icon="plus"
      isDisabled={isFull}
      onPress={() => {
        setAct({ kind: "invite" });
      }}
    >
      <Trans>Invite someone</Trans>
    </Button>
  );
  return (
    <>
      <PageHead
        title={t`Members`}
        guide="dashboard#who-sees-what"
        help={<Trans>Members sign in with their own account. Their role determines what they can do.</Trans>}
      >
        {all === undefined ? null : <Download orgId={org.id} />}
        {invite}
      </PageHead>
      <MailState orgId={org.id} />
      {isFull ? (
        <Note tone="warn">
          <Trans>
            All seats in the plan are taken; pending invitations take seats too. Remove a member, withdraw an
            invitation, or ask your administrator for a higher plan.
          </Trans>
        </Note>
      ) : null}
      <Card label={t`Members`}>
        <Loaded query={list}>
          {() => (
            <>
              <MemberTable own={me.user.id} role={org.role} orgId={org.id} members={members} onAct={setAct} />
              <ListEnd list={list}>
                <Plural value={members.length} one="# member" other="# members" />
                {seats === undefined || seats.total === null ? null : (
                  <>
                    ,{" "}
                    <Trans>
                      {seats.used + seats.pending} of {seats.total} seats taken
                    </Trans>
                  </>
                )}
              </ListEnd>
            </>
          )}
        </Loaded>
      </Card>
      {all === undefined ? null : (
        <Card title={t`Pending invitations`}>
          {invited.length === 0 ? (
            <Empty title={t`No pending invitations`} action={members.length === 1 ? invite : undefined}>
              <Trans>
                An invitation is a link that works once and expires after seven days. Askline emails it if this instance
                can send email. Otherwise, send the link yourself.
              </Trans>
            </Empty>
          ) : (
            <InvitationTable role={org.role} orgId={org.id} invited={invited} onAct={setAct} />
          )}
        </Card>
      )}
      {act === null ? null : (
        <MemberActions
          org={org}
          own={me.user.id}
          act={act}
          onClose={() => {
            setAct(null);
          }}
        />
      )}
    </>
  );
}

function Download({ orgId }: { orgId: string }) {
  const { i18n, t } = useLingui();
  const rows = () =>
    readAllPages(200, (page) =>
      askWhole(api.GET("/api/v1/orgs/{orgId}/members", { params: { path: { orgId }, query: page } })),
    );
  return (
    <TableDownload
      content={t`members`}
      rows={rows}
      columns={[
        { heading: t`Name`, of: (one) => one.name },
        { heading: t`Email`, of: (one) => one.email },
        { heading: t`Role`, of: (one) => i18n._(ROLE_NAMES[one.role]) },
        {
          heading: t`Site IDs`,
          meaning: t`The only sites that the member sees. Empty: all sites.`,
          of: (one) => one.siteIds?.join(" ") ?? null,
        },
        { heading: t`Status`, of: (one) => (one.status === "active" ? t`joined` : t`invited`) },
        { heading: t`Joined or invited`, kind: "moment", of: (one) => one.createdAt },
        { heading: t`Invitation expires`, kind: "moment", of: (one) => one.invitationExpiresAt },
        { heading: t`ID`, of: (one) => one.userId },
      ]}
    />
  );
}
