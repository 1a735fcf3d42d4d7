// Creates a service account and then its first token, or changes an account. A change is of its name, role and
// sites.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { every } from "../../../api/closed_list";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { SelectField, TextField } from "../../../ui/fields/fields";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { useRoleNames } from "../../../words/roles";
import { SitesField } from "../../shared/members/SitesField";
import { ServiceTokenDialog } from "./ServiceTokenDialog";
import { serviceAccountsKey, type ServiceAccount } from "./queries";

type Role = Exclude<Schemas["Role"], "owner">;
const ROLES = every<Role>()(["viewer", "member", "admin"]);
const MAX_NAME_CHARACTERS = 100;

export function ServiceAccountDialog({
  orgId,
  account,
  onClose,
}: {
  orgId: string;
  /** The account to change; null to create one. */
  account: ServiceAccount | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const names = useRoleNames();
  const queryClient = useQueryClient();
  const [name, setName] = useState(account?.name ?? "");
  const [role, setRole] = useState<Role>(ROLES.find((one) => one === account?.role) ?? "admin");
  const [siteIds, setSiteIds] = useState<string[] | null>(account?.siteIds ?? null);
  const [created, setCreated] = useState<ServiceAccount | null>(null);
  const save = async (): Promise<void> => {
    const body = { name: name.trim(), role, siteIds: role === "admin" ? null : siteIds };
    if (account === null) {
      setCreated(await ask(api.POST("/api/v1/orgs/{orgId}/service-accounts", { params: { path: { orgId } }, body })));
    } else {
      const path = { orgId, serviceAccountId: account.id };
      await ask(api.PATCH("/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}", { params: { path }, body }));
    }
    await queryClient.invalidateQueries({ queryKey: serviceAccountsKey(orgId) });
  };
  if (created !== null) return <ServiceTokenDialog orgId={orgId} account={created} onClose={onClose} />;
  return (
    <Dialog
      title={account === null ? t`Create a service account` : t`Change “${account.name}”`}
      isOpen
      onClose={onClose}
    >
      <SubmitForm
        fields={["name", "role", "siteIds"]}
        act={account === null ? <Trans>Create service account</Trans> : <Trans>Save</Trans>}
        work={save}
        {...(account === null ? {} : { onSent: onClose })}
        onCancel={onClose}
      >
        <TextField
          label={t`Name`}
          name="name"
          value={name}
          onChange={setName}
          isRequired
          autoFocus
          maxLength={MAX_NAME_CHARACTERS}
          hint={t`The program that uses it: “Terraform”, “CI”.`}
        />
        <SelectField
          label={t`Role`}
          name="role"
          choices={ROLES.map((id) => ({ id, label: names[id] }))}
          chosen={role}
          onChoose={setRole}
          hint={t`What a member with this role may do, except for keys, invitations and service accounts.`}
        />
        {role === "admin" ? null : <SitesField orgId={orgId} chosen={siteIds} onChoose={setSiteIds} />}
      </SubmitForm>
    </Dialog>
  );
}
