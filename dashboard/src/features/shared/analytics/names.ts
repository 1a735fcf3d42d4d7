// The names of counted things, as marketing people use them.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { nameOfPlatform } from "../platforms/platforms";

export interface Names {
  source: (type: Schemas["ReferrerType"]) => string;
  referrer: (id: string) => string;
  channel: (id: string) => string;
  device: (device: Schemas["Device"]) => string;
  question: (row: { questionId: string; question: string | null; other?: boolean | undefined }) => string;
}

const SEARCH_ENGINES: Readonly<Record<string, string>> = {
  google: "Google",
  bing: "Bing",
  duckduckgo: "DuckDuckGo",
  yahoo: "Yahoo",
  yandex: "Yandex",
  baidu: "Baidu",
  ecosia: "Ecosia",
  qwant: "Qwant",
  startpage: "Startpage",
  brave: "Brave",
};

export function useNames(): Names {
  const { t } = useLingui();
  const sources: Record<Schemas["ReferrerType"], string> = {
    ai_assistant: t`AI assistants`,
    search: t`Search`,
    social: t`Social networks`,
    campaign: t`Campaigns`,
    direct: t`Direct`,
    other: t`Referrals`,
  };
  const devices: Record<Schemas["Device"], string> = { phone: t`Phone`, tablet: t`Tablet`, desktop: t`Computer` };
  return {
    source: (type) => sources[type],
    referrer: (id) =>
      id === "direct"
        ? t`Direct`
        : id === "other"
          ? t`Other`
          : id.includes(".")
            ? id
            : (SEARCH_ENGINES[id] ?? nameOfPlatform(id)),
    channel: (id) => (id === "copy" ? t`Copied as Markdown` : id === "other" ? t`Other` : nameOfPlatform(id)),
    device: (device) => devices[device],
    question: ({ question, questionId, other }) =>
      question ??
      (questionId === "own"
        ? t`Readers’ own question`
        : other === true || questionId === "other"
          ? t`Other questions`
          : t`Deleted question`),
  };
}
