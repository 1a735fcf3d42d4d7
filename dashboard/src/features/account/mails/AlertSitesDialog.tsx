// Chooses the sites for which the person gets a kind of alert.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CheckboxGroup, Label, useFilter } from "react-aria-components";

import { usePlace, type Organization } from "../../../shell/place";
import { useSites } from "../../../shell/switchers/switchers";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { Checkbox, SearchField, SelectField } from "../../../ui/fields/fields";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { alertSitesOf, requestFor, type AlertSites, type MailChoice } from "./alert_sites";
import styles from "./AlertSitesDialog.module.css";
import { changeMails, mailChoicesQuery, type MailChoices } from "./mail_choices";

/** Shorter lists have no search field. */
const SEARCH_FROM = 8;

interface AlertSitesDialogProps {
  item: MailChoice;
  name: string;
  onClose: () => void;
}

export function AlertSitesDialog({ item, name, onClose }: AlertSitesDialogProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [{ extent, listed }, setSites] = useState<AlertSites>(() => alertSitesOf(item));
  const save = async (): Promise<void> => {
    try {
      const saved = await changeMails(requestFor(item, { extent, listed }));
      queryClient.setQueryData<MailChoices>(mailChoicesQuery.queryKey, saved);
    } catch (failure) {
      // A site that was listed may be gone.
      await queryClient.invalidateQueries(mailChoicesQuery);
      throw failure;
    }
  };
  const hints = {
    all: t`Includes sites that are added later.`,
    except: t`Includes sites that are added later, without those that you select.`,
    only: t`Sites that are added later are not included.`,
  };
  return (
    <Dialog title={name} isOpen onClose={onClose}>
      <SubmitForm
        act={<Trans>Save sites</Trans>}
        isDisabled={extent !== "all" && listed.length === 0}
        work={save}
        onSent={onClose}
        onCancel={onClose}
      >
        <SelectField
          label={t`Get this alert for`}
          choices={[
            { id: "all", label: t`All sites` },
            { id: "only", label: t`Selected sites only` },
            { id: "except", label: t`All sites except selected ones` },
          ]}
          chosen={extent}
          onChoose={(chosen) => {
            setSites({ extent: chosen, listed: chosen === "all" ? [] : listed });
          }}
          hint={hints[extent]}
        />
        {extent === "all" ? null : (
          <SiteChoices
            chosen={listed}
            onChoose={(chosen) => {
              setSites({ extent, listed: chosen });
            }}
          />
        )}
      </SubmitForm>
    </Dialog>
  );
}

interface SiteChoicesProps {
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}

function SiteChoices({ chosen, onChoose }: SiteChoicesProps) {
  const { t } = useLingui();
  const { me, org: current } = usePlace();
  const { data: sites = [] } = useSites(current?.id ?? "");
  const [sought, setSought] = useState("");
  const organizations = me.orgs.filter(({ secondFactorMissing }) => !secondFactorMissing);
  return (
    <div className={styles.sites}>
      {organizations.length === 1 && sites.length < SEARCH_FROM ? null : (
        <SearchField label={t`Search sites`} value={sought} onChange={setSought} />
      )}
      <div className={styles.choices}>
        {organizations.map((organization) => (
          <SitesOfOrganization
            key={organization.id}
            organization={organization}
            sought={sought}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  );
}

function SitesOfOrganization({
  organization,
  sought,
  chosen,
  onChoose,
}: SiteChoicesProps & { organization: Organization; sought: string }) {
  const { data: sites = [] } = useSites(organization.id);
  const { contains } = useFilter({ sensitivity: "base" });
  const found = sites.filter(({ name, domain }) => contains(`${name} ${domain}`, sought.trim()));
  if (found.length === 0) return null;
  return (
    // Sites that the search hides, and those of other organizations, stay selected.
    <CheckboxGroup value={[...chosen]} onChange={onChoose}>
      <Label>{organization.name}</Label>
      {found.map(({ id, name, domain }) => (
        <Checkbox key={id} value={id} hint={domain}>
          {name}
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}
