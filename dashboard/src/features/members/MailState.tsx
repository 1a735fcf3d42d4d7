// Tells admins since when email does not work, and why. Empty while it works, or if it is not set up.

import { Trans } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";

import { api, ask } from "../../api/client";
import { Note } from "../../ui/page/page";
import { useForms } from "../../words/forms";

const LOOK_EVERY_MS = 60_000;

export const mailQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["mail", orgId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/mail", { params: { query: { orgId } }, signal })),
    refetchInterval: LOOK_EVERY_MS,
  });

export function MailState({ orgId }: { orgId: string }) {
  const forms = useForms();
  const { data: mail } = useQuery(mailQuery(orgId));
  if (mail === undefined || mail.failingSince === null) return null;
  const since = forms.moment(mail.failingSince);
  return <Note tone="warn"><Trans>This instance hasn’t been able to send email since {since}: {mail.failure ?? ""}. Pending emails are sent as soon as it works again. Until then, send links yourself.</Trans></Note>;
}
