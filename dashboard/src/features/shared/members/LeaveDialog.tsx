// Leaves an organization.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { api, ask } from "../../../api/client";
import { meQuery } from "../../../api/queries";
import type { Organization } from "../../../shell/place";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";

export function LeaveDialog({ org, onClose }: { org: Organization; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leave = async (): Promise<void> => {
    await ask(api.DELETE("/api/v1/orgs/{orgId}/members/me", { params: { path: { orgId: org.id } } }));
    onClose();
    await navigate({ to: "/account" });
    // Removes data that only members may see.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  return (
    <ConfirmDialog title={t`Leave ${org.name}?`} act={t`Leave`} onConfirm={leave} onClose={onClose}>
      <Trans>
        You immediately lose access to it and can return only with a new invitation. Keys that you created continue to
        work.
      </Trans>
    </ConfirmDialog>
  );
}
