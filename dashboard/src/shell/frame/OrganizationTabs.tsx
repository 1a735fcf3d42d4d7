// The pages of an organization as tabs of one page, for those that the person may see.

import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import { ORGANIZATION_PAGES, visibleTo } from "../navigation";
import styles from "./OrganizationTabs.module.css";
import type { Organization } from "../place";

export function OrganizationTabs({ org }: { org: Organization }) {
  const { t, i18n } = useLingui();
  const entries = visibleTo(ORGANIZATION_PAGES, org.role);
  if (entries.length < 2) return null;
  return (
    <nav className={styles.tabs} aria-label={t`Organization`}>
      {entries.map(({ to, title, tab = title }) => <Link key={to} to={to} params={{ orgId: org.id }} className={styles.tab}>{i18n._(tab)}</Link>)}
    </nav>
  );
}
