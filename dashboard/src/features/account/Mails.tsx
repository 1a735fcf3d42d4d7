// Which reports and alerts the person gets by email.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";

import { Switch } from "../../ui/fields/Switch";
import { useSubmission } from "../../ui/hooks/submit";
import { Note } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
import { FormProblem } from "../../ui/page/Problem";
import { useForms } from "../../words/forms";
import { wordsOf } from "../shared/events/event_words";
import styles from "./AccountPage.module.css";
import { changeMails, mailChoicesQuery, type MailChoices } from "./mail_choices";

type Choice = MailChoices["items"][number];

const isReport = ({ kind }: Choice): boolean => kind.startsWith("report.");

export function Mails({ of }: { of: "reports" | "alerts" }) {
  const { data, error, refetch } = useQuery(mailChoicesQuery);
  if (data === undefined) return <NotLoaded error={error} refetch={refetch} />;
  return (
    <div className={styles.form}>
      {of === "reports" ? <Obstacle obstacle={data.obstacle} /> : null}
      {data.items
        .filter((item) => isReport(item) === (of === "reports"))
        .map((item) => (
          <MailSwitch key={item.kind} item={item} />
        ))}
    </div>
  );
}

function Obstacle({ obstacle }: { obstacle: MailChoices["obstacle"] }) {
  if (obstacle === null) return null;
  return (
    <Note tone="warn">
      {obstacle === "no_mail_server" ? (
        <Trans>This instance sends no email. Ask its operator to set up a mail server.</Trans>
      ) : obstacle === "address_not_confirmed" ? (
        <Trans>Emails are sent after you confirm your email address.</Trans>
      ) : (
        <Trans>Your email address refused an email. Confirm it again to get emails.</Trans>
      )}
    </Note>
  );
}

function MailSwitch({ item }: { item: Choice }) {
  const queryClient = useQueryClient();
  const { send, isPending, failure } = useSubmission();
  const { name, hint } = useWords(item);
  const save = (wanted: boolean) =>
    send(async () => {
      const changed = await changeMails({ kind: item.kind, channel: item.channel, wanted });
      queryClient.setQueryData(mailChoicesQuery.queryKey, changed);
    });
  return (
    <>
      <Switch
        isSelected={item.wanted}
        isDisabled={isPending}
        {...(hint === undefined ? {} : { hint })}
        onChange={(wanted) => void save(wanted)}
      >
        {name}
      </Switch>
      <FormProblem failure={failure} />
    </>
  );
}

function useWords({ kind, nextAt, except }: Choice): { name: string; hint?: string } {
  const { t, i18n } = useLingui();
  const forms = useForms();
  const next = nextAt === null ? null : t`Next: ${forms.moment(nextAt)}`;
  switch (kind) {
    case "report.weekly":
      return { name: t`Weekly report`, hint: next ?? t`On Mondays at 7:00, in the time zone of your sites.` };
    case "report.monthly":
      return { name: t`Monthly report`, hint: next ?? t`On the first day of the month at 7:00.` };
    default: {
      const words = wordsOf(kind);
      const sites = forms.number(except.length);
      const name = words === null ? kind : i18n._(words);
      return except.length === 0 ? { name } : { name, hint: t`Set differently for some sites: ${sites}.` };
    }
  }
}
