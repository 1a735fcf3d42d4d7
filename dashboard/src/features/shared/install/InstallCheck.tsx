// Checks the site's page for the snippet, and says what blocks the widget.

import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { siteQuery } from "../../../api/queries";
import { Button } from "../../../ui/elements/Button";
import { Bar } from "../../../ui/page/page";
import { FormProblem } from "../../../ui/page/Problem";
import { useSubmission } from "../../../ui/hooks/submit";
import { useForms, useClock } from "../../../words/forms";
import { AutomatedNote } from "./AutomatedNote";
import { Citable, type CitationCheck } from "./Citable";
import { scriptOf } from "./snippets";
import styles from "./steps.module.css";

const SECOND_MS = 1000;

export function InstallCheck({ site, mayCheck }: { site: Schemas["SiteDetail"]; mayCheck: boolean }) {
  const forms = useForms();
  const clock = useClock(SECOND_MS);
  const queryClient = useQueryClient();
  const { isPending, failure, send } = useSubmission();
  const [citable, setCitable] = useState<readonly CitationCheck[]>([]);
  const look = () =>
    send(async () => {
      const found = await ask(api.POST("/api/v1/sites/{siteId}/verify", { params: { path: { siteId: site.id } } }));
      setCitable(found.citable);
      await queryClient.invalidateQueries({ queryKey: siteQuery(site.id).queryKey });
    });
  const { checkedAt, diagnostic } = site.install;
  return (
    <>
      <FormProblem failure={failure} />
      {checkedAt === null ? null : (
        <p className={styles.diagnosis} role="status" data-good={diagnostic === null || undefined}>
          <Trans>
            Checked {site.domain} {forms.ago(checkedAt, clock)}.
          </Trans>{" "}
          {diagnostic === null ? (
            <Trans>The snippet is installed correctly. To test it, open a page of your site in a browser.</Trans>
          ) : (
            <Diagnosis diagnostic={diagnostic} site={site} />
          )}
        </p>
      )}
      <AutomatedNote site={site} />
      {citable.length === 0 ? null : <Citable siteId={site.id} checks={citable} />}
      {mayCheck ? (
        <Bar>
          <Button isPending={isPending} onPress={() => void look()}>
            {checkedAt === null ? <Trans>Check my page</Trans> : <Trans>Check again</Trans>}
          </Button>
        </Bar>
      ) : null}
    </>
  );
}

/** What was found and what to do. For a code that only later releases know, the API's own sentence is shown. */
function Diagnosis({ diagnostic, site }: { diagnostic: Schemas["Diagnostic"]; site: Schemas["SiteDetail"] }) {
  const { domain } = site;
  const { origin } = new URL(scriptOf(site, location.origin));
  switch (diagnostic.code) {
    case "unreachable":
      return (
        <Trans>
          The page did not respond. Does https://{domain}/ open in your browser without signing in? Askline can’t check
          pages that only your network can reach; the widget still works there.
        </Trans>
      );
    case "no_snippet":
      return (
        <Trans>
          The snippet is not on the page. Is the change published? A cache may still show the old page. This check can’t
          see snippets that a tag manager adds.
        </Trans>
      );
    case "wrong_site":
      return <Trans>The page has another site’s snippet. Replace its data-site with the one above.</Trans>;
    case "multiple_snippets":
      return (
        <Trans>
          The snippet is on the page more than once. Keep one. Often one is in the theme and another in a plugin.
        </Trans>
      );
    case "blocked_by_csp":
      return (
        <Trans>
          The page’s Content Security Policy blocks the widget. Add <code>{origin}</code> to <code>script-src</code> and{" "}
          <code>connect-src</code>.
        </Trans>
      );
    default:
      return <>{diagnostic.advice}</>;
  }
}
