// What would keep an engine from citing the site, and what to do about it.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import type { Schemas } from "../../../api/client";
import { Tag } from "../../../ui/page/page";
import styles from "./steps.module.css";

export type CitationCheck = Schemas["CitationCheck"];

const MOST_NAMES = 5;
const TONES = { passed: "good", failed: "bad", unknown: "calm", manual: "calm" } as const;

export function Citable({ siteId, checks }: { siteId: string; checks: readonly CitationCheck[] }) {
  const { t } = useLingui();
  const states: Readonly<Record<CitationCheck["state"], string>> = {
    passed: t`fine`,
    failed: t`in the way`,
    unknown: t`not known`,
    manual: t`look yourself`,
  };
  return (
    <section className={styles.citable} aria-label={t`Can engines cite this site?`}>
      <h3>
        <Trans>Can engines cite this site?</Trans>
      </h3>
      <ul>
        {checks.map((check) => (
          <li key={check.kind} data-check={check.kind} data-state={check.state}>
            <Tag tone={TONES[check.state]}>{states[check.state]}</Tag>
            <span>
              <Words siteId={siteId} check={check} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first names of a list, with the number of the others. */
function useListed(): (names: readonly string[]) => string {
  const { t } = useLingui();
  return (names) => {
    const shown = names.slice(0, MOST_NAMES).join(", ");
    const more = names.length - MOST_NAMES;
    return more > 0 ? t`${shown} and ${more} more` : shown;
  };
}

function Words({
  siteId,
  check: { kind, state, crawlers, pages },
}: {
  siteId: string;
  check: CitationCheck;
}): ReactNode {
  const { t } = useLingui();
  const listed = useListed();
  const [names, paths] = [listed(crawlers), listed(pages)];
  switch (kind) {
    case "robots_txt":
      return state === "failed"
        ? t`robots.txt forbids ${paths} to ${names}. Answers are made from what these crawlers read.`
        : state === "unknown"
          ? t`robots.txt could not be read.`
          : t`robots.txt lets the crawlers read that answers are made from.`;
    case "noindex":
      return state === "failed"
        ? t`noindex on ${paths}: no engine may list that.`
        : state === "unknown"
          ? t`No page could be read, so noindex is not known.`
          : t`No page that was looked at says noindex.`;
    case "nosnippet":
      return state === "failed"
        ? t`nosnippet on ${paths}: engines may not quote that.`
        : state === "unknown"
          ? t`No page could be read, so nosnippet is not known.`
          : t`No page that was looked at says nosnippet.`;
    case "refused":
      return (
        <>
          {state === "failed"
            ? t`In the last seven days your server refused ${names}.`
            : state === "unknown"
              ? t`Connect your server’s log to see whether it refuses crawlers.`
              : t`In the last seven days your server refused no crawler that answers are made from.`}
          {state === "passed" ? null : (
            <>
              {" "}
              <Link to="/sites/$siteId/crawlers" params={{ siteId }}>
                <Trans>Crawlers</Trans>
              </Link>
            </>
          )}
        </>
      );
    case "generative_control":
      return (
        <Trans>
          In Google’s Search Console, an owner can exclude a site from answers that Google generates. Only you can see
          that setting.
        </Trans>
      );
  }
}
