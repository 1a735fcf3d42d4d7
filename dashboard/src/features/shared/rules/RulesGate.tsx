// Shows rules only to people who may see them.

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { MembersOnly } from "../../../shell/RoleGate";

export function RulesGate({ children }: { children: () => ReactNode }) {
  const { t } = useLingui();
  return (
    <MembersOnly
      title={t`You don’t have access to rules`}
      why={t`Rules change the widget on certain pages. To see rules, ask an admin of your organization for the member role.`}
    >
      {children}
    </MembersOnly>
  );
}
