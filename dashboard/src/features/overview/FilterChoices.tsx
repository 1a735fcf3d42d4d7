// The entries of the filter menu: the assistants and pages in view.

import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Header, Menu, MenuItem, MenuSection, Popover } from "react-aria-components";

import type { Opening } from "../../ui/dialogs/Opener";
import { PagePath } from "../../ui/elements/PagePath";
import type { PeriodSearch } from "../shared/period/period";
import styles from "../shared/period/PeriodBar.module.css";
import { usePlatformName } from "../shared/platforms/platforms";

interface FilterChoicesProps {
  opening: Opening;
  platforms: readonly string[];
  pages: readonly string[];
}

export function FilterChoices({
  opening: { trigger, id, isOpen, onOpenChange },
  platforms,
  pages,
}: FilterChoicesProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const platformName = usePlatformName();
  return (
    <Popover
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className={styles.popover ?? ""}
      placement="bottom start"
      aria-label={t`Filter`}
    >
      <Menu
        id={id}
        className={styles.choices ?? ""}
        aria-label={t`Filter`}
        autoFocus="first"
        onClose={() => {
          onOpenChange(false);
        }}
        onAction={(key) => {
          const [kind, ...rest] = String(key).split(" ");
          const value = rest.join(" ");
          void navigate({
            to: ".",
            search: (now: PeriodSearch) => ({ ...now, ...(kind === "page" ? { page: value } : { platform: value }) }),
          });
        }}
      >
        {platforms.length === 0 ? null : (
          <MenuSection>
            <Header>{t`Assistant`}</Header>
            {platforms.map((platform) => (
              <MenuItem key={platform} id={`platform ${platform}`} className={styles.choice ?? ""}>
                {platformName(platform)}
              </MenuItem>
            ))}
          </MenuSection>
        )}
        {pages.length === 0 ? null : (
          <MenuSection>
            <Header>{t`Page`}</Header>
            {pages.map((page) => (
              <MenuItem key={page} id={`page ${page}`} className={styles.choice ?? ""}>
                <PagePath path={page} />
              </MenuItem>
            ))}
          </MenuSection>
        )}
      </Menu>
    </Popover>
  );
}
