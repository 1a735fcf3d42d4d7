// The form of a channel: the service, a name and the address. The address is sent once and never shown again.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../api/client";
import { keysOf } from "../../api/closed_list";
import { Dialog } from "../../ui/dialogs/Dialog";
import { SelectField, TextField } from "../../ui/fields/fields";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { AudienceField, type Audience } from "./AudienceField";
import { EXAMPLES, SERVICES } from "./channel_types";
import { reloadChannels, type Channel, type ChannelType } from "./queries";

const MAX_NAME_CHARACTERS = 80;
const MAX_ADDRESS_CHARACTERS = 2048;

export function ChannelDialog({
  orgId,
  channel,
  onClose,
}: {
  orgId: string;
  channel: Channel | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [type, setType] = useState<ChannelType>(channel?.type ?? "slack");
  const [name, setName] = useState(channel?.name ?? "");
  const [address, setAddress] = useState("");
  const [audience, setAudience] = useState<Audience>(channel?.audience ?? "team");
  const save = async (): Promise<void> => {
    if (channel === null) {
      const body = { type, name: name.trim(), address: address.trim(), audience };
      await ask(api.POST("/api/v1/notifications/channels", { params: { query: { orgId } }, body }));
    } else {
      const body = { name: name.trim(), audience, ...(address.trim() === "" ? {} : { address: address.trim() }) };
      const params = { path: { channelId: channel.id }, query: { orgId } };
      await ask(api.PATCH("/api/v1/notifications/channels/{channelId}", { params, body }));
    }
    await reloadChannels(queryClient, orgId);
  };
  return (
    <Dialog title={channel === null ? t`Add a channel` : t`Edit the channel`} isOpen onClose={onClose}>
      <SubmitForm
        act={channel === null ? <Trans>Add channel</Trans> : <Trans>Save</Trans>}
        fields={["type", "name", "address", "audience"]}
        onCancel={onClose}
        onSent={onClose}
        work={save}
      >
        {channel === null ? (
          <SelectField
            label={t`Service`}
            name="type"
            chosen={type}
            onChoose={setType}
            choices={keysOf(SERVICES).map((id) => ({ id, label: SERVICES[id] }))}
          />
        ) : null}
        <TextField
          label={t`Name`}
          name="name"
          value={name}
          onChange={setName}
          hint={t`What your team calls it. Example: “#seo”.`}
          maxLength={MAX_NAME_CHARACTERS}
          isRequired
          validationBehavior="aria"
          autoFocus
        />
        <TextField
          label={channel === null ? t`Address` : t`New address`}
          name="address"
          type="url"
          value={address}
          onChange={setAddress}
          isRequired={channel === null}
          maxLength={MAX_ADDRESS_CHARACTERS}
          validationBehavior="aria"
          placeholder={EXAMPLES[type]}
          hint={
            channel === null ? (
              <Trans>The address that the service gives for the channel. It is not shown again.</Trans>
            ) : (
              <Trans>Leave it empty to keep {channel.maskedAddress}.</Trans>
            )
          }
        />
        <AudienceField chosen={audience} onChoose={setAudience} />
      </SubmitForm>
    </Dialog>
  );
}
