// Says that views stopped although browsers still load the widget, with what to look for.

import { Plural, Trans } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../../api/client";
import { Note } from "../../../ui/page/page";
import { useForms } from "../../../words/forms";
import styles from "./MissingViews.module.css";

const STALE_MS = 5 * 60_000;

const missingViewsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["site", siteId, "missing views"],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/sites/{siteId}/missing-views", { params: { path: { siteId } }, signal })),
    staleTime: STALE_MS,
  });

/** Nothing if no views are missing. */
export function MissingViews({ siteId }: { siteId: string }) {
  const forms = useForms();
  const { data } = useQuery(missingViewsQuery(siteId));
  if (data === undefined || !data.missing || data.since === null) return null;
  return (
    <Note tone="warn" isAlert>
      <p>
        <strong>
          <Trans>No views since {forms.day(data.since)}, but the widget is still loaded.</Trans>
        </strong>{" "}
        <Plural
          value={data.configRequests ?? 0}
          one="Browsers requested its configuration # time since then."
          other="Browsers requested its configuration # times since then."
        />{" "}
        <Trans>Until then, there were views every day. What to check:</Trans>
      </p>
      <ul className={styles.causes}>
        {data.possibleCauses.map((cause) => (
          <li key={cause}>
            <Cause cause={cause} />
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** What to check and what to do. A cause that only later releases know is shown by its name. */
function Cause({ cause }: { cause: Schemas["MissingViews"]["possibleCauses"][number] }) {
  switch (cause) {
    case "blocked_host":
      return (
        <Trans>
          The name of the widget’s host: content blockers stop hosts such as <code>stats.</code> and{" "}
          <code>analytics.</code> Use another host, or a path of your site.
        </Trans>
      );
    case "content_blocker":
      return (
        <Trans>
          A content blocker’s list: open a page with a content blocker on. If its events are stopped, load the widget
          from a path of your site.
        </Trans>
      );
    case "content_security_policy":
      return (
        <Trans>
          The page’s Content Security Policy: <code>connect-src</code> must allow the widget’s whole host, also{" "}
          <code>/api/v1/events</code>.
        </Trans>
      );
    case "consent":
      return (
        <Trans>
          Consent: if your pages call <code>askline.count</code>, check that readers are still asked.
        </Trans>
      );
    default:
      return <>{cause}</>;
  }
}
