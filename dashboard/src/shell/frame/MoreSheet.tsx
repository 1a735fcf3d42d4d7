// The rest of the navigation on a phone: other pages, the switchers and the account.

import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";

import type { Schemas } from "../../api/client";
import { Icon } from "../../ui/elements/Icon";
import type { Opening } from "../../ui/dialogs/Opener";
import { AccountChoices } from "../account/AccountMenu";
import styles from "./BottomBar.module.css";
import { ORGANIZATION_PAGES, visibleTo, type SiteEntry } from "../navigation";
import type { Place } from "../place";
import { OrganizationSwitcher, SiteSwitcher } from "../switchers/switchers";

interface MoreSheetProps extends Omit<Opening, "trigger"> {
  place: Place;
  org: Schemas["MyOrganization"];
  siteId: string | null;
  /** The pages of the site that are not in the bottom bar. */
  pages: readonly SiteEntry[];
}

export function MoreSheet({ id, isOpen, onOpenChange, place, org, siteId, pages }: MoreSheetProps) {
  const { t, i18n } = useLingui();
  const close = (): void => {
    onOpenChange(false);
  };
  return (
    <ModalOverlay className={styles.veil ?? ""} isDismissable isOpen={isOpen} onOpenChange={onOpenChange}>
      <Modal className={styles.sheet ?? ""}>
        <Dialog id={id} className={styles.more ?? ""} aria-label={t`More`}>
          {place.me.orgs.length > 1 ? <OrganizationSwitcher organizations={place.me.orgs} org={org} /> : null}
          <SiteSwitcher org={org} place={place} />
          <ul onClick={close} role="presentation">
            {pages.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} params={{ siteId: siteId ?? "" }} className={styles.row}>
                  <Icon name={entry.icon} />
                  {i18n._(entry.title)}
                </Link>
              </li>
            ))}
            {visibleTo(ORGANIZATION_PAGES, org.role).map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} params={{ orgId: org.id }} className={styles.row}>
                  <Icon name={entry.icon} />
                  {i18n._(entry.title)}
                </Link>
              </li>
            ))}
          </ul>
          <AccountChoices user={place.me.user} onDone={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
