// Creates a shared link beside a preview of what viewers see. Shows its address once.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { Actions, Dialog } from "../../../ui/dialogs/Dialog";
import { Button } from "../../../ui/elements/Button";
import { SecretLine } from "../../../ui/elements/CodeLine";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { useDebouncedValue } from "../../../ui/hooks/debounced_value";
import { LinkView } from "../../shared/link_view/LinkView";
import styles from "./CreateLinkDialog.module.css";
import { LinkFields } from "./LinkFields";
import { addressOf, frameOf, linkBody, newLink, type LinkForm } from "./link_form";
import { previewQuery, sharedLinksKey } from "../../shared/shared_links/queries";

const PREVIEW_AFTER_MS = 400;

export function CreateLinkDialog({ site, onClose }: { site: { id: string; name: string }; onClose: () => void }) {
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
        <SubmitForm
          fields={["name", "panels", "filter.pages", "password", "embed.origins"]}
          act={<Trans>Create shared link</Trans>}
          work={create}
          onCancel={onClose}
        >
          <LinkFields form={form} onChange={setForm} />
        </SubmitForm>
        <Preview siteId={site.id} form={form} />
      </div>
    </Dialog>
  );
}

function Preview({ siteId, form }: { siteId: string; form: LinkForm }) {
  const { t } = useLingui();
  const settled = useDebouncedValue(form, PREVIEW_AFTER_MS);
  // A password and origins change nothing that is shown, and are checked when the link is created.
  const body = useMemo(() => linkBody({ ...settled, password: "", origins: "" }, startOfDay()), [settled]);
  const isPossible = body.name !== "" && body.panels.length > 0;
  const { data, error, isPlaceholderData } = useQuery({ ...previewQuery(siteId, body), enabled: isPossible });
  return (
    <section className={styles.preview} aria-label={t`What the viewer sees`} aria-busy={isPlaceholderData}>
      <h2>{t`What the viewer sees`}</h2>
      {!isPossible ? (
        <p>{t`Give the link a name and at least one panel.`}</p>
      ) : error !== null ? (
        <p role="alert">{t`This cannot be shown: check the page.`}</p>
      ) : data?.range === undefined ? null : (
        <div className={styles.frame}>
          <LinkView content={data.content} range={data.range} isPart />
        </div>
      )}
      <small>{t`Never shown: other pages, answers of engines, costs, members, email addresses, settings.`}</small>
    </section>
  );
}

/** The same at every keystroke, so that the same settings are the same question. */
function startOfDay(): number {
  return new Date().setHours(0, 0, 0, 0);
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
