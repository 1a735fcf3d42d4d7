// The members. The last owner can neither leave nor get another role, so these actions are not offered.

import { Trans, useLingui } from "@lingui/react/macro";

import { ActionMenu, type Action } from "../../ui/dialogs/ActionMenu";
import { Avatar } from "../../ui/elements/Avatar";
import { Tag } from "../../ui/page/page";
import { Table } from "../../ui/tables/Table";
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

function shownOf({ name, email }: Member): string {
  return name === "" ? email : name;
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
    <Table
      rows={members}
      idOf={({ userId }) => userId}
      columns={[
        {
          head: t`Member`,
          cell: (member) => (
            <span className={styles.who}>
              <Avatar name={shownOf(member)} seed={member.userId} isPerson />
              <span className={styles.text}>
                {shownOf(member)}{" "}
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
                <small className={table.narrow}>
                  {names[member.role]}
                  {canHaveSites(member.role) ? (
                    <>
                      , <SitesSeen orgId={orgId} siteIds={member.siteIds} />
                    </>
                  ) : null}
                </small>
              </span>
            </span>
          ),
        },
        {
          head: t`Role`,
          kind: "text",
          from: 640,
          cell: (member) => (
            <>
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
            </>
          ),
        },
        { head: t`Joined`, kind: "time", from: 640, cell: ({ createdAt }) => forms.date(createdAt) },
        {
          kind: "menu",
          cell: (member) => {
            const actions = actionsOf(member);
            return actions.length === 0 ? null : (
              <ActionMenu
                label={t`Actions for ${shownOf(member)}`}
                actions={actions}
                onAction={(kind) => {
                  onAct({ kind, member });
                }}
              />
            );
          },
        },
      ]}
    />
  );
}
