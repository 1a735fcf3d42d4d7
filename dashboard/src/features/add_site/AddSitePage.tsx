// `/orgs/:orgId/sites/new`: the first of three steps. The other two are on the new site's start page.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { readAllPages } from "../../api/all_pages";
import { api, ask, askWhole, type Schemas } from "../../api/client";
import { ApiFailure } from "../../api/failure";
import type { Organization } from "../../shell/place";
import { AdminsOnly } from "../../shell/RoleGate";
import { LinkButton } from "../../ui/elements/Button";
import { Actions } from "../../ui/dialogs/Dialog";
import { TextField } from "../../ui/fields/fields";
import { Note, PageHead } from "../../ui/page/page";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { TimeZoneField, ownTimeZone } from "../../ui/fields/TimeZoneField";
import { SameDomain } from "../shared/sites/SameDomain";
import { domainOf, useSameDomain, withDomain, type NamedSite } from "../shared/sites/same_domain";
import { Step } from "./Step";
import styles from "../shared/install/steps.module.css";

const MAX_NAME_CHARACTERS = 100;

export function AddSitePage() {
  const { t } = useLingui();
  return (
    <AdminsOnly
      title={t`Only owners and admins can add sites`}
      why={t`Ask an owner or admin of your organization to add the site, and send them the domain.`}
    >
      {(org) => <AddSite org={org} />}
    </AdminsOnly>
  );
}

function AddSite({ org }: { org: Organization }) {
  const { t } = useLingui();
  return (
    <>
      <PageHead
        isNarrow
        title={t`Add a site`}
        guide="dashboard#adding-a-site"
        help={<Trans>A site is one domain with its pages, its widget and its own figures.</Trans>}
      />
      <ol className={styles.steps}>
        <Step place={1} state="now" title={t`Your site`}>
          <SiteForm org={org} />
        </Step>
        <Step place={2} state="later" title={t`Add the snippet`} />
        <Step place={3} state="later" title={t`Wait for the first visit`} />
      </ol>
    </>
  );
}

const PAGE_ROWS = 200;

const readEverySite = (orgId: string) =>
  readAllPages(PAGE_ROWS, (page) => askWhole(api.GET("/api/v1/sites", { params: { query: { orgId, ...page } } })));

function SiteForm({ org }: { org: Organization }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [domain, setDomain] = useState("");
  const [name, setName] = useState("");
  const [timezone, setTimezone] = useState(ownTimeZone);
  const [foundLate, setFoundLate] = useState<readonly NamedSite[]>([]);
  const listed = useSameDomain(org.id, domain);
  const sameDomain = listed.length > 0 ? listed : withDomain(foundLate, domain);
  const add = async (): Promise<void> => {
    if (sameDomain.length === 0) {
      // The list may not have arrived yet, or a colleague may have added the domain in the meantime.
      const found = withDomain(await readEverySite(org.id), domain);
      setFoundLate(found);
      if (found.length > 0) return;
    }
    const body = {
      domain: domainOf(domain).replace(/^www\./i, ""),
      timezone,
      aliases: [],
      ...(name.trim() === "" ? {} : { name: name.trim() }),
    };
    const site = await ask(api.POST("/api/v1/sites", { params: { query: { orgId: org.id } }, body }));
    await queryClient.invalidateQueries({ queryKey: ["sites", org.id] });
    await navigate({ to: "/sites/$siteId/start", params: { siteId: site.id } });
  };
  return (
    <SubmitForm
      fields={["domain", "name", "timezone"]}
      act={sameDomain.length === 0 ? <Trans>Add the site</Trans> : <Trans>Add it anyway</Trans>}
      place="step"
      work={add}
      instead={(failure) =>
        failure instanceof ApiFailure && failure.code === "LIMIT_REACHED" ? <Full org={org} /> : undefined
      }
    >
      <TextField
        label={t`Domain`}
        name="domain"
        value={domain}
        onChange={setDomain}
        isRequired
        autoFocus
        placeholder="example.com"
        hint={t`Includes www.`}
      />
      <SameDomain sites={sameDomain} />
      <TextField
        label={t`Name`}
        name="name"
        value={name}
        onChange={setName}
        maxLength={MAX_NAME_CHARACTERS}
        placeholder={domainOf(domain).replace(/^www\./i, "")}
        hint={t`A name for the site. Leave empty to use the domain.`}
      />
      <TimeZoneField chosen={timezone} onChoose={setTimezone} />
    </SubmitForm>
  );
}

function Full({ org }: { org: Schemas["MyOrganization"] }) {
  return (
    <>
      <Note tone="warn" isAlert>
        <Trans>{org.name} has reached its limit for sites.</Trans>
      </Note>
      <p className={styles.text}>
        <Trans>
          Nothing was added. Your administrator can upgrade the plan of {org.name}, or you can delete a site that you no
          longer need.
        </Trans>
      </p>
      <Actions>
        <LinkButton to="/orgs/$orgId/sites" params={{ orgId: org.id }}>
          <Trans>Go to your sites</Trans>
        </LinkButton>
      </Actions>
    </>
  );
}
