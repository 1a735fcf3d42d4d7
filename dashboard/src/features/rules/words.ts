// What rules do and where, in words.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../api/client";
import { nameOfPlatform } from "../shared/platforms/platforms";
import { useForms } from "../../words/forms";
import type { Rule } from "./queries";
import type { ActionType } from "./editor/rule_form";

export function useActionNames(): Readonly<Record<ActionType, string>> {
  const { t } = useLingui();
  return {
    set_questions: t`Suggest other questions`,
    use_prompt: t`Use a specific prompt`,
    append: t`Add text after the prompt`,
    prepend: t`Add text before the prompt`,
    hide_platforms: t`Hide some assistants`,
    hide_widget: t`Hide the widget`,
  };
}

/** What a rule does, in one line. `promptName` returns the name for a prompt's id, undefined for a deleted prompt. */
export function useActionWords(): (action: Rule["action"], promptName: (id: string) => string | undefined) => string {
  const { t, i18n } = useLingui();
  const list = new Intl.ListFormat(i18n.locale, { type: "conjunction" });
  return (action, promptName) => {
    const given = { promptId: "", text: "", questions: [], platformIds: [], ...action };
    switch (action.type) {
      case "use_prompt": {
        const name = promptName(given.promptId);
        return name === undefined ? t`uses a deleted prompt` : t`uses the prompt “${name}”`;
      }
      case "append":
        return t`adds “${given.text}” after the prompt`;
      case "prepend":
        return t`adds “${given.text}” before the prompt`;
      case "set_questions":
        return given.questions.length === 0
          ? t`suggests no questions`
          : t`suggests ${list.format(given.questions.map(({ text }) => t`“${text}”`))}`;
      case "hide_platforms":
        return t`hides ${list.format(given.platformIds.map(nameOfPlatform))}`;
      case "hide_widget":
        return t`hides the widget`;
    }
  };
}

/** Where a rule applies, in one line. */
export function useMatchWords(): (match: Schemas["RuleMatch"]) => string {
  const { t, i18n } = useLingui();
  const or = new Intl.ListFormat(i18n.locale, { type: "disjunction" });
  const languages = new Intl.DisplayNames([i18n.locale], { type: "language", fallback: "code" });
  return ({ paths, excludePaths, hosts, languages: tags }) => {
    const parts = [paths.length === 0 ? t`on every page` : t`on ${or.format(paths)}`];
    if (excludePaths.length > 0) parts.push(t`not on ${or.format(excludePaths)}`);
    if (hosts.length > 0) parts.push(t`host ${or.format(hosts)}`);
    if (tags.length > 0 && !tags.includes("*"))
      parts.push(t`in ${or.format(tags.map((tag) => languages.of(tag) ?? tag))}`);
    return parts.join(", ");
  };
}

export type TimeState = "waits" | "ended" | "runs" | "always";

export function timeState({ startsAt, endsAt }: Pick<Rule, "startsAt" | "endsAt">, now: number): TimeState {
  if (startsAt !== null && Date.parse(startsAt) > now) return "waits";
  if (endsAt === null) return startsAt === null ? "always" : "runs";
  return Date.parse(endsAt) <= now ? "ended" : "runs";
}

export function useTimeWords(): (rule: Pick<Rule, "startsAt" | "endsAt">) => string {
  const { t } = useLingui();
  const forms = useForms();
  return ({ startsAt, endsAt }) => {
    const last = endsAt === null ? null : forms.date(new Date(Date.parse(endsAt) - 1));
    if (startsAt === null) return last === null ? "" : t`until ${last}`;
    return last === null ? t`from ${forms.date(startsAt)}` : t`${forms.date(startsAt)} to ${last}`;
  };
}

export function useSkipReasons(): Readonly<Record<Schemas["SkipReason"], string>> {
  const { t } = useLingui();
  return {
    disabled: t`disabled`,
    not_started: t`not started yet`,
    ended: t`ended`,
    host: t`another host`,
    path: t`the path doesn’t match`,
    excluded_path: t`an excluded path`,
    language: t`another language`,
    overruled: t`an earlier rule of this kind applies`,
  };
}
