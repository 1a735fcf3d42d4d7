// Changes which sites a viewer or a member can see.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../api/client";
import type { Organization } from "../../shell/place";
import { Dialog } from "../../ui/dialogs/Dialog";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { reloadMembers, type Member } from "../shared/members/queries";
import { SitesField } from "../shared/members/SitesField";

export function SitesDialog({ org, member, onClose }: { org: Organization; member: Member; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [siteIds, setSiteIds] = useState<readonly string[] | null>(member.siteIds);
  const name = member.name === "" ? member.email : member.name;
  const change = async (): Promise<void> => {
    const body = { siteIds: siteIds === null ? null : [...siteIds] };
    await ask(
      api.PATCH("/api/v1/orgs/{orgId}/members/{userId}", {
        params: { path: { orgId: org.id, userId: member.userId } },
        body,
      }),
    );
    await reloadMembers(queryClient, org.id);
  };
  return (
    <Dialog title={t`Sites of ${name}`} isOpen onClose={onClose}>
      <SubmitForm
        fields={["siteIds"]}
        act={<Trans>Save sites</Trans>}
        work={change}
        onSent={onClose}
        onCancel={onClose}
      >
        <SitesField orgId={org.id} chosen={siteIds} onChoose={setSiteIds} />
      </SubmitForm>
    </Dialog>
  );
}
