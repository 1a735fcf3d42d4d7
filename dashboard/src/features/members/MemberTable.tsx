// The members. The last owner can neither leave nor get another role, so these actions are not offered.

import { Trans, useLingui } from "@lingui/react/macro";

import { ActionMenu, type Action } from "../../ui/dialogs/ActionMenu";
import { Avatar } from "../../ui/elements/Avatar";
import { Tag } from "../../ui/page/page";
import { ActionsColumn } from "../../ui/tables/ActionsColumn";
import table from "../../ui/tables/table.module.css";
import { useForms } from "../../words/forms";
import { useRoleNames } from "../../words/roles";
import type { MemberAction } from "./MemberActions";
import styles from "./members.module.css";
import { canHaveSites, isLastOwner, mayChange } from "./permissions";
import type { Member, Role } from "../shared/members/queries";
import { useRolePermissions } from "./role_words";
import { SitesSeen } from "../shared/members/SitesField";

interface MemberTableProps {
  /** The id and role of the signed-in person. */
  own: string;
  role: Role;
  orgId: string;
  members: readonly Member[];
  onAct: (act: MemberAction) => void;
}

export function MemberTable({ own, role, orgId, members, onAct }: MemberTableProps) {
  const { t } = useLingui();
  const forms = useForms();
  const names = useRoleNames();
  const powers = useRolePermissions();
  const actionsOf = (member: Member): Action<"role" | "sites" | "remove" | "leave">[] => {
    if (isLastOwner(member, members)) return [];
    const change = !mayChange(role, member)
      ? []
      : [
          { id: "role" as const, words: t`Change the role…` },
          ...(canHaveSites(member.role) ? [{ id: "sites" as const, words: t`Choose sites…` }] : []),
        ];
    if (member.userId === own) return [...change, { id: "leave", words: t`Leave…`, isBad: true }];
    return mayChange(role, member) ? [...change, { id: "remove", words: t`Remove…`, isBad: true }] : [];
  };
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Member</Trans>
          </th>
          <th scope="col" className={`${table.start} ${table.wide}`}>
            <Trans>Role</Trans>
          </th>
          <th scope="col" className={table.wide}>
            <Trans>Joined</Trans>
          </th>
          <ActionsColumn />
        </tr>
      </thead>
      <tbody>
        {members.map((member) => {
          const shown = member.name === "" ? member.email : member.name;
          const actions = actionsOf(member);
          return (
            <tr key={member.userId}>
              <th scope="row">
                <span className={styles.who}>
                  <Avatar name={shown} seed={member.userId} isPerson />
                  <span className={styles.text}>
                    {shown}{" "}
                    {member.userId === own ? (
                      <Tag tone="good">
                        <Trans>You</Trans>
                      </Tag>
                    ) : null}
                    {member.mailState === "refused" ? (
                      <Tag tone="warn">
                        <Trans>Email rejected</Trans>
                      </Tag>
                    ) : null}
                    {member.name === "" ? null : <small>{member.email}</small>}
                    <small className={styles.narrow}>
                      {names[member.role]}
                      {canHaveSites(member.role) ? (
                        <>
                          , <SitesSeen orgId={orgId} siteIds={member.siteIds} />
                        </>
                      ) : null}
                    </small>
                  </span>
                </span>
              </th>
              <td className={`${table.start} ${table.wide}`}>
                {names[member.role]}
                <small>
                  {isLastOwner(member, members)
                    ? t`The only owner. Someone else must become an owner before this member can leave.`
                    : powers[member.role]}
                </small>
                {canHaveSites(member.role) ? (
                  <small>
                    <SitesSeen orgId={orgId} siteIds={member.siteIds} />
                  </small>
                ) : null}
              </td>
              <td className={`${table.wide} ${styles.nowrap}`}>{forms.date(member.createdAt)}</td>
              <td className={styles.acts}>
                {actions.length === 0 ? null : (
                  <ActionMenu
                    label={t`Actions for ${shown}`}
                    actions={actions}
                    onAction={(kind) => {
                      onAct({ kind, member });
                    }}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
