// Changes the visible sites of a viewer or a member.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";

import { api, ask } from "../../api/client";
import type { Organization } from "../../shell/place";
import { Button } from "../../ui/elements/Button";
import { Actions, Dialog } from "../../ui/dialogs/Dialog";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import styles from "./members.module.css";
import { lookAgain, type Member } from "../shared/members/queries";
import { SitesField } from "./SitesField";

export function SitesDialog({ org, member, onClose }: { org: Organization; member: Member; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [siteIds, setSiteIds] = useState<readonly string[] | null>(member.siteIds);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const name = member.name === "" ? member.email : member.name;
  const change = async (): Promise<void> => {
    const isDone = await send(async () => {
      const body = { siteIds: siteIds === null ? null : [...siteIds] };
      await ask(api.PATCH("/api/v1/orgs/{orgId}/members/{userId}", { params: { path: { orgId: org.id, userId: member.userId } }, body }));
      await lookAgain(queryClient, org.id);
    });
    if (isDone) onClose();
  };
  return (
    <Dialog title={t`Sites of ${name}`} isOpen onClose={onClose}>
      <Form
        className={styles.form}
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        <FormProblem failure={failure} fields={["siteIds"]} />
        <SitesField orgId={org.id} chosen={siteIds} onChoose={setSiteIds} />
        <Actions>
          <Button onPress={onClose}><Trans>Cancel</Trans></Button>
          <Button type="submit" look="primary" isPending={isPending}><Trans>Save sites</Trans></Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
