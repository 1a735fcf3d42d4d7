// The pages of an organization as tabs. Shows only those that the person may see.

import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import type { OrganizationEntry } from "../navigation";
import styles from "./OrganizationTabs.module.css";

export function OrganizationTabs({ orgId, tabs }: { orgId: string; tabs: readonly OrganizationEntry[] }) {
  const { t, i18n } = useLingui();
  const line = useRef<HTMLElement>(null);
  const here = useLocation({ select: ({ pathname }) => pathname });
  // If the tabs do not fit into the window, scrolls to the current one.
  useEffect(() => {
    line.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [here]);
  return (
    <nav ref={line} className={styles.tabs} aria-label={t`Organization`}>
      {tabs.map(({ to, title, tab = title }) => (
        <Link key={to} to={to} params={{ orgId }} className={styles.tab}>
          {i18n._(tab)}
        </Link>
      ))}
    </nav>
  );
}
