// What the organization demands of its members' sign-ins. Each switch is saved at once.

import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../api/client";
import { meQuery, organizationQuery } from "../../api/queries";
import { Switch } from "../../ui/fields/Switch";
import styles from "../../ui/forms/settings.module.css";
import { useSubmission } from "../../ui/hooks/submit";
import { FormProblem } from "../../ui/page/Problem";

interface SignInRulesProps {
  organization: Schemas["Organization"];
  mayChange: boolean;
}

export function SignInRules({ organization, mayChange }: SignInRulesProps) {
  const queryClient = useQueryClient();
  const { isPending, failure, send } = useSubmission();
  const save = (body: Schemas["OrganizationUpdate"]) =>
    void send(async () => {
      const path = { orgId: organization.id };
      const saved = await ask(api.PATCH("/api/v1/orgs/{orgId}", { params: { path }, body }));
      queryClient.setQueryData(organizationQuery(organization.id).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    });
  return (
    <div className={styles.part}>
      <FormProblem failure={failure} />
      <Switch
        isSelected={organization.requireSecondFactor}
        isDisabled={isPending || !mayChange}
        onChange={(requireSecondFactor) => {
          save({ requireSecondFactor });
        }}
        hint={
          <Trans>
            Members without one reach nothing here until they set it up. Set up your own first. API keys keep working.
          </Trans>
        }
      >
        <Trans>Require a second factor</Trans>
      </Switch>
      <Switch
        isSelected={organization.rememberBrowsers}
        isDisabled={isPending || !mayChange}
        onChange={(rememberBrowsers) => {
          save({ rememberBrowsers });
        }}
        hint={<Trans>Otherwise, members are asked for the second factor at each sign-in.</Trans>}
      >
        <Trans>Allow browsers to be remembered for 30 days</Trans>
      </Switch>
    </div>
  );
}
