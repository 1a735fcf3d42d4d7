// Restricts pages to certain roles, and tells other people whom to ask. The API refuses their requests too.

import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { LinkButton } from "../ui/elements/Button";
import { MessagePage } from "../ui/page/Problem";
import { ADMINS, MEMBERS, type Role } from "./navigation";
import { usePlace, type Organization } from "./place";

interface RoleGateProps {
  /** Says that the person has no access. */
  title: string;
  /** Says what the page is for, and whom to ask. */
  why: string;
  children: (org: Organization) => ReactNode;
}

function RoleGate({ roles, title, why, children }: RoleGateProps & { roles: readonly Role[] }) {
  const { org } = usePlace();
  if (org !== undefined && roles.includes(org.role)) return <>{children(org)}</>;
  return (
    <MessagePage
      title={title}
      way={
        <LinkButton to="/" look="primary">
          <Trans>Go to dashboard</Trans>
        </LinkButton>
      }
    >
      {why}
    </MessagePage>
  );
}

export function AdminsOnly(props: RoleGateProps) {
  return <RoleGate {...props} roles={ADMINS} />;
}

/** Everyone except viewers. */
export function MembersOnly(props: RoleGateProps) {
  return <RoleGate {...props} roles={MEMBERS} />;
}
