// A rule that someone else saved in the meantime, next to the form's values.

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import { StaleChoice, type Difference } from "../../../ui/forms/StaleChoice";
import type { Prompt } from "../../shared/prompts/queries";
import { ruleQuery, type Rule } from "../queries";
import { bodyOf, formOf, type RuleForm } from "./rule_form";
import { useActionNames, useMatchWords, useTimeWords } from "../words";

interface StaleRuleProps {
  siteId: string;
  rule: Rule;
  form: RuleForm;
  prompts: readonly Prompt[];
  isPending: boolean;
  /** Called with the `updatedAt` of the version that will be overwritten. */
  onMine: (updatedAt: string) => void;
  onTheirs: (theirs: Rule) => void;
  onClose: () => void;
}

export function StaleRule({ siteId, rule, form, prompts, isPending, onMine, onTheirs, onClose }: StaleRuleProps) {
  const { t } = useLingui();
  const actions = useActionNames();
  const matchWords = useMatchWords();
  const timeWords = useTimeWords();
  const { data: theirs, isFetching } = useQuery({
    ...ruleQuery(siteId, rule.id),
    staleTime: 0,
    refetchOnMount: "always",
  });
  if (theirs === undefined || isFetching) return null;
  const shown = (one: RuleForm): Record<string, string> => {
    const { match, startsAt, endsAt } = bodyOf(one, rule);
    const details = {
      use_prompt: prompts.find(({ id }) => id === one.promptId)?.name ?? "",
      append: one.text,
      prepend: one.text,
      set_questions: one.questions.map(({ text }) => text).join("\n"),
      hide_platforms: one.platformIds.join(", "),
      hide_widget: "",
    };
    return {
      [t`Name`]: one.name,
      [t`Pages`]: matchWords(match),
      [t`Action`]: actions[one.action],
      [t`Details`]: details[one.action],
      [t`Period`]: timeWords({ startsAt, endsAt }),
      [t`Enabled`]: one.enabled ? t`yes` : t`no`,
      [t`Position`]: String(one.priority),
    };
  };
  const [mine, saved] = [shown(form), shown(formOf(theirs))];
  const differences: Difference[] = Object.entries(mine)
    .filter(([field, value]) => saved[field] !== value)
    .map(([field, value]) => ({ field, mine: value, theirs: saved[field] ?? "" }));
  return (
    <StaleChoice
      what={rule.name}
      differences={differences}
      isPending={isPending}
      onClose={onClose}
      onMine={() => {
        onMine(theirs.updatedAt);
      }}
      onTheirs={() => {
        onTheirs(theirs);
      }}
    />
  );
}
