// Which reports the person gets by email.

import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../api/client";
import { Switch } from "../../ui/fields/Switch";
import { useSubmission } from "../../ui/hooks/submit";
import { Note } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
import { FormProblem } from "../../ui/page/Problem";
import { useForms } from "../../words/forms";
import styles from "./AccountPage.module.css";

type Notifications = Schemas["Notifications"];
type Kind = Schemas["ReportKind"];

const notificationsQuery = queryOptions({
  queryKey: ["notifications"],
  queryFn: ({ signal }) => ask(api.GET("/api/v1/me/notifications", { signal })),
});

export function ReportMails() {
  const { data, error, refetch } = useQuery(notificationsQuery);
  if (data === undefined) return <NotLoaded error={error} refetch={refetch} />;
  return (
    <div className={styles.form}>
      <Obstacle obstacle={data.obstacle} />
      {data.items.map((item) => (
        <Choice key={item.kind} item={item} />
      ))}
    </div>
  );
}

function Obstacle({ obstacle }: { obstacle: Notifications["obstacle"] }) {
  if (obstacle === null) return null;
  return (
    <Note tone="warn">
      {obstacle === "no_mail_server" ? (
        <Trans>This instance sends no email. Ask its operator to set up a mail server.</Trans>
      ) : obstacle === "address_not_confirmed" ? (
        <Trans>Reports are sent after you confirm your email address.</Trans>
      ) : (
        <Trans>Your email address refused an email. Confirm it again to get reports.</Trans>
      )}
    </Note>
  );
}

function Choice({ item }: { item: Notifications["items"][number] }) {
  const { t } = useLingui();
  const forms = useForms();
  const queryClient = useQueryClient();
  const { send, isPending, failure } = useSubmission();
  const names: Record<Kind, { name: string; when: string }> = {
    "report.weekly": { name: t`Weekly report`, when: t`On Mondays at 7:00, in the time zone of your sites.` },
    "report.monthly": { name: t`Monthly report`, when: t`On the first day of the month at 7:00.` },
  };
  const { name, when } = names[item.kind];
  const save = (wanted: boolean) =>
    send(async () => {
      const body = { kind: item.kind, channel: item.channel, wanted };
      queryClient.setQueryData(notificationsQuery.queryKey, await ask(api.PATCH("/api/v1/me/notifications", { body })));
    });
  return (
    <>
      <Switch
        isSelected={item.wanted}
        isDisabled={isPending}
        hint={item.nextAt === null ? when : t`Next: ${forms.moment(item.nextAt)}`}
        onChange={(wanted) => void save(wanted)}
      >
        {name}
      </Switch>
      <FormProblem failure={failure} />
    </>
  );
}
