// `/sites/:siteId/start`: the snippet, a status light, and a check of the page. The snippet has a form for each kind of
// site. The light turns green with the first event. The check says in plain words what blocks the widget.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../api/client";
import { siteQuery } from "../../api/queries";
import { isAdmin } from "../../shell/navigation";
import { usePlace } from "../../shell/place";
import { Loading } from "../../shell/states";
import { LinkButton } from "../../ui/elements/Button";
import { Bar, PageHead } from "../../ui/page/page";
import { FormProblem, LoadProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { firstEventQuery, useHasEvents } from "../shared/install/first_event";
import { InstallCheck } from "../shared/install/InstallCheck";
import { RefusedOrigins } from "../shared/install/RefusedOrigins";
import { SnippetTabs } from "../shared/install/SnippetTabs";
import { Step } from "./Step";
import styles from "../shared/install/steps.module.css";

export function StartPage() {
  const { siteId = "", org } = usePlace();
  const { data: site, error, refetch } = useQuery(siteQuery(siteId));
  if (site === undefined)
    return error === null ? <Loading /> : <LoadProblem isPage failure={error} onRetry={() => void refetch()} />;
  return <Steps site={site} mayCheck={org?.role !== "viewer"} mayAllow={isAdmin(org?.role)} />;
}

function Steps({ site, mayCheck, mayAllow }: { site: Schemas["SiteDetail"]; mayCheck: boolean; mayAllow: boolean }) {
  const { t } = useLingui();
  const { data: seen } = useQuery({ ...firstEventQuery(site.id), enabled: site.install.firstSeenAt === null });
  const isSeen = useHasEvents(site.id) === true;
  return (
    <>
      <PageHead
        isNarrow
        title={isSeen ? t`${site.name}: you’re all set` : t`Set up ${site.name}`}
        guide="widget-install"
        help={
          <Trans>
            One line of HTML adds the widget to your pages. This page tells you when the first reader arrives.
          </Trans>
        }
      />
      <ol className={styles.steps}>
        <Step place={1} state="done" title={t`Your site`}>
          <p className={styles.text}>
            {site.domain} · {site.timezone}
          </p>
        </Step>
        <Step place={2} state={isSeen ? "done" : "now"} title={t`Add the snippet`}>
          <SnippetTabs site={site} />
        </Step>
        <Step place={3} state={isSeen ? "done" : "later"} title={t`Waiting for the first visit`}>
          <StatusLight isSeen={isSeen} where={site.install.lastSeenUrl ?? seen?.path ?? null} />
          {isSeen ? (
            <Bar>
              <LinkButton look="primary" to="/sites/$siteId/overview" params={{ siteId: site.id }}>
                <Trans>View dashboard</Trans>
              </LinkButton>
            </Bar>
          ) : (
            <InstallCheck site={site} mayCheck={mayCheck} />
          )}
          <NotCounted site={site} mayAllow={mayAllow} />
        </Step>
      </ol>
    </>
  );
}

/** Refused origins, with a button that allows them. */
function NotCounted({ site, mayAllow }: { site: Schemas["SiteDetail"]; mayAllow: boolean }) {
  const queryClient = useQueryClient();
  const { isPending, failure, send } = useSubmission();
  const allow = (origin: string) =>
    send(async () => {
      const params = { path: { siteId: site.id }, header: { "If-Match": `"${site.updatedAt}"` } };
      await ask(
        api.PATCH("/api/v1/sites/{siteId}", { params, body: { allowedOrigins: [...site.allowedOrigins, origin] } }),
      );
      await queryClient.invalidateQueries({ queryKey: siteQuery(site.id).queryKey });
    });
  return (
    <>
      <FormProblem failure={failure} />
      <RefusedOrigins
        site={site}
        isWatched
        isPending={isPending}
        onAllow={mayAllow ? (origin) => void allow(origin) : undefined}
      />
    </>
  );
}

function StatusLight({ isSeen, where }: { isSeen: boolean; where: string | null }) {
  return (
    <p className={styles.light} role="status" data-seen={isSeen || undefined}>
      <i aria-hidden="true" />
      {!isSeen ? (
        <Trans>
          No visit yet. Open a page of your site in another tab. The visit appears here within five seconds.
        </Trans>
      ) : where === null ? (
        <Trans>The widget was seen. Everything works.</Trans>
      ) : (
        <span>
          <Trans>
            The widget was seen on <code>{where}</code>. Everything works.
          </Trans>
        </span>
      )}
    </p>
  );
}
