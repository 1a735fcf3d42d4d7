// The entries of the filter menu: the assistants and pages with the most asks.

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Header, Menu, MenuItem, MenuSection } from "react-aria-components";

import { ChoicesPopover } from "../../../ui/dialogs/ChoicesPopover";
import type { Opening } from "../../../ui/dialogs/Opener";
import { PagePath } from "../../../ui/elements/PagePath";
import { overviewQuery } from "../analytics/queries";
import { usePlatformName } from "../platforms/platforms";
import { reasonAgainst, type FiguresPage } from "./applied";
import type { PeriodSearch } from "./period";
import styles from "./PeriodBar.module.css";

interface FilterChoicesProps {
  opening: Opening;
  page: FiguresPage;
  search: PeriodSearch;
}

export function FilterChoices({ opening, page: shownPage, search }: FilterChoicesProps) {
  const { t } = useLingui();
  const { id, onOpenChange } = opening;
  const navigate = useNavigate();
  const platformName = usePlatformName();
  const { siteId = "" } = useParams({ strict: false });
  // Without filters, so that another value can be chosen.
  const { data, isFetching } = useQuery(
    overviewQuery(siteId, { ...search, page: undefined, platform: undefined, filter: undefined }),
  );
  const platforms =
    reasonAgainst(shownPage, "platform") !== null
      ? []
      : (data?.assistants.items ?? []).flatMap(({ platform, other }) => (other === true ? [] : [platform]));
  const pages =
    reasonAgainst(shownPage, "page") !== null
      ? []
      : (data?.pages.items ?? []).flatMap(({ path }) => (path === null ? [] : [path]));
  return (
    <ChoicesPopover opening={opening} className={styles.popover} label={t`Filter`}>
      <Menu
        id={id}
        className={styles.choices ?? ""}
        aria-label={t`Filter`}
        autoFocus="first"
        renderEmptyState={() => <p className={styles.none}>{isFetching ? t`Loading` : t`No data for this period`}</p>}
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
    </ChoicesPopover>
  );
}
