// The form of a recipient: the address, the audience, how often, and the sites.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../../api/client";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { CheckboxList } from "../../../ui/fields/CheckboxList";
import { Checkbox } from "../../../ui/fields/fields";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { EmailField } from "../../shared/members/EmailField";
import { SitesField } from "../../shared/members/SitesField";
import { AudienceField, type Audience } from "../AudienceField";
import { recipientsQuery, type Recipient } from "../queries";

export function RecipientDialog({
  orgId,
  recipient,
  onClose,
}: {
  orgId: string;
  recipient: Recipient | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState("");
  const [audience, setAudience] = useState<Audience>(recipient?.audience ?? "client");
  const [kinds, setKinds] = useState<readonly string[]>(() => kindsOf(recipient));
  const [siteIds, setSiteIds] = useState<string[] | null>(recipient?.siteIds ?? null);
  const save = async (): Promise<void> => {
    const gets = { audience, siteIds, weekly: kinds.includes("weekly"), monthly: kinds.includes("monthly") };
    if (recipient === null) {
      const body = { email: email.trim(), ...gets };
      await ask(api.POST("/api/v1/notifications/recipients", { params: { query: { orgId } }, body }));
    } else {
      const params = { path: { recipientId: recipient.id }, query: { orgId } };
      await ask(api.PATCH("/api/v1/notifications/recipients/{recipientId}", { params, body: gets }));
    }
    await queryClient.invalidateQueries({ queryKey: recipientsQuery(orgId).queryKey });
  };
  return (
    <Dialog title={recipient === null ? t`Add a recipient` : recipient.email} isOpen onClose={onClose}>
      <SubmitForm
        act={recipient === null ? <Trans>Add recipient</Trans> : <Trans>Save</Trans>}
        fields={["email", "audience", "weekly", "siteIds"]}
        onCancel={onClose}
        onSent={onClose}
        work={save}
      >
        {recipient === null ? (
          <EmailField
            value={email}
            onChange={setEmail}
            hint={t`Its owner gets a link to confirm. No report is sent before.`}
          />
        ) : null}
        <AudienceField chosen={audience} onChoose={setAudience} />
        <CheckboxList label={t`Send`} name="weekly" chosen={kinds} onChoose={setKinds}>
          <Checkbox value="weekly" hint={t`On Mondays at 7:00, in the time zone of your sites.`}>
            <Trans>Weekly report</Trans>
          </Checkbox>
          <Checkbox value="monthly" hint={t`On the first day of the month at 7:00.`}>
            <Trans>Monthly report</Trans>
          </Checkbox>
        </CheckboxList>
        <SitesField orgId={orgId} chosen={siteIds} onChoose={setSiteIds} />
      </SubmitForm>
    </Dialog>
  );
}

function kindsOf(recipient: Recipient | null): string[] {
  if (recipient === null) return ["weekly"];
  return [...(recipient.weekly ? ["weekly"] : []), ...(recipient.monthly ? ["monthly"] : [])];
}
