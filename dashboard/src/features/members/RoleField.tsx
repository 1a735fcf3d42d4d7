// A choice of roles, with what the selected role may do. Offers only the roles that the person may assign.

import { Trans, useLingui } from "@lingui/react/macro";

import { SelectField } from "../../ui/fields/fields";
import { useRoleNames } from "../../words/roles";
import { assignableRoles } from "./permissions";
import type { Role } from "../shared/members/queries";
import { useRolePermissions } from "./role_words";

export function RoleField({ own, chosen, onChoose }: { own: Role; chosen: Role; onChoose: (role: Role) => void }) {
  const { t } = useLingui();
  const names = useRoleNames();
  const powers = useRolePermissions();
  return (
    <SelectField
      label={t`Role`}
      name="role"
      choices={assignableRoles(own).map((id) => ({ id, label: names[id] }))}
      chosen={chosen}
      onChoose={onChoose}
      hint={
        <>
          {powers[chosen]}{" "}
          <Trans>
            In the API: <code>{chosen}</code>
          </Trans>
        </>
      }
    />
  );
}
