// Whom reports are for: the team, or clients, who read nothing internal.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../api/client";
import { SelectField } from "../../ui/fields/fields";

export type Audience = Schemas["ReportAudience"];

interface AudienceFieldProps {
  chosen: Audience;
  onChoose: (audience: Audience) => void;
}

export function AudienceField({ chosen, onChoose }: AudienceFieldProps) {
  const { t } = useLingui();
  return (
    <SelectField
      label={t`Reports are for`}
      name="audience"
      chosen={chosen}
      onChoose={onChoose}
      choices={[
        { id: "team", label: t`The team` },
        { id: "client", label: t`Clients` },
      ]}
      hint={chosen === "client" ? t`Without anything internal.` : t`With what needs attention.`}
    />
  );
}
