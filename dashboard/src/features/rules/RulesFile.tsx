// Downloads the rules as a table.

import { useLingui } from "@lingui/react/macro";

import { TableDownload } from "../shared/files/TableDownload";
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
  return (
    <TableDownload
      content={t`rules`}
      rows={() => Promise.resolve(rules.map((rule, index) => ({ ...rule, position: index + 1 })))}
      columns={[
        { heading: t`Position`, kind: "number", of: ({ position }) => position },
        { heading: t`Name`, of: ({ name }) => name },
        { heading: t`Enabled`, of: ({ enabled }) => (enabled ? t`yes` : t`no`) },
        { heading: t`Action`, of: ({ action }) => names[action.type] },
        { heading: t`Details`, of: ({ action }) => words(action, promptName) },
        { heading: t`Paths`, of: ({ match }) => match.paths.join(" ") },
        { heading: t`Excluded pages`, of: ({ match }) => match.excludePaths.join(" ") },
        { heading: t`Hosts`, of: ({ match }) => match.hosts.join(" ") },
        { heading: t`Languages`, of: ({ match }) => match.languages.join(" ") },
        { heading: t`From`, kind: "moment", of: ({ startsAt }) => startsAt },
        { heading: t`Until`, kind: "moment", of: ({ endsAt }) => endsAt },
      ]}
    />
  );
}
