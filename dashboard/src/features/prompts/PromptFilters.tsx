// Filters by kind and language. Offers only the kinds and languages that the site's prompts have.

import { useLingui } from "@lingui/react/macro";

import { BarSelect } from "../../ui/fields/BarSelect";
import type { Prompt } from "../shared/prompts/queries";
import type { PromptsSearch } from "./search";
import { KINDS, useKindNames, useLanguageName } from "../shared/prompts/words";

const ANY = "any";

interface PromptFiltersProps {
  prompts: readonly Prompt[];
  search: PromptsSearch;
  onChoose: (change: PromptsSearch) => void;
}

export function PromptFilters({ prompts, search, onChoose }: PromptFiltersProps) {
  const { t } = useLingui();
  const kinds = useKindNames();
  const languageName = useLanguageName();
  const kindsInUse = KINDS.filter((kind) => kind === search.kind || prompts.some((prompt) => prompt.kind === kind));
  const languages = [
    ...new Set([
      ...prompts.map(({ language }) => language),
      ...(search.language === undefined ? [] : [search.language]),
    ]),
  ].sort();
  return (
    <>
      <BarSelect
        label={t`Kind`}
        choices={[{ id: ANY, label: t`All kinds` }, ...kindsInUse.map((id) => ({ id, label: kinds[id] }))]}
        chosen={search.kind ?? ANY}
        onChoose={(kind) => {
          onChoose({ kind: kind === ANY ? undefined : KINDS.find((one) => one === kind) });
        }}
      />
      {languages.length < 2 ? null : (
        <BarSelect
          label={t`Language`}
          choices={[{ id: ANY, label: t`All languages` }, ...languages.map((id) => ({ id, label: languageName(id) }))]}
          chosen={search.language ?? ANY}
          onChoose={(language) => {
            onChoose({ language: language === ANY ? undefined : language });
          }}
        />
      )}
    </>
  );
}
