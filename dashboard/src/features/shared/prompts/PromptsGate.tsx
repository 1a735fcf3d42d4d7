// Shows prompts only to people who may see them.

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import type { Organization } from "../../../shell/place";
import { MembersOnly } from "../../../shell/RoleGate";

export function PromptsGate({ children }: { children: (org: Organization) => ReactNode }) {
  const { t } = useLingui();
  return (
    <MembersOnly
      title={t`You don’t have access to prompts`}
      why={t`A prompt is the text that a widget button sends to an assistant. To see prompts, ask an admin of your organization for the member role. The overview shows what readers asked.`}
    >
      {children}
    </MembersOnly>
  );
}
