// The pending invitations. A link is shown once; a new link replaces the old one.

import { Trans, useLingui } from "@lingui/react/macro";

import { ActionMenu } from "../../ui/dialogs/ActionMenu";
import { Tag } from "../../ui/page/page";
import { ActionsColumn } from "../../ui/tables/ActionsColumn";
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
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Invited</Trans>
          </th>
          <th scope="col" className={`${table.start} ${table.wide}`}>
            <Trans>Role</Trans>
          </th>
          <th scope="col">
            <Trans>Link expires</Trans>
          </th>
          <ActionsColumn />
        </tr>
      </thead>
      <tbody>
        {invited.map((member) => (
          <tr key={member.userId}>
            <th scope="row" className={styles.text}>
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
              <small className={styles.narrow}>
                {names[member.role]}
                {canHaveSites(member.role) ? (
                  <>
                    , <SitesSeen orgId={orgId} siteIds={member.siteIds} />
                  </>
                ) : null}
              </small>
            </th>
            <td className={`${table.start} ${table.wide}`}>
              {names[member.role]}
              {canHaveSites(member.role) ? (
                <small>
                  <SitesSeen orgId={orgId} siteIds={member.siteIds} />
                </small>
              ) : null}
            </td>
            <td className={styles.nowrap}>
              <Expiration at={member.invitationExpiresAt} />
            </td>
            <td className={styles.acts}>
              {mayChange(role, member) ? (
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
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
