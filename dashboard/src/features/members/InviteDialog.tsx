// Creates an invitation: an email address, a role and its sites. Askline emails the link if it can; it is also shown
// once.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import type { Organization } from "../../shell/place";
import { Button } from "../../ui/elements/Button";
import { SecretLine } from "../../ui/elements/CodeLine";
import { CloseAction } from "../../ui/dialogs/CloseAction";
import { Actions, Dialog } from "../../ui/dialogs/Dialog";
import { Note } from "../../ui/page/page";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { useForms } from "../../words/forms";
import { joinAddress, maskedAddress } from "./join_address";
import { mailQuery } from "../shared/mail/queries";
import { canHaveSites } from "./permissions";
import { reloadMembers, type Member, type Role } from "../shared/members/queries";
import { RoleField } from "./RoleField";
import { EmailField } from "../shared/members/EmailField";
import { SitesField } from "../shared/members/SitesField";

type Added = Schemas["InvitedMember"];

export function InviteDialog({ org, onClose }: { org: Organization; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const hasMail = useQuery(mailQuery(org.id)).data?.enabled === true;
  const [siteIds, setSiteIds] = useState<string[] | null>(null);
  const [added, setAdded] = useState<Added | null>(null);
  const invite = async (): Promise<void> => {
    setAdded(
      await ask(
        api.POST("/api/v1/orgs/{orgId}/members", {
          params: { path: { orgId: org.id } },
          body: { email: email.trim(), role, siteIds: canHaveSites(role) ? siteIds : null },
        }),
      ),
    );
    await reloadMembers(queryClient, org.id);
  };
  return (
    <Dialog
      title={added === null ? t`Invite someone` : t`An invitation for ${added.member.email}`}
      isOpen
      isHeld={added !== null}
      onClose={onClose}
    >
      {added !== null ? (
        <InvitationShown added={added} onDone={onClose} />
      ) : (
        <SubmitForm
          fields={["email", "role", "siteIds"]}
          act={<Trans>Create link</Trans>}
          work={invite}
          onCancel={onClose}
        >
          <EmailField
            value={email}
            onChange={setEmail}
            hint={
              hasMail
                ? t`The invitation is emailed to this address. You also get a link that you can pass on.`
                : t`For your reference. Nothing is sent to this address.`
            }
          />
          <RoleField own={org.role} chosen={role} onChoose={setRole} />
          {canHaveSites(role) ? <SitesField orgId={org.id} chosen={siteIds} onChoose={setSiteIds} /> : null}
        </SubmitForm>
      )}
    </Dialog>
  );
}

export function RenewDialog({ org, member, onClose }: { org: Organization; member: Member; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [added, setAdded] = useState<Added | null>(null);
  const renew = async (): Promise<void> => {
    setAdded(
      await ask(
        api.POST("/api/v1/orgs/{orgId}/members/{userId}/invitation", {
          params: { path: { orgId: org.id, userId: member.userId } },
        }),
      ),
    );
    await reloadMembers(queryClient, org.id);
  };
  return (
    <Dialog title={t`A new link for ${member.email}`} isOpen isHeld={added !== null} onClose={onClose}>
      {added !== null ? (
        <InvitationShown added={added} onDone={onClose} />
      ) : (
        <SubmitForm act={<Trans>Create a new link</Trans>} work={renew} onCancel={onClose}>
          <p>
            <Trans>
              A link is shown only once. If it is lost, create a new one: the old link stops working immediately.
            </Trans>
          </p>
        </SubmitForm>
      )}
    </Dialog>
  );
}

function InvitationShown({ added: { invitation }, onDone }: { added: Added; onDone: () => void }) {
  const { t } = useLingui();
  const forms = useForms();
  const address = joinAddress(invitation, location.origin);
  if (address === null) return <CloseAction onClose={onDone} />;
  return (
    <>
      {invitation.mailed ? (
        <Note tone="good">
          <Trans>
            The invitation was sent by email. You can also send this link yourself: once one of the two is used, the
            other stops working. The link won’t be shown again.
          </Trans>
        </Note>
      ) : (
        <Note tone="warn">
          <Trans>Copy the link now and send it yourself. It won’t be shown again.</Trans>
        </Note>
      )}
      <SecretLine secret={address} masked={maskedAddress(address)} what={t`link`} />
      <p>
        <Trans>
          The person who opens the link joins with their own account. The link works once and expires on{" "}
          {forms.moment(invitation.expiresAt)}.
        </Trans>
      </p>
      <Actions>
        <Button look="primary" onPress={onDone}>
          <Trans>Done</Trans>
        </Button>
      </Actions>
    </>
  );
}
