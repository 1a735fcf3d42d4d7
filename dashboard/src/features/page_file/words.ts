// The words for how the reading of a text ended.

import { useLingui } from "@lingui/react/macro";

import type { PageFile } from "./queries";

/** Why no text of the page is read, or why the last reading brought none; null if all is well. */
export function useReadingState(): (text: PageFile["text"]) => string | null {
  const { t } = useLingui();
  const outcomes: Readonly<Partial<Record<NonNullable<PageFile["text"]["outcome"]>, string>>> = {
    robots_forbidden: t`robots.txt does not let Askline read this page.`,
    noindex: t`The page says noindex, so its text is not kept.`,
    redirected: t`The page leads to another site, so its text is not read.`,
    refused: t`The server refused the last reading of the page.`,
    unreachable: t`The server did not answer at the last reading of the page.`,
    no_text: t`The page had no text at the last reading.`,
  };
  return ({ enabled, chosen, outcome }) => {
    if (!enabled) return t`The texts of this site’s pages are not read.`;
    if (!chosen)
      return t`The text of this page is not read: neither engines nor readers used it enough in the last four weeks.`;
    return outcome === null ? t`The text of this page will be read within a day.` : (outcomes[outcome] ?? null);
  };
}
