// A site without a figure: its line of HTML, and a light that turns green with the first event.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import type { Schemas } from "../../api/client";
import { siteQuery } from "../../api/queries";
import { CopyButton } from "../../ui/CopyButton";
import { Card } from "../../ui/page";
import styles from "./FirstSteps.module.css";

const LOOK_EVERY_MS = 3_000;

export function FirstSteps({ site }: { site: Schemas["SiteDetail"] }) {
  const { t } = useLingui();
  // The page around this one shows figures as soon as there are any.
  useQuery({ ...siteQuery(site.id), refetchInterval: LOOK_EVERY_MS });
  const snippet = `<script src="${location.origin}/widget.js" data-site="${site.id}" async></script>`;
  const { diagnostic } = site.install;
  return (
    <ol className={styles.steps}>
      <li>
        <Card title={t`1. Your site`}><p className={styles.text}>{site.domain} · {site.timezone}</p></Card>
      </li>
      <li>
        <Card title={t`2. Put one line into your pages`}>
          <div className={styles.snippet}><code>{snippet}</code><CopyButton text={snippet} what={t`snippet`} isSmall={false} /></div>
          <p className={styles.text}><Trans>Anywhere in the page, once. No cookies, and nothing about your readers but counts.</Trans></p>
        </Card>
      </li>
      <li>
        <Card title={t`3. Wait for the first reader`}>
          <p className={styles.light} role="status"><i aria-hidden="true" /><Trans>Nothing seen yet. Open a page of your site in another tab: it shows here within five seconds.</Trans></p>
          {diagnostic === null ? null : <p className={styles.diagnosis}>{diagnostic.advice}</p>}
        </Card>
      </li>
    </ol>
  );
}
