// The lists of a shared link as tables: for its panels, and for files.

import { useLingui } from "@lingui/react/macro";

import { useNames } from "../analytics/names";
import { usePlatformName } from "../platforms/platforms";
import type { LinkContent } from "./content";

export interface LinkTable {
  id: "assistants" | "pages" | "questions" | "referrers" | "shares" | "crawlers" | "reads" | "devices";
  title: string;
  head: readonly string[];
  rows: readonly { id: string; name: string; values: readonly number[] }[];
  /** The number of rows of the whole list. */
  total: number;
}

export function useLinkTables(content: LinkContent): LinkTable[] {
  const { t } = useLingui();
  const names = useNames();
  const platformName = usePlatformName();
  const { assistants, pages, questions, sources, shares, crawlers, reads, devices } = content;
  const tables: (LinkTable | undefined)[] = [
    assistants && {
      id: "assistants",
      title: t`Assistants`,
      head: [t`Assistant`, t`Asks`, t`Visits`],
      rows: assistants.items.map(({ platform, asks, visits }) => ({
        id: platform,
        name: platformName(platform),
        values: [asks, visits],
      })),
      total: assistants.total,
    },
    pages && {
      id: "pages",
      title: t`Pages`,
      head: [t`Page`, t`Asks`, t`Visits`],
      rows: pages.items.map(({ path, asks, aiReferrals }) => ({
        id: path ?? "",
        name: path ?? t`Other pages`,
        values: [asks, aiReferrals],
      })),
      total: pages.total,
    },
    questions && {
      id: "questions",
      title: t`Questions that readers asked`,
      head: [t`Question`, t`Asks`],
      rows: questions.items.map((row) => ({ id: row.questionId, name: names.question(row), values: [row.value] })),
      total: questions.total,
    },
    sources && {
      id: "referrers",
      title: t`Traffic sources`,
      head: [t`Source`, t`Visits`],
      rows: sources.items.map(({ referrer, type, value }) => ({
        id: `${type} ${referrer}`,
        name: names.referrer(referrer),
        values: [value],
      })),
      total: sources.total,
    },
    shares && {
      id: "shares",
      title: t`Shares`,
      head: [t`Channel`, t`Shares`],
      rows: shares.items.map(({ channel, value }) => ({ id: channel, name: names.channel(channel), values: [value] })),
      total: shares.total,
    },
    crawlers && {
      id: "crawlers",
      title: t`Crawlers that ran the widget`,
      head: [t`Crawler`, t`Requests`],
      rows: crawlers.items.map(({ crawler, value }) => ({
        id: crawler,
        name: names.crawler(crawler),
        values: [value],
      })),
      total: crawlers.total,
    },
    reads && {
      id: "reads",
      title: t`Page reads of crawlers`,
      head: [t`Crawler`, t`Page reads`],
      rows: reads.items.map((row) => ({ id: row.crawler, name: names.crawler(row.crawler), values: [row.reads] })),
      total: reads.total,
    },
    devices && {
      id: "devices",
      title: t`Devices`,
      head: [t`Device`, t`Views`, t`Asks`],
      rows: devices.items.map(({ device, views, asks }) => ({
        id: device,
        name: names.device(device),
        values: [views, asks],
      })),
      total: devices.total,
    },
  ];
  return tables.filter((table) => table !== undefined);
}
