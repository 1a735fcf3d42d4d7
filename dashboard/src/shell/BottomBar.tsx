// The way around on a phone: four places, and the rest under "More".

import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Button as AriaButton, Dialog, DialogTrigger, Modal, ModalOverlay } from "react-aria-components";

import { Icon } from "../ui/Icon";
import { AccountChoices } from "./AccountMenu";
import styles from "./BottomBar.module.css";
import { ALL_SITES, ORGANIZATION_PAGES, SITE_PAGES, visibleTo } from "./navigation";
import type { Place } from "./place";
import { OrganizationSwitcher, SiteSwitcher, useNearSite } from "./switchers";

const PAGES_IN_VIEW = 3;

export function BottomBar({ place }: { place: Place }) {
  const { t, i18n } = useLingui();
  const { me, org } = place;
  const siteId = useNearSite(place);
  if (org === undefined) return null;
    const pages = siteId === null ? [] : visibleTo(SITE_PAGES, org.role);
  return (
    <nav className={styles.bottom} aria-label={t`Main`}>
      <Link to={ALL_SITES.to} params={{ orgId: org.id }} className={styles.item}><Icon name={ALL_SITES.icon} />{t`Sites`}</Link>
      {pages.slice(0, PAGES_IN_VIEW).map((entry) => (
        <Link key={entry.to} to={entry.to} params={{ siteId: siteId ?? "" }} className={styles.item}><Icon name={entry.icon} />{i18n._(entry.title)}</Link>
      ))}
      <DialogTrigger>
        <AriaButton className={styles.item}><Icon name="more" />{t`More`}</AriaButton>
        <ModalOverlay className={styles.veil} isDismissable>
          <Modal className={styles.sheet}>
            <Dialog className={styles.more} aria-label={t`More`}>
              {({ close }) => (
                <>
                  {me.orgs.length > 1 ? <OrganizationSwitcher organizations={me.orgs} org={org} /> : null}
                  <SiteSwitcher org={org} site={place.site} isNamed={place.siteId !== undefined} />
                  <ul onClick={close} role="presentation">
                    {pages.slice(PAGES_IN_VIEW).map((entry) => (
                      <li key={entry.to}><Link to={entry.to} params={{ siteId: siteId ?? "" }} className={styles.row}><Icon name={entry.icon} />{i18n._(entry.title)}</Link></li>
                    ))}
                    {visibleTo(ORGANIZATION_PAGES, org.role).map((entry) => (
                      <li key={entry.to}><Link to={entry.to} params={{ orgId: org.id }} className={styles.row}><Icon name={entry.icon} />{i18n._(entry.title)}</Link></li>
                    ))}
                  </ul>
                  <AccountChoices user={me.user} onDone={close} />
                </>
              )}
            </Dialog>
          </Modal>
        </ModalOverlay>
      </DialogTrigger>
    </nav>
  );
}
