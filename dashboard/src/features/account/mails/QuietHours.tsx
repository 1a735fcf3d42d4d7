// The hours in which the person gets no alert by email.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Switch } from "../../../ui/fields/Switch";
import { TimeZoneField, ownTimeZone } from "../../../ui/fields/TimeZoneField";
import { TextField } from "../../../ui/fields/fields";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { changeMails, mailChoicesQuery, type MailChoices } from "./mail_choices";

const NIGHT = { from: "22:00", to: "07:00" };

export function QuietHours() {
  const { data } = useQuery(mailChoicesQuery);
  return data === undefined ? null : <QuietHoursForm stored={data.quietHours} />;
}

function QuietHoursForm({ stored }: { stored: MailChoices["quietHours"] }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [isOn, setOn] = useState(stored !== null);
  const [hours, setHours] = useState(stored ?? { ...NIGHT, timezone: ownTimeZone() });
  const chosen = isOn ? hours : null;
  const save = async (): Promise<void> => {
    queryClient.setQueryData(mailChoicesQuery.queryKey, await changeMails({ quietHours: chosen }));
  };
  return (
    <SubmitForm
      fields={["quietHours"]}
      act={<Trans>Set quiet hours</Trans>}
      look="plain"
      isDisabled={JSON.stringify(chosen) === JSON.stringify(stored)}
      place="card"
      work={save}
      sent={<Trans>Your quiet hours are saved.</Trans>}
    >
      <Switch isSelected={isOn} hint={t`Alerts in these hours arrive when they end.`} onChange={setOn}>
        <Trans>Quiet hours</Trans>
      </Switch>
      {isOn ? (
        <>
          <TextField
            label={t`From`}
            name="from"
            type="time"
            isRequired
            value={hours.from}
            onChange={(from) => {
              setHours({ ...hours, from });
            }}
          />
          <TextField
            label={t`Until`}
            name="quietHours"
            type="time"
            isRequired
            value={hours.to}
            onChange={(to) => {
              setHours({ ...hours, to });
            }}
          />
          <TimeZoneField
            chosen={hours.timezone}
            hint={t`The time zone of these hours.`}
            onChoose={(timezone) => {
              setHours({ ...hours, timezone });
            }}
          />
        </>
      ) : null}
    </SubmitForm>
  );
}
