// F: a filter by assistant or by page. The rows of the panels do the same; this is for those who look for it above.

import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Button as AriaButton, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";

import { isTaken } from "../../shell/shortcuts";
import type { PeriodSearch } from "./period";
import styles from "./PeriodBar.module.css";
import { usePlatformName } from "./platforms";

export function FilterMenu({ platforms, pages }: { platforms: readonly string[]; pages: readonly string[] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const platformName = usePlatformName();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "f" || event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isTaken(event.target)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", onKey);
    return () => { removeEventListener("keydown", onKey); };
  }, []);
  if (platforms.length === 0 && pages.length === 0) return null;
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={styles.control}>{t`Filter`}</AriaButton>
      <Popover className={styles.popover} placement="bottom start">
        <Menu
          className={styles.choices} aria-label={t`Filter`}
          onAction={(key) => {
            const [kind, ...rest] = String(key).split(" ");
            const value = rest.join(" ");
            void navigate({ to: ".", search: (now: PeriodSearch) => ({ ...now, ...(kind === "page" ? { page: value } : { platform: value }) }) });
          }}
        >
          {platforms.length === 0 ? null : (
            <MenuSection><Header>{t`Assistant`}</Header>{platforms.map((platform) => <MenuItem key={platform} id={`platform ${platform}`} className={styles.choice}>{platformName(platform)}</MenuItem>)}</MenuSection>
          )}
          {pages.length === 0 ? null : (
            <MenuSection><Header>{t`Page`}</Header>{pages.map((page) => <MenuItem key={page} id={`page ${page}`} className={styles.choice}>{page}</MenuItem>)}</MenuSection>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
