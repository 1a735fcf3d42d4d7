// The pages without a proposal, and why.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";

import { Icon } from "../../../ui/elements/Icon";
import { Card } from "../../../ui/page/page";
import styles from "./LeftOut.module.css";
import { pathOf, useLeftOutWords, type Proposed } from "./proposals";

export function LeftOut({ leftOut }: { leftOut: Proposed["leftOut"] }) {
  const { t } = useLingui();
  const words = useLeftOutWords();
  if (leftOut.length === 0) return null;
  const pages = leftOut.reduce((sum, one) => sum + one.pages, 0);
  return (
    <Card label={t`Skipped pages`}>
      <Disclosure className={styles.left}>
        <Heading level={2}>
          <AriaButton slot="trigger" className={styles.opener}>
            <Icon name="chevron" />
            <Plural value={pages} one="# page was skipped: show why" other="# pages were skipped: show why" />
          </AriaButton>
        </Heading>
        <DisclosurePanel className={styles.reasons}>
          {leftOut.map(({ reason, message, pages: count, urls }) => (
            <section key={reason}>
              <p>
                {words(reason) ?? message}{" "}
                <small>
                  <Plural value={count} one="# page" other="# pages" />
                </small>
              </p>
              <ul>
                {urls.map((url) => (
                  <li key={url}>{pathOf(url)}</li>
                ))}
                {urls.length > 0 && count > urls.length ? (
                  <li>
                    <Trans>and {count - urls.length} more</Trans>
                  </li>
                ) : null}
              </ul>
            </section>
          ))}
        </DisclosurePanel>
      </Disclosure>
    </Card>
  );
}
