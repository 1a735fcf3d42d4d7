// An entry with all its fields. Its actor, action and targets link to the other entries that have them.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import { CopyButton } from "../../ui/elements/CopyButton";
import facts from "../../ui/page/facts.module.css";
import { Empty } from "../../ui/page/page";
import { Sheet } from "../../ui/dialogs/Sheet";
import { useForms } from "../../words/forms";
import { browserOf } from "../../words/browser_name";
import type { AuditEntry } from "./queries";
import { useSentence } from "./sentence";

export function EntrySheet({
  orgId,
  entry,
  onClose,
}: {
  orgId: string;
  entry: AuditEntry | undefined;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const forms = useForms();
  const sentence = useSentence();
  if (entry === undefined) {
    return (
      <Sheet title={t`Entry`} onClose={onClose}>
        <Empty title={t`This entry is not in the list`}>
          <Trans>Clear a filter or show more.</Trans>
        </Empty>
      </Sheet>
    );
  }
  const { action, actor, targets, occurredAt, ip, userAgent, requestId, metadata, hash, previousHash } = entry;
  const details = JSON.stringify(metadata, null, 2);
  return (
    <Sheet title={sentence(entry)} onClose={onClose}>
      <dl className={facts.facts}>
        <div>
          <dt>
            <Trans>Time</Trans>
          </dt>
          <dd>
            {forms.moment(occurredAt)}{" "}
            <small>
              <code>{occurredAt}</code>
            </small>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Actor</Trans>
          </dt>
          <dd>
            {actor.type === "system" ? (
              actor.name
            ) : (
              <Link to="/orgs/$orgId/audit" params={{ orgId }} search={{ actor: actor.id }} title={t`Same actor`}>
                {actor.name}
              </Link>
            )}
          </dd>
        </div>
        {actor.via === null ? null : (
          <div>
            <dt>
              <Trans>Through the app</Trans>
            </dt>
            <dd>
              <Link
                to="/orgs/$orgId/audit"
                params={{ orgId }}
                search={{ target: actor.via.app.id }}
                title={t`Same app`}
              >
                {actor.via.app.name}
              </Link>
            </dd>
          </div>
        )}
        <div>
          <dt>
            <Trans>Action</Trans>
          </dt>
          <dd>
            <Link to="/orgs/$orgId/audit" params={{ orgId }} search={{ action }} title={t`Same event`}>
              <code>{action}</code>
            </Link>
          </dd>
        </div>
        {targets.length === 0 ? null : (
          <div>
            <dt>
              <Trans>Target</Trans>
            </dt>
            <dd>
              {targets.map(({ id, name, type }) => (
                <div key={id}>
                  <Link to="/orgs/$orgId/audit" params={{ orgId }} search={{ target: id }} title={t`Same target`}>
                    {name === "" ? id : name}
                  </Link>{" "}
                  <small>
                    {type}, <code>{id}</code>
                  </small>
                </div>
              ))}
            </dd>
          </div>
        )}
        <div>
          <dt>
            <Trans>Source</Trans>
          </dt>
          <dd>{ip === null ? <Trans>On the server</Trans> : <code>{ip}</code>}</dd>
        </div>
        {userAgent === null ? null : (
          <div>
            <dt>
              <Trans>Client</Trans>
            </dt>
            <dd>
              {browserOf(userAgent)} <small>{userAgent}</small>
            </dd>
          </div>
        )}
        {requestId === null ? null : (
          <div>
            <dt>
              <Trans>Request</Trans>
            </dt>
            <dd>
              <code>{requestId}</code> <CopyButton text={requestId} what="id" />
            </dd>
          </div>
        )}
      </dl>
      {details === "{}" ? null : (
        <pre className={facts.text} tabIndex={0} aria-label={t`Details`}>
          {details}
        </pre>
      )}
      <dl className={facts.facts}>
        <div>
          <dt>
            <Trans>Hash</Trans>
          </dt>
          <dd>
            <small>
              <code>{hash}</code>
            </small>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Previous hash</Trans>
          </dt>
          <dd>
            <small>
              <code>{previousHash}</code>
            </small>
          </dd>
        </div>
      </dl>
    </Sheet>
  );
}
