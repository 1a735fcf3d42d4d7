// `/sites/:siteId/start`: the line of HTML for each kind of site, a light that turns green with the first event, and a look at
// the page that says in plain words what keeps the widget out.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";

import { api, ask, type Schemas } from "../../api/client";
import { siteQuery } from "../../api/queries";
import { usePlace } from "../../shell/place";
import { Loading } from "../../shell/states";
import { Button, LinkButton } from "../../ui/Button";
import { CopyButton } from "../../ui/CopyButton";
import { Bar, PageHead } from "../../ui/page";
import { FormProblem } from "../../ui/Problem";
import { useSubmission } from "../../ui/submit";
import { useForms, useNow } from "../../words/forms";
import { firstEventQuery, useHasEvents } from "./first_event";
import { KINDS, KIND_NAMES, snippetFor, type Kind } from "./snippets";
import { Step } from "./Step";
import styles from "./steps.module.css";

const SECOND_MS = 1000;

export function StartPage() {
  const { site, org } = usePlace();
  return site === undefined ? <Loading /> : <Steps site={site} mayCheck={org?.role !== "viewer"} />;
}

function Steps({ site, mayCheck }: { site: Schemas["SiteDetail"]; mayCheck: boolean }) {
  const { t } = useLingui();
  const { data: seen } = useQuery({ ...firstEventQuery(site.id), enabled: site.install.firstSeenAt === null });
  const isSeen = useHasEvents(site) === true;
  return (
    <>
      <PageHead title={isSeen ? t`${site.name}: the first numbers are here` : t`${site.name}: three steps to the first numbers`} />
      <ol className={styles.steps}>
        <Step place={1} state="done" title={t`Your site`}><p className={styles.text}>{site.domain} · {site.timezone}</p></Step>
        <Step place={2} state={isSeen ? "done" : "now"} title={t`Put one line into your pages`}><Snippets siteId={site.id} /></Step>
        <Step place={3} state={isSeen ? "done" : "later"} title={t`Wait for the first reader`}>
          <Light isSeen={isSeen} where={site.install.lastSeenUrl ?? seen?.path ?? null} />
          {isSeen ? (
            <Bar><LinkButton look="primary" to="/sites/$siteId/overview" params={{ siteId: site.id }}><Trans>To the numbers</Trans></LinkButton></Bar>
          ) : (
            <Check site={site} mayCheck={mayCheck} />
          )}
        </Step>
      </ol>
    </>
  );
}

function Light({ isSeen, where }: { isSeen: boolean; where: string | null }) {
  return (
    <p className={styles.light} role="status" data-seen={isSeen || undefined}>
      <i aria-hidden="true" />
      {!isSeen ? <Trans>Nothing seen yet. Open a page of your site in another tab: it shows here within five seconds.</Trans>
        : where === null ? <Trans>The widget was seen. Everything works.</Trans> : <span><Trans>The widget was seen on <code>{where}</code>. Everything works.</Trans></span>}
    </p>
  );
}

function Snippets({ siteId }: { siteId: string }) {
  const { t } = useLingui();
  const where: Record<Kind, string> = {
    html: t`Anywhere in the page, once: before </body> is a good place.`,
    wordpress: t`Into the functions.php of your child theme. Without one: a plug-in for code snippets takes the HTML line as a footer snippet.`,
    shopify: t`Online Store → Themes → Edit code → theme.liquid, on a line of its own before </body>.`,
    next: t`Into app/layout.tsx, within <body>. With the pages router: into pages/_app.tsx.`,
    tag_manager: t`A tag of the kind “Custom HTML”, with the trigger “All Pages”.`,
  };
  const note = t`Please put this line once into every page of our site, before </body>:` + `\n\n${snippetFor("html", location.origin, siteId)}\n\n` + t`It loads without blocking the page, sets no cookies, and tells nothing about readers but counts.`;
  return (
    <>
      <Tabs className={styles.tabs}>
        <TabList aria-label={t`Kind of site`} className={styles.list}>
          {KINDS.map((kind) => <Tab key={kind} id={kind} className={styles.tab}>{KIND_NAMES[kind]}</Tab>)}
        </TabList>
        {KINDS.map((kind) => (
          <TabPanel key={kind} id={kind} className={styles.panel}>
            <div className={styles.snippet}>
              <code>{snippetFor(kind, location.origin, siteId)}</code>
              <CopyButton text={snippetFor(kind, location.origin, siteId)} what={t`snippet`} isSmall={false} />
            </div>
            <p className={styles.hint}>{where[kind]}</p>
          </TabPanel>
        ))}
      </Tabs>
      <p className={styles.hint}><Trans>No cookies, and nothing about your readers but counts. Somebody else does this?</Trans></p>
      <Bar><CopyButton text={note} what={t`note`} words={t`Copy a note for them`} isSmall={false} /></Bar>
    </>
  );
}

function Check({ site, mayCheck }: { site: Schemas["SiteDetail"]; mayCheck: boolean }) {
  const forms = useForms();
  const now = useNow(SECOND_MS);
  const queryClient = useQueryClient();
  const { isPending, failure, send } = useSubmission();
  const look = () =>
    send(async () => {
      await ask(api.POST("/api/v1/sites/{siteId}/verify", { params: { path: { siteId: site.id } } }));
      await queryClient.invalidateQueries({ queryKey: siteQuery(site.id).queryKey });
    });
  const { checkedAt, diagnostic } = site.install;
  return (
    <>
      <FormProblem failure={failure} />
      {checkedAt === null ? null : (
        <p className={styles.diagnosis} role="status" data-good={diagnostic === null || undefined}>
          <Trans>We looked at {site.domain} {forms.span(checkedAt, now)}.</Trans> {diagnostic === null
            ? <Trans>The line is there, once, and may run. Open a page in a browser to be counted.</Trans>
            : <Diagnosis diagnostic={diagnostic} domain={site.domain} />}
        </p>
      )}
      {mayCheck ? <Bar><Button isPending={isPending} onPress={() => void look()}>{checkedAt === null ? <Trans>Check my page</Trans> : <Trans>Look again</Trans>}</Button></Bar> : null}
    </>
  );
}

/** What was found and what to do; a code of a later release has the API's own words. */
function Diagnosis({ diagnostic, domain }: { diagnostic: Schemas["Diagnostic"]; domain: string }) {
  const origin = location.origin;
  switch (diagnostic.code) {
    case "unreachable": return <Trans>The page did not answer. Does https://{domain}/ open in your browser, also without signing in? A page that only your network reaches cannot be looked at from here; the widget works there all the same.</Trans>;
    case "no_snippet": return <Trans>The line is not in the page. Was it published, and is a cache in between that still shows the old page? A tag manager puts it in later, which this look does not see.</Trans>;
    case "wrong_site": return <Trans>The page carries the line of another site. Replace its data-site by the one above.</Trans>;
    case "multiple_snippets": return <Trans>The page carries the line more than once. Leave one of them; often one is in the theme and another in a plug-in.</Trans>;
    case "blocked_by_csp": return <Trans>The page has a content policy that blocks the widget. Add <code>{origin}</code> to <code>script-src</code> and <code>connect-src</code>.</Trans>;
    default: return <>{diagnostic.advice}</>;
  }
}
