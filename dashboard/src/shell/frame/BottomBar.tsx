// The navigation on a phone: at most four pages, and the rest under "More".

import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import { Icon } from "../../ui/elements/Icon";
import { Opener } from "../../ui/dialogs/Opener";
import { part } from "../../ui/loading/part";
import { preload } from "../../ui/loading/preload";
import styles from "./BottomBar.module.css";
import { ALL_SITES, SITE_PAGES, seesOneSite, visibleTo, type SiteEntry } from "../navigation";
import type { Place } from "../place";
import { isNarrow } from "./screen_width";
import { useCurrentSiteId } from "../switchers/switchers";

/** The pages in the bar, where the person may see them; the others are under "More". */
const IN_VIEW: ReadonlySet<SiteEntry["to"]> = new Set([
  "/sites/$siteId/overview",
  "/sites/$siteId/pages",
  "/sites/$siteId/citations",
]);

const load = preload(() => import("./MoreSheet"), isNarrow);
const MoreSheet = part(() => load().then(({ MoreSheet: component }) => component));

export function BottomBar({ place }: { place: Place }) {
  const { t, i18n } = useLingui();
  const { org } = place;
  const siteId = useCurrentSiteId(place);
  if (org === undefined) return null;
  const pages = siteId === null ? [] : visibleTo(SITE_PAGES, org.role);
  return (
    <nav className={styles.bottom} aria-label={t`Main`}>
      {seesOneSite(org) ? null : (
        <Link to={ALL_SITES.to} params={{ orgId: org.id }} className={styles.item}>
          <Icon name={ALL_SITES.icon} />
          {t`Sites`}
        </Link>
      )}
      {pages
        .filter(({ to }) => IN_VIEW.has(to))
        .map((entry) => (
          <Link key={entry.to} to={entry.to} params={{ siteId: siteId ?? "" }} className={styles.item}>
            <Icon name={entry.icon} />
            {i18n._(entry.title)}
          </Link>
        ))}
      <Opener
        opens="dialog"
        className={styles.item}
        button={
          <>
            <Icon name="more" />
            {t`More`}
          </>
        }
        onNear={load}
      >
        {({ id, isOpen, onOpenChange }) => (
          <MoreSheet
            id={id}
            isOpen={isOpen}
            onOpenChange={onOpenChange}
            place={place}
            org={org}
            siteId={siteId}
            pages={pages.filter(({ to }) => !IN_VIEW.has(to))}
          />
        )}
      </Opener>
    </nav>
  );
}
