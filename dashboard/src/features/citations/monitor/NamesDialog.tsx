// The brand names of the site, in addition to its domain and its name. The brand names of competitors are in the form
// of each question, so that both are measured in the same way.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { siteQuery } from "../../../api/queries";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { TextAreaField } from "../../../ui/fields/fields";
import { Loaded } from "../../../ui/loading/Loaded";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import styles from "./MonitorDialog.module.css";
import { namesOf } from "./monitor_form";

export function NamesDialog({ siteId, onClose }: { siteId: string; onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery(siteQuery(siteId));
  return (
    <Dialog title={t`Brand names`} isOpen onClose={onClose}>
      <Loaded query={query}>{(site) => <NamesForm site={site} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

function NamesForm({ site, onClose }: { site: Schemas["SiteDetail"]; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [names, setNames] = useState(() => site.aliases.join("\n"));
  const save = async (): Promise<void> => {
    await ask(
      api.PATCH("/api/v1/sites/{siteId}", { params: { path: { siteId: site.id } }, body: { aliases: namesOf(names) } }),
    );
    await queryClient.invalidateQueries({ queryKey: ["site", site.id] });
  };
  return (
    <SubmitForm fields={["aliases"]} act={<Trans>Save</Trans>} work={save} onSent={onClose} onCancel={onClose}>
      <p className={styles.note}>
        <Trans>
          An answer mentions you if its text contains {site.domain}, {site.name} or one of these names.
        </Trans>
      </p>
      <TextAreaField
        label={t`Other names`}
        name="aliases"
        rows={4}
        value={names}
        onChange={setNames}
        autoFocus
        placeholder={t`Product names, short forms, former names`}
        hint={t`One per line. Avoid names that others use too: answers about them would count as mentions of you.`}
      />
      <p className={styles.note}>
        <Trans>New names apply from the next answer. Competitor names are set for each tracked question.</Trans>
      </p>
    </SubmitForm>
  );
}
