// The actions for members and invitations: invite, change, withdraw, remove, leave. An invitation can get a new link; a
// member can get another role or other sites.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../../api/client";
import type { Organization } from "../../shell/place";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog";
import { LeaveDialog } from "../shared/members/LeaveDialog";
import { InviteDialog, RenewDialog } from "./InviteDialog";
import { reloadMembers, type Member } from "../shared/members/queries";
import { RemoveDialog } from "./RemoveDialog";
import { RoleDialog } from "./RoleDialog";
import { SitesDialog } from "./SitesDialog";

export type MemberAction =
  | { kind: "invite" }
  | { kind: "role" | "sites" | "remove" | "leave" | "renew" | "withdraw"; member: Member };

interface MemberActsProps {
  org: Organization;
  own: string;
  act: MemberAction;
  onClose: () => void;
}

export function MemberActions({ org, own, act, onClose }: MemberActsProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  if (act.kind === "invite") return <InviteDialog org={org} onClose={onClose} />;
  const { kind, member } = act;
  const name = member.name === "" ? member.email : member.name;
  const remove = async (): Promise<void> => {
    await ask(
      api.DELETE("/api/v1/orgs/{orgId}/members/{userId}", {
        params: { path: { orgId: org.id, userId: member.userId } },
      }),
    );
    await reloadMembers(queryClient, org.id);
  };
  switch (kind) {
    case "role":
      return <RoleDialog org={org} own={own} member={member} onClose={onClose} />;
    case "sites":
      return <SitesDialog org={org} member={member} onClose={onClose} />;
    case "leave":
      return <LeaveDialog org={org} onClose={onClose} />;
    case "renew":
      return <RenewDialog org={org} member={member} onClose={onClose} />;
    case "remove":
      return <RemoveDialog org={org} member={member} name={name} onClose={onClose} />;
    case "withdraw":
      return (
        <ConfirmDialog
          title={t`Withdraw the invitation for ${name}?`}
          act={t`Withdraw`}
          onConfirm={remove}
          onClose={onClose}
        >
          <Trans>The link that you sent stops working immediately.</Trans>
        </ConfirmDialog>
      );
  }
}
