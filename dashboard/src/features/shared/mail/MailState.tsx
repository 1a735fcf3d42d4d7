// Shows admins since when email fails, and why. Empty while it works or if it is not set up.

import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import { Note } from "../../../ui/page/page";
import { useForms } from "../../../words/forms";
import { mailQuery } from "./queries";

export function MailState({ orgId }: { orgId: string }) {
  const forms = useForms();
  const { data: mail } = useQuery(mailQuery(orgId));
  if (mail === undefined || mail.failingSince === null) return null;
  const since = forms.moment(mail.failingSince);
  return (
    <Note tone="warn">
      <Trans>
        This instance hasn’t been able to send email since {since}: {mail.failure ?? ""}. Pending emails are sent as
        soon as it works again. Until then, send links yourself.
      </Trans>
    </Note>
  );
}
