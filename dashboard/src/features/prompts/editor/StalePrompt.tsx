// A prompt that someone else saved in the meantime, next to the form's values.

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import { nameOfPlatform } from "../../shared/platforms/platforms";
import { StaleChoice, type Difference } from "../../../ui/forms/StaleChoice";
import { formOf, type PromptForm } from "./prompt_form";
import { promptQuery, type Prompt } from "../../shared/prompts/queries";
import { useKindNames, useLanguageName, useStatusNames } from "../../shared/prompts/words";

interface StalePromptProps {
  siteId: string;
  prompt: Prompt;
  form: PromptForm;
  isPending: boolean;
  /** Called with the version that will be overwritten. */
  onMine: (version: number) => void;
  onTheirs: (theirs: Prompt) => void;
  onClose: () => void;
}

export function StalePrompt({ siteId, prompt, form, isPending, onMine, onTheirs, onClose }: StalePromptProps) {
  const { t } = useLingui();
  const kinds = useKindNames();
  const statuses = useStatusNames();
  const languageName = useLanguageName();
  // Always reloaded, because the cached prompt may be as old as the form.
  const { data: theirs, isFetching } = useQuery({
    ...promptQuery(siteId, prompt.id),
    staleTime: 0,
    refetchOnMount: "always",
  });
  if (theirs === undefined || isFetching) return null;
  const shown = (one: PromptForm): Record<string, string> => ({
    [t`Name`]: one.name,
    [t`Text`]: one.text,
    [t`Kind`]: kinds[one.kind],
    [t`Language of the page`]: languageName(one.language),
    [t`Assistants`]: one.platformIds.length === 0 ? t`All assistants` : one.platformIds.map(nameOfPlatform).join(", "),
    [t`State`]: statuses[one.status],
    [t`Variant group`]: one.variantGroup,
    [t`Weight`]: String(one.weight),
  });
  const [mine, saved] = [shown(form), shown(formOf(theirs))];
  const differences: Difference[] = Object.entries(mine)
    .filter(([field, value]) => saved[field] !== value)
    .map(([field, value]) => ({ field, mine: value, theirs: saved[field] ?? "" }));
  return (
    <StaleChoice
      what={prompt.name}
      differences={differences}
      isPending={isPending}
      onClose={onClose}
      onMine={() => {
        onMine(theirs.version);
      }}
      onTheirs={() => {
        onTheirs(theirs);
      }}
    />
  );
}
