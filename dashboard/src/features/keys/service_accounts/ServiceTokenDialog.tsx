// Gives a service account a token: networks, expiration, overlap. The token is only in this dialog's state and is
// removed with it.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../../api/client";
import { Actions, Dialog } from "../../../ui/dialogs/Dialog";
import { Button } from "../../../ui/elements/Button";
import { SecretLine } from "../../../ui/elements/CodeLine";
import { SelectField, TextAreaField } from "../../../ui/fields/fields";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { Note } from "../../../ui/page/page";
import { masked } from "../curl_command";
import { expirationOf, networksOf } from "../key_form";
import { serviceAccountsKey, type ServiceAccount } from "./queries";

const LIFETIMES = ["30", "90", "365"] as const;
type Lifetime = (typeof LIFETIMES)[number];
const OVERLAPS = ["0", "3600", "86400", "604800"] as const;
type Overlap = (typeof OVERLAPS)[number];

export function ServiceTokenDialog({
  orgId,
  account,
  onClose,
}: {
  orgId: string;
  account: ServiceAccount;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [token, setToken] = useState<string | null>(null);
  const title = token === null ? t`New token for “${account.name}”` : t`“${account.name}” has a new token`;
  return (
    <Dialog title={title} isOpen isHeld={token !== null} onClose={onClose}>
      {token === null ? (
        <TokenForm orgId={orgId} account={account} onCreated={setToken} onClose={onClose} />
      ) : (
        <>
          <Note tone="warn">
            <Trans>Copy it now. You won’t be able to see it again.</Trans>
          </Note>
          <SecretLine secret={token} masked={masked(token)} what={t`token`} />
          <Actions>
            <Button look="primary" onPress={onClose}>
              <Trans>Done</Trans>
            </Button>
          </Actions>
        </>
      )}
    </Dialog>
  );
}

function TokenForm({
  orgId,
  account,
  onCreated,
  onClose,
}: {
  orgId: string;
  account: ServiceAccount;
  onCreated: (token: string) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [previous] = account.tokens;
  const [networks, setNetworks] = useState(previous?.allowedIps?.join("\n") ?? "");
  const [lifetime, setLifetime] = useState<Lifetime>("90");
  const [overlap, setOverlap] = useState<Overlap>("86400");
  const lifetimes: Record<Lifetime, string> = { 30: t`30 days`, 90: t`90 days`, 365: t`1 year` };
  const overlaps: Record<Overlap, string> = {
    0: t`Revoke immediately (leaked)`,
    3600: t`1 hour`,
    86400: t`1 day`,
    604800: t`1 week`,
  };
  const create = async (): Promise<void> => {
    const addresses = networksOf(networks);
    const { token } = await ask(
      api.POST("/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}/token", {
        params: { path: { orgId, serviceAccountId: account.id } },
        body: {
          expiresAt: expirationOf({ lifetime, lastDay: "" }, Date.now()),
          allowedIps: addresses.length === 0 ? null : addresses,
          overlapSeconds: Number(overlap),
        },
      }),
    );
    await queryClient.invalidateQueries({ queryKey: serviceAccountsKey(orgId) });
    if (token === null) onClose();
    else onCreated(token);
  };
  return (
    <SubmitForm
      fields={["expiresAt", "allowedIps", "overlapSeconds"]}
      act={<Trans>Create token</Trans>}
      work={create}
      onCancel={onClose}
    >
      <SelectField
        label={t`Expiration`}
        name="expiresAt"
        choices={LIFETIMES.map((id) => ({ id, label: lifetimes[id] }))}
        chosen={lifetime}
        onChoose={setLifetime}
      />
      <TextAreaField
        label={t`Allowed IPs`}
        name="allowedIps"
        rows={2}
        value={networks}
        onChange={setNetworks}
        placeholder={"203.0.113.7\n198.51.100.0/24"}
        hint={t`IP addresses or networks, one per line. Empty: any IP address.`}
      />
      {previous === undefined ? null : (
        <SelectField
          label={t`Overlap`}
          name="overlapSeconds"
          choices={OVERLAPS.map((id) => ({ id, label: overlaps[id] }))}
          chosen={overlap}
          onChoose={setOverlap}
          hint={t`How long the token ${previous.maskedToken} stays valid.`}
        />
      )}
    </SubmitForm>
  );
}
