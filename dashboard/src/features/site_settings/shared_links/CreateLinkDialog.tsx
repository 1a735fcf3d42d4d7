// Creates a shared link beside a preview of what viewers see. Shows its address once.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { Actions, Dialog } from "../../../ui/dialogs/Dialog";
import { Button } from "../../../ui/elements/Button";
import { SecretLine } from "../../../ui/elements/CodeLine";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { addressOf, frameOf, linkBody, newLink } from "../../shared/shared_links/link_form";
import styles from "../../shared/shared_links/LinkDialog.module.css";
import { LINK_FIELDS, LinkFields } from "../../shared/shared_links/LinkFields";
import { LinkPreview } from "../../shared/shared_links/LinkPreview";
import { sharedLinksKey } from "../../shared/shared_links/queries";

export function CreateLinkDialog({ site, onClose }: { site: Schemas["SiteDetail"]; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [form, setForm] = useState(() => newLink(t`${site.name} in AI answers`));
  const [made, setMade] = useState<Schemas["CreatedSharedLink"] | null>(null);
  const create = async (): Promise<void> => {
    const created = await ask(
      api.POST("/api/v1/links/{siteId}", {
        params: { path: { siteId: site.id } },
        body: linkBody(form, Date.now()),
      }),
    );
    await queryClient.invalidateQueries({ queryKey: sharedLinksKey(site.id) });
    if (created.token === null) onClose();
    else setMade(created);
  };
  if (made !== null)
    return (
      <Dialog title={t`“${made.link.name}” is ready`} isOpen isHeld onClose={onClose}>
        <Ready made={made} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={t`Share ${site.name} with a link`} isOpen isWide onClose={onClose}>
      <div className={styles.parts}>
        <SubmitForm fields={LINK_FIELDS} act={<Trans>Create shared link</Trans>} work={create} onCancel={onClose}>
          <LinkFields site={site} form={form} onChange={setForm} />
        </SubmitForm>
        <LinkPreview siteId={site.id} form={form} />
      </div>
    </Dialog>
  );
}

function Ready({ made, onClose }: { made: Schemas["CreatedSharedLink"]; onClose: () => void }) {
  const { t } = useLingui();
  const token = made.token ?? "";
  const { id, embed, maskedToken } = made.link;
  return (
    <>
      <p>
        <Trans>Everyone who has this address can open the link. It is shown only once.</Trans>
      </p>
      <SecretLine secret={addressOf(token)} masked={addressOf(maskedToken)} what={t`the address of the link`} />
      {embed === null ? null : (
        <>
          <p>
            <Trans>To embed it, paste this into a page of the allowed origins:</Trans>
          </p>
          <SecretLine secret={frameOf(id, token)} masked={frameOf(id, maskedToken)} what={t`the frame`} />
        </>
      )}
      <Actions>
        <Button look="primary" onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      </Actions>
    </>
  );
}
