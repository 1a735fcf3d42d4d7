// The names of counted things, as marketing people use them.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { nameOfPlatform } from "../platforms/platforms";

export interface Names {
  source: (type: Schemas["ReferrerType"]) => string;
  referrer: (id: string) => string;
  channel: (id: string) => string;
  crawler: (id: string) => string;
  device: (device: Schemas["Device"]) => string;
  item: (row: { itemId: string; label: string | null; other?: boolean | undefined }) => string;
  question: (row: { questionId: string; question: string | null; other?: boolean | undefined }) => string;
}

/** The name under which the API counts browsers that a program drives. */
export const AUTOMATED_BROWSERS = "automated browsers";

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
      id === "direct" ? t`Direct` : id === "other" ? t`Other` : id.includes(".") ? id : nameOfPlatform(id),
    channel: (id) => (id === "copy" ? t`Copied as Markdown` : id === "other" ? t`Other` : nameOfPlatform(id)),
    crawler: (id) => (id === "other" ? t`Other` : id === AUTOMATED_BROWSERS ? t`Automated browsers` : id),
    device: (device) => devices[device],
    item: ({ label, itemId, other }) =>
      label ?? (other === true || itemId === "other" ? t`Other items` : t`Deleted item`),
    question: ({ question, questionId, other }) =>
      question ??
      (questionId === "own"
        ? t`Readers’ own question`
        : other === true || questionId === "other"
          ? t`Other questions`
          : t`Deleted question`),
  };
}
