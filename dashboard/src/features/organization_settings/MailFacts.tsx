// The state of email on this instance: set up, failing since, emails waiting.

import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import facts from "../../ui/page/facts.module.css";
import { Tag } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
import styles from "../../ui/forms/settings.module.css";
import { useForms } from "../../words/forms";
import { MailState } from "../shared/mail/MailState";
import { mailQuery } from "../shared/mail/queries";

export function MailFacts({ orgId }: { orgId: string }) {
  const forms = useForms();
  const { data: mail, error, refetch } = useQuery(mailQuery(orgId));
  if (mail === undefined) return <NotLoaded error={error} refetch={refetch} />;
  if (!mail.enabled) {
    return (
      <div className={styles.part}>
        <dl className={facts.facts}>
          <div>
            <dt>
              <Trans>State</Trans>
            </dt>
            <dd>
              <Tag>
                <Trans>Not set up</Trans>
              </Tag>
            </dd>
          </div>
        </dl>
        <p>
          <Trans>
            Your administrator can set up a mail server. Then Askline sends invitations, password reset links and
            security notices by email.
          </Trans>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.part}>
      <MailState orgId={orgId} />
      <dl className={facts.facts}>
        <div>
          <dt>
            <Trans>State</Trans>
          </dt>
          <dd>
            {mail.failingSince === null ? (
              <Tag tone="good">
                <Trans>Set up, no problems</Trans>
              </Tag>
            ) : (
              <Tag tone="warn">
                <Trans>Failing</Trans>
              </Tag>
            )}
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Waiting to be sent</Trans>
          </dt>
          <dd>{forms.number(mail.waiting)}</dd>
        </div>
      </dl>
    </div>
  );
}
