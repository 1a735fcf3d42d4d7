// What a shared link shows: who shares it, which days and pages, and its panels. The page of the link and the preview in
// the dialog both draw it.

import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { useForms } from "../../../words/forms";
import { accentStyle } from "../brand/brand";
import { usePlatformName } from "../platforms/platforms";
import type { LinkContent, LinkRange } from "./content";
import { LinkChart } from "./LinkChart";
import { LinkFigures } from "./LinkFigures";
import { LinkPanels } from "./LinkPanels";
import styles from "./LinkView.module.css";

export interface LinkViewProps {
  content: LinkContent;
  range: LinkRange;
  /** The buttons at the end of the head. */
  acts?: ReactNode;
  /** Whether the view is a part of another page, which has the first heading. */
  isPart?: boolean;
}

export function LinkView({ content, range, acts, isPart = false }: LinkViewProps) {
  const { t } = useLingui();
  const forms = useForms();
  const { name, sharedBy, site, brand } = content;
  const Title = isPart ? "h3" : "h1";
  return (
    <div className={styles.view} style={accentStyle(brand?.accent)}>
      <header className={styles.head}>
        {brand?.logoUrl ? <img className={styles.logo} src={brand.logoUrl} alt={brand.name} /> : null}
        <div className={styles.names}>
          <Title>{name}</Title>
          <small>
            {site.name} · {t`shared by ${sharedBy}`} · {forms.days(range.from, range.to)}
            <Limits content={content} />
          </small>
        </div>
        {acts}
      </header>
      <LinkFigures content={content} />
      <LinkChart content={content} range={range} />
      <LinkPanels content={content} />
      <footer className={styles.foot}>
        <End expiresAt={content.expiresAt} />
        {brand?.measuredWith === false ? null : (
          <>
            {" "}
            · <Trans>measured with Askline</Trans>
          </>
        )}
      </footer>
    </div>
  );
}

/** The pages and the platform that every number is limited to. */
function Limits({ content: { filter } }: { content: LinkContent }) {
  const { t } = useLingui();
  const platformName = usePlatformName();
  const pages = filter.pages.map((page) =>
    page.endsWith("/**") ? t`pages under ${page.slice(0, -3)}` : t`page ${page}`,
  );
  const all = [...pages, ...filter.platforms.map(platformName)];
  return all.map((words) => <span key={words}> · {words}</span>);
}

function End({ expiresAt }: { expiresAt: string | null }) {
  const forms = useForms();
  return expiresAt === null ? (
    <Trans>This link shows nothing else of the site.</Trans>
  ) : (
    <Trans>This link ends on {forms.date(expiresAt)} and shows nothing else of the site.</Trans>
  );
}
