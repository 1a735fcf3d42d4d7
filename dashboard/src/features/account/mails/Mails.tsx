// Which reports and alerts the person gets by email.

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { usePlace } from "../../../shell/place";
import { useSites } from "../../../shell/switchers/switchers";
import { Button } from "../../../ui/elements/Button";
import { Switch } from "../../../ui/fields/Switch";
import { useSubmission } from "../../../ui/hooks/submit";
import { Note } from "../../../ui/page/page";
import { NotLoaded } from "../../../ui/loading/Loaded";
import { FormProblem } from "../../../ui/page/Problem";
import { useForms } from "../../../words/forms";
import { wordsOf } from "../../shared/events/event_words";
import { alertSitesOf, isAboutSites, isWanted, type MailChoice as Choice } from "./alert_sites";
import { AlertSitesDialog } from "./AlertSitesDialog";
import choice from "./AlertSitesDialog.module.css";
import styles from "../AccountPage.module.css";
import { changeMails, mailChoicesQuery, type MailChoices } from "./mail_choices";

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
    <div>
      <Switch
        isSelected={isWanted(item)}
        isDisabled={isPending}
        {...(hint === undefined ? {} : { hint })}
        onChange={(wanted) => void save(wanted)}
      >
        {name}
      </Switch>
      {isAboutSites(item) && isWanted(item) ? <SitesOfAlert item={item} name={name} /> : null}
      <FormProblem failure={failure} />
    </div>
  );
}

/** Opens the choice of sites, if the person has several. */
function SitesOfAlert({ item, name }: { item: Choice; name: string }) {
  const { t } = useLingui();
  const words = t`Choose sites`;
  const { me, org } = usePlace();
  const { data: sites = [] } = useSites(org?.id ?? "");
  const [isOpen, setOpen] = useState(false);
  if (me.orgs.length < 2 && sites.length < 2) return null;
  return (
    <>
      <div className={choice.open}>
        <Button
          look="quiet"
          aria-label={`${words}: ${name}`}
          onPress={() => {
            setOpen(true);
          }}
        >
          {words}
        </Button>
      </div>
      {isOpen ? (
        <AlertSitesDialog
          item={item}
          name={name}
          onClose={() => {
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

function useWords(item: Choice): { name: string; hint?: string } {
  const { t, i18n } = useLingui();
  const forms = useForms();
  const { kind, nextAt } = item;
  const next = nextAt === null ? null : t`Next: ${forms.moment(nextAt)}`;
  switch (kind) {
    case "report.weekly":
      return { name: t`Weekly report`, hint: next ?? t`On Mondays at 7:00, in the time zone of your sites.` };
    case "report.monthly":
      return { name: t`Monthly report`, hint: next ?? t`On the first day of the month at 7:00.` };
    default: {
      const words = wordsOf(kind);
      const { extent, listed } = alertSitesOf(item);
      const name = words === null ? kind : i18n._(words);
      if (listed.length === 0) return { name };
      const count = listed.length;
      return extent === "only"
        ? { name, hint: t`${plural(count, { one: "Only for # site.", other: "Only for # sites." })}` }
        : { name, hint: t`${plural(count, { one: "For all sites except #.", other: "For all sites except #." })}` };
    }
  }
}
