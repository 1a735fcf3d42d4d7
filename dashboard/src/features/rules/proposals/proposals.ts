// Proposed rules for single pages: requests, grouping by page, and reasons for pages without one.

import { useLingui } from "@lingui/react/macro";
import { queryOptions } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../../api/client";
import { decodedPath } from "../../../words/paths";

export type Proposed = Schemas["ProposedRules"];
export type Proposal = Proposed["items"][number];

/** The maximum number of proposals of a site, and the API's maximum page size. */
const MAX_PROPOSALS = 200;

export const proposedQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["proposed", siteId, "all"],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/v1/rules/{siteId}/proposed", {
          params: { path: { siteId }, query: { limit: MAX_PROPOSALS } },
          signal,
        }),
      ),
  });

export interface ProposedPage {
  url: string;
  title: string;
  proposals: Proposal[];
}

/** Groups the proposals by page, in the order in which the pages were read. */
export function byPage(proposals: readonly Proposal[]): ProposedPage[] {
  const pages = new Map<string, ProposedPage>();
  for (const proposal of proposals) {
    const { url, title } = proposal.page;
    const page = pages.get(url) ?? { url, title, proposals: [] };
    page.proposals.push(proposal);
    pages.set(url, page);
  }
  return [...pages.values()];
}

/** Path and query of a page's URL, which identify it within the site. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return decodedPath(pathname) + search;
}

/**
 * Why a page has no proposal, in words. `undefined` for a reason that only later releases know; the API's own sentence
 * is shown then.
 */
export function useLeftOutWords(): (reason: string) => string | undefined {
  const { t } = useLingui();
  const words: Record<Proposed["leftOut"][number]["reason"], string> = {
    noindex: t`The page is marked noindex, so Askline does not use it.`,
    not_read: t`The generation ran out of time before it read this page.`,
    unreadable: t`The page could not be read.`,
    sitemap_skipped: t`A sitemap that could not be read. Pages that only it lists are missing.`,
    sitemap_compressed: t`A compressed sitemap, which is not read. Pages that only it lists are missing.`,
    sitemap_forbidden: t`A sitemap that robots.txt does not allow. Pages that only it lists are missing.`,
    sitemap_elsewhere: t`A sitemap on another site. Pages that only it lists are missing.`,
    sitemap_failed: t`A sitemap that could not be fetched. Pages that only it lists are missing.`,
    sitemap_unreadable: t`A file that is named as a sitemap and is not one.`,
    sitemap_read_in_part: t`A sitemap that was read only in part. Pages that only it lists may be missing.`,
    too_many_sitemaps: t`One sitemap too many. Pages that only it lists are missing.`,
    feed_skipped: t`A feed that is named as a sitemap. Feeds are not read.`,
    nothing_to_say: t`A contact form, a legal notice, or too little text to ask about.`,
    shared_address: t`Several pages share this path and differ only in the query string, which rules ignore.`,
    no_words: t`The built-in generator does not support the page’s language.`,
    has_rule: t`A rule for this page already does this.`,
    dismissed: t`The same text was dismissed before.`,
    too_many: t`The maximum number of texts is already waiting for approval.`,
  };
  return (reason) => (words as Partial<Record<string, string>>)[reason];
}
