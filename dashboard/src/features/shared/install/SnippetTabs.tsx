// The snippet for each kind of site, and where to paste it. Instructions for someone else can be copied.

import { Trans, useLingui } from "@lingui/react/macro";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";

import { CopyButton } from "../../../ui/elements/CopyButton";
import { Bar, Note } from "../../../ui/page/page";
import { KINDS, KIND_NAMES, isOftenBlocked, scriptOf, snippetFor, type SnippetSite, type Kind } from "./snippets";
import styles from "./SnippetTabs.module.css";

export function SnippetTabs({ site }: { site: SnippetSite }) {
  const { t } = useLingui();
  const script = scriptOf(site, location.origin);
  const { hostname } = new URL(script);
  const snippet = (kind: Kind) => snippetFor(kind, script, site.id);
  const where: Record<Kind, string> = {
    html: t`Paste before </body> on every page.`,
    wordpress: t`Paste into the functions.php of your child theme. No child theme? Add the HTML line as a footer snippet with a code snippet plugin.`,
    shopify: t`Online Store → Themes → Edit code → theme.liquid, on a line of its own before </body>.`,
    next: t`Paste into app/layout.tsx, inside <body>. With the Pages Router, paste into pages/_app.tsx.`,
    tag_manager: t`Create a “Custom HTML” tag with the trigger “All Pages”.`,
  };
  const note =
    t`Please add this line once to every page of our site, before </body>:` +
    `\n\n${snippet("html")}\n\n` +
    t`It loads without blocking the page, sets no cookies, and collects counts only.`;
  return (
    <>
      {isOftenBlocked(script) ? (
        <Note tone="warn">
          <Trans>
            Many content blockers stop requests to hosts with a name such as {hostname}. Then views and clicks aren’t
            counted. Ask the operator for another host, or serve the widget from a path of your site.
          </Trans>
        </Note>
      ) : null}
      <Tabs className={styles.tabs}>
        <TabList aria-label={t`Kind of site`} className={styles.list}>
          {KINDS.map((kind) => (
            <Tab key={kind} id={kind} className={styles.tab}>
              {KIND_NAMES[kind]}
            </Tab>
          ))}
        </TabList>
        {KINDS.map((kind) => (
          <TabPanel key={kind} id={kind} className={styles.panel}>
            <div className={styles.snippet}>
              <code>{snippet(kind)}</code>
              <CopyButton text={snippet(kind)} what={t`snippet`} isSmall={false} />
            </div>
            <p className={styles.hint}>{where[kind]}</p>
          </TabPanel>
        ))}
      </Tabs>
      <p className={styles.hint}>
        <Trans>No cookies. Counts only. Does someone else edit your pages?</Trans>
      </p>
      <Bar>
        <CopyButton text={note} what={t`note`} words={t`Copy instructions`} isSmall={false} />
      </Bar>
    </>
  );
}
