// `/sites/:siteId/settings`: the site's settings, its snippet, the exclusion of this browser's visits, and deletion.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import { siteQuery } from "../../api/queries";
import { isAdmin, MEMBERS } from "../../shell/navigation";
import { usePlace } from "../../shell/place";
import { Button } from "../../ui/elements/Button";
import { Bar, Card, Note, PageHead } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import { TypedConfirm } from "../../ui/dialogs/TypedConfirm";
import styles from "../../ui/forms/settings.module.css";
import { SnippetTabs } from "../shared/install/SnippetTabs";
import { Pages } from "./PagesFields";
import { SharedLinks } from "./shared_links/SharedLinks";
import { SiteFields } from "./SiteFields";
import { ThisBrowser } from "./ThisBrowser";

export function SiteSettingsPage() {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/settings" });
  const { org } = usePlace();
  const query = useQuery(siteQuery(siteId));
  return (
    <>
      <PageHead
        isNarrow
        title={t`Site settings`}
        guide="dashboard#adding-a-site"
        help={<Trans>The site’s name, domain and allowed origins.</Trans>}
      />
      <Loaded query={query} card={t`Site settings`}>
        {(site) => (
          <Settings
            site={site}
            mayChange={isAdmin(org?.role)}
            mayShare={org !== undefined && MEMBERS.includes(org.role)}
          />
        )}
      </Loaded>
    </>
  );
}

function Settings({
  site,
  mayChange,
  mayShare,
}: {
  site: Schemas["SiteDetail"];
  mayChange: boolean;
  mayShare: boolean;
}) {
  const { t } = useLingui();
  return (
    <>
      {mayChange ? null : (
        <Note>
          <Trans>You can change the settings for this browser. Only owners and admins can change the others.</Trans>
        </Note>
      )}
      {mayChange ? (
        <Card title={t`The site`}>
          <SiteFields key={site.id} site={site} />
        </Card>
      ) : null}
      {mayChange ? (
        <Card title={t`Pages`}>
          <Pages key={site.id} site={site} />
        </Card>
      ) : null}
      <Card title={t`Snippet`}>
        <div className={styles.part}>
          <SnippetTabs site={site} />
        </div>
      </Card>
      {mayShare ? (
        <Card title={t`Shared links`}>
          <SharedLinks site={site} />
        </Card>
      ) : null}
      <Card title={t`This browser`}>
        <ThisBrowser domain={site.domain} />
      </Card>
      {mayChange ? (
        <Card title={t`Delete the site`}>
          <End site={site} />
        </Card>
      ) : null}
    </>
  );
}

function End({ site }: { site: Schemas["SiteDetail"] }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    await ask(api.DELETE("/api/v1/sites/{siteId}", { params: { path: { siteId: site.id } } }));
    await navigate({ to: "/orgs/$orgId/sites", params: { orgId: site.orgId } });
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(site.id) });
    await queryClient.invalidateQueries({ queryKey: ["sites", site.orgId] });
  };
  return (
    <div className={styles.part}>
      <p>
        <Trans>
          Deletes all data, the widget, prompts, rules, monitors and citations. Widgets on your pages stop showing.
        </Trans>
      </p>
      <Bar>
        <Button
          onPress={() => {
            setAsking(true);
          }}
        >
          <Trans>Delete the site…</Trans>
        </Button>
      </Bar>
      {isAsking ? (
        <TypedConfirm
          title={t`Delete ${site.name}?`}
          name={site.name}
          act={t`Delete the site`}
          onConfirm={remove}
          onClose={() => {
            setAsking(false);
          }}
        >
          <Trans>
            Deletes all figures, prompts, rules, monitors and citations of <strong>{site.domain}</strong>. This cannot
            be undone.
          </Trans>
        </TypedConfirm>
      ) : null}
    </div>
  );
}
