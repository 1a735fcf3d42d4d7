// Changes a shared link beside a preview of what viewers will see. Only what was changed is sent.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { siteQuery } from "../../../api/queries";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { Loaded } from "../../../ui/loading/Loaded";
import { changesOf, formOf } from "./link_form";
import styles from "./LinkDialog.module.css";
import { LINK_FIELDS, LinkFields } from "./LinkFields";
import { LinkPreview } from "./LinkPreview";
import { sharedLinksKey, type SharedLink } from "./queries";

interface EditLinkDialogProps {
  link: SharedLink;
  onClose: () => void;
}

export function EditLinkDialog({ link, onClose }: EditLinkDialogProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(siteQuery(link.siteId));
  return (
    <Dialog title={t`Change “${link.name}”`} isOpen isWide onClose={onClose}>
      <Loaded query={{ data, error, refetch }}>
        {(site) => <EditForm link={link} site={site} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function EditForm({ link, site, onClose }: EditLinkDialogProps & { site: Schemas["SiteDetail"] }) {
  const queryClient = useQueryClient();
  const [before] = useState(() =>
    formOf(
      link,
      site.config.social.map(({ id }) => id),
    ),
  );
  const [form, setForm] = useState(before);
  const save = async (): Promise<void> => {
    const body = changesOf(before, form, Date.now());
    if (Object.keys(body).length === 0) return;
    const path = { siteId: link.siteId, linkId: link.id };
    await ask(api.PATCH("/api/v1/links/{siteId}/{linkId}", { params: { path }, body }));
    await queryClient.invalidateQueries({ queryKey: sharedLinksKey(link.siteId) });
  };
  return (
    <div className={styles.parts}>
      <SubmitForm fields={LINK_FIELDS} act={<Trans>Save</Trans>} work={save} onSent={onClose} onCancel={onClose}>
        <LinkFields site={site} form={form} onChange={setForm} link={link} />
      </SubmitForm>
      <LinkPreview siteId={link.siteId} form={form} />
    </div>
  );
}
