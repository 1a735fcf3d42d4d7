// The pending invitations. A link is shown once; a new link replaces the old one.

import { Trans, useLingui } from "@lingui/react/macro";

import { ActionMenu } from "../../ui/dialogs/ActionMenu";
import { Tag } from "../../ui/page/page";
import { Table } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { useForms, useClock } from "../../words/forms";
import { useRoleNames } from "../../words/roles";
import type { MemberAction } from "./MemberActions";
import styles from "./members.module.css";
import { canHaveSites, mayChange } from "./permissions";
import type { Member, Role } from "../shared/members/queries";
import { SitesSeen } from "../shared/members/SitesField";

const MINUTE_MS = 60_000;

export function InvitationTable({
  role,
  orgId,
  invited,
  onAct,
}: {
  role: Role;
  orgId: string;
  invited: readonly Member[];
  onAct: (act: MemberAction) => void;
}) {
  const { t } = useLingui();
  const names = useRoleNames();
  return (
    <Table
      rows={invited}
      idOf={({ userId }) => userId}
      columns={[
        {
          head: t`Invited`,
          cellClass: styles.text,
          cell: (member) => (
            <>
              {member.email}
              {member.mailState === "refused" ? (
                <>
                  {" "}
                  <Tag tone="warn">
                    <Trans>Email rejected</Trans>
                  </Tag>{" "}
                  <small>{member.mailAnswer}</small>
                </>
              ) : null}
              <small className={table.narrow}>
                {names[member.role]}
                {canHaveSites(member.role) ? (
                  <>
                    , <SitesSeen orgId={orgId} siteIds={member.siteIds} />
                  </>
                ) : null}
              </small>
            </>
          ),
        },
        {
          head: t`Role`,
          kind: "text",
          from: 640,
          cell: (member) => (
            <>
              {names[member.role]}
              {canHaveSites(member.role) ? (
                <small>
                  <SitesSeen orgId={orgId} siteIds={member.siteIds} />
                </small>
              ) : null}
            </>
          ),
        },
        { head: t`Link expires`, kind: "time", cell: (member) => <Expiration at={member.invitationExpiresAt} /> },
        {
          kind: "menu",
          cell: (member) =>
            mayChange(role, member) ? (
              <ActionMenu
                label={t`Actions for ${member.email}`}
                actions={[
                  { id: "renew", words: t`Create a new link…` },
                  ...(canHaveSites(member.role) ? [{ id: "sites" as const, words: t`Choose sites…` }] : []),
                  { id: "withdraw", words: t`Withdraw…`, isBad: true },
                ]}
                onAction={(kind) => {
                  onAct({ kind, member });
                }}
              />
            ) : null,
        },
      ]}
    />
  );
}

function Expiration({ at }: { at: string | null }) {
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  // The time is null if the person who sent the invitation may no longer invite anyone, because the link then stops
  // working.
  if (at === null || Date.parse(at) <= clock.now)
    return (
      <Tag tone="warn">
        <Trans>Expired</Trans>
      </Tag>
    );
  return <span title={forms.moment(at)}>{forms.until(at, clock)}</span>;
}
