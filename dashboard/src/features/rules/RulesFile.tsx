// Downloads the rules as a table.

import { useLingui } from "@lingui/react/macro";

import { Button } from "../../ui/elements/Button";
import { saveCsv } from "../../ui/tables/table_file";
import type { Rule } from "./queries";
import { useActionNames, useActionWords } from "./words";

export function RulesFile({
  rules,
  promptName,
}: {
  rules: readonly Rule[];
  promptName: (id: string) => string | undefined;
}) {
  const { t } = useLingui();
  const names = useActionNames();
  const words = useActionWords();
  const save = (): void => {
    const head = [
      t`Position`,
      t`Name`,
      t`Enabled`,
      t`Action`,
      t`Details`,
      t`Paths`,
      t`Excluded pages`,
      t`Hosts`,
      t`Languages`,
      t`From`,
      t`Until`,
    ];
    const rows = rules.map(({ name, enabled, action, match, startsAt, endsAt }, place) => [
      String(place + 1),
      name,
      enabled ? t`yes` : t`no`,
      names[action.type],
      words(action, promptName),
      match.paths.join(" "),
      match.excludePaths.join(" "),
      match.hosts.join(" "),
      match.languages.join(" "),
      startsAt ?? "",
      endsAt ?? "",
    ]);
    saveCsv("rules.csv", [head, ...rows]);
  };
  return (
    <Button icon="download" onPress={save}>
      CSV
    </Button>
  );
}
