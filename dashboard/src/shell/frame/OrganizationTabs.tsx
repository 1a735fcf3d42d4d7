// The pages of an organization as tabs. Shows only those that the person may see.

import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { ORGANIZATION_PAGES, visibleTo } from "../navigation";
import styles from "./OrganizationTabs.module.css";
import type { Organization } from "../place";

export function OrganizationTabs({ org }: { org: Organization }) {
  const { t, i18n } = useLingui();
  const entries = visibleTo(ORGANIZATION_PAGES, org.role);
  const line = useRef<HTMLElement>(null);
  const here = useLocation({ select: ({ pathname }) => pathname });
  // If the tabs do not fit into the window, scrolls to the current one.
  useEffect(() => { line.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" }); }, [here]);
  if (entries.length < 2) return null;
  return (
    <nav ref={line} className={styles.tabs} aria-label={t`Organization`}>
      {entries.map(({ to, title, tab = title }) => <Link key={to} to={to} params={{ orgId: org.id }} className={styles.tab}>{i18n._(tab)}</Link>)}
    </nav>
  );
}
