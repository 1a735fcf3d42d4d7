// `/sites/:siteId/start`: the snippet, a status light, and a check of the page. The snippet has a form for each kind of
// site. The light turns green with the first event. The check says in plain words what blocks the widget.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../api/client";
import { siteQuery } from "../../api/queries";
import { isAdmin } from "../../shell/navigation";
import { usePlace } from "../../shell/place";
import { LinkButton } from "../../ui/elements/Button";
import { Bar, PageHead } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { part } from "../../ui/loading/part";
import { firstEventQuery, useHasEvents } from "../shared/install/first_event";
import { AutomatedNote } from "../shared/install/AutomatedNote";
import { SnippetTabs } from "../shared/install/SnippetTabs";
import { SameDomain } from "../shared/sites/SameDomain";
import { useSameDomain } from "../shared/sites/same_domain";
import { useClock, useForms } from "../../words/forms";
import { Step } from "./Step";
import { startState, type StepState, type Visits } from "./start_state";
import styles from "../shared/install/steps.module.css";

const MINUTE_MS = 60_000;

// What only some sites need, or what follows a click.
const InstallCheck = part(() => import("../shared/install/InstallCheck").then(({ InstallCheck: loaded }) => loaded));
const MissingViews = part(() => import("../shared/install/MissingViews").then(({ MissingViews: loaded }) => loaded));
const RefusedOrigins = part(() =>
  import("../shared/install/RefusedOrigins").then(({ RefusedOrigins: loaded }) => loaded),
);

export function StartPage() {
  const { siteId = "", org } = usePlace();
  const { data: site, error, refetch } = useQuery(siteQuery(siteId));
  if (site === undefined) return <NotLoaded isPage error={error} refetch={refetch} />;
  return <Steps site={site} mayCheck={org?.role !== "viewer"} mayAllow={isAdmin(org?.role)} />;
}

function Steps({ site, mayCheck, mayAllow }: { site: Schemas["SiteDetail"]; mayCheck: boolean; mayAllow: boolean }) {
  const { t } = useLingui();
  const { data: seen } = useQuery({ ...firstEventQuery(site.id), enabled: site.install.firstSeenAt === null });
  const { snippet, visit, visits } = startState({ hasEvents: useHasEvents(site.id), install: site.install });
  const sameDomain = useSameDomain(site.orgId, site.domain, site.id);
  const titles: Record<Visits, string> = {
    none: t`Set up ${site.name}`,
    seen: t`${site.name}: you’re all set`,
    lost: t`${site.name}: the widget is no longer seen`,
  };
  const visitTitles: Record<StepState, string> = {
    later: t`Wait for the first visit`,
    now: t`Waiting for the first visit`,
    attention: t`Waiting for the first visit`,
    done: t`First visit`,
  };
  return (
    <>
      <PageHead
        isNarrow
        title={titles[visits]}
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
          <SameDomain sites={sameDomain} />
        </Step>
        <Step place={2} state={snippet} title={t`Add the snippet`}>
          <SnippetTabs site={site} />
        </Step>
        <Step place={3} state={visit} title={visitTitles[visit]}>
          <StatusLight
            visits={visits}
            lastSeenAt={site.install.lastSeenAt}
            where={site.install.lastSeenUrl ?? seen?.path ?? null}
          />
          {visits === "seen" ? <AutomatedNote site={site} /> : null}
          {visits === "seen" ? null : <InstallCheck site={site} mayCheck={mayCheck} />}
          {visits === "none" ? null : (
            <Bar>
              <LinkButton
                look={visits === "seen" ? "primary" : "plain"}
                to="/sites/$siteId/overview"
                params={{ siteId: site.id }}
              >
                <Trans>View dashboard</Trans>
              </LinkButton>
            </Bar>
          )}
          {visits === "none" ? null : <MissingViews siteId={site.id} />}
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

function StatusLight({
  visits,
  lastSeenAt,
  where,
}: {
  visits: Visits;
  lastSeenAt: string | null;
  where: string | null;
}) {
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  return (
    <p className={styles.light} role="status" data-seen={visits === "seen" || undefined}>
      <i aria-hidden="true" />
      {visits === "none" ? (
        <Trans>
          No visit counted yet. Open a page of your site in another tab. The visit appears here within five seconds.
        </Trans>
      ) : visits === "lost" ? (
        <Trans>
          The widget was last seen {lastSeenAt === null ? null : forms.ago(lastSeenAt, clock)}. Check whether the
          snippet is still on your pages.
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
