// `/orgs/:orgId/settings`: the organization's name, plan, email state and deletion. Only owners can change anything.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import { meQuery, organizationQuery } from "../../api/queries";
import type { Organization as Membership } from "../../shell/place";
import { AdminsOnly } from "../../shell/RoleGate";
import { Button, LinkButton } from "../../ui/elements/Button";
import facts from "../../ui/page/facts.module.css";
import { Bar, Card, Note, PageHead } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import styles from "../../ui/forms/settings.module.css";
import { TypedConfirm } from "../../ui/dialogs/TypedConfirm";
import { useForms } from "../../words/forms";
import { BrandForm } from "./BrandForm";
import { MailFacts } from "./MailFacts";
import { OrganizationName } from "./OrganizationName";

type Organization = Schemas["Organization"];

export function OrganizationSettingsPage() {
  const { t } = useLingui();
  return (
    <AdminsOnly
      title={t`You don’t have access to these settings`}
      why={t`Only owners can rename or delete the organization. Ask one of them.`}
    >
      {(org) => <Settings key={org.id} org={org} />}
    </AdminsOnly>
  );
}

function Settings({ org }: { org: Membership }) {
  const { t } = useLingui();
  const query = useQuery(organizationQuery(org.id));
  const isOwner = org.role === "owner";
  return (
    <>
      <PageHead
        title={t`Organization settings`}
        heading={t`General`}
        guide="glossary#people-and-access"
        help={<Trans>The organization’s name, plan and seats, and how to delete it.</Trans>}
      />
      <Loaded query={query} card={t`Organization`}>
        {(organization) => (
          <>
            {isOwner ? null : (
              <Note>
                <Trans>Only owners can rename or delete the organization.</Trans>
              </Note>
            )}
            {isOwner ? (
              <Card title={t`Name`}>
                <OrganizationName organization={organization} />
              </Card>
            ) : null}
            {isOwner ? (
              <Card title={t`Brand of the organization`}>
                <BrandForm key={organization.id} organization={organization} />
              </Card>
            ) : null}
            <Card title={t`Plan and seats`}>
              <PlanFacts organization={organization} />
            </Card>
            <Card title={t`Email`}>
              <MailFacts orgId={org.id} />
            </Card>
            {isOwner ? (
              <Card title={t`Delete the organization`}>
                <End organization={organization} />
              </Card>
            ) : null}
          </>
        )}
      </Loaded>
    </>
  );
}

function PlanFacts({ organization: { id, plan, seats, createdAt } }: { organization: Organization }) {
  const { t } = useLingui();
  const forms = useForms();
  const upTo = (most: number | null): string => (most === null ? t`unlimited` : forms.number(most));
  return (
    <div className={styles.part}>
      <dl className={facts.facts}>
        <div>
          <dt>
            <Trans>Plan</Trans>
          </dt>
          <dd>{plan.name}</dd>
        </div>
        <div>
          <dt>
            <Trans>Seats</Trans>
          </dt>
          <dd>
            {seats.total === null ? (
              <Trans>{forms.number(seats.used)} used (unlimited)</Trans>
            ) : (
              <Trans>
                {forms.number(seats.used)} of {forms.number(seats.total)} used
              </Trans>
            )}
            {seats.pending > 0 ? (
              <>
                , <Trans>{forms.number(seats.pending)} invited</Trans>
              </>
            ) : null}
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Sites</Trans>
          </dt>
          <dd>{upTo(plan.limits.sites)}</dd>
        </div>
        <div>
          <dt>
            <Trans>API keys</Trans>
          </dt>
          <dd>
            {plan.limits.keys === 0 ? (
              <Trans>none</Trans>
            ) : (
              <Trans>
                {forms.number(plan.limits.keys)} ({forms.number(plan.requestsPerMinute)} requests per minute each)
              </Trans>
            )}
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Credits per period</Trans>
          </dt>
          <dd>{forms.number(plan.limits.creditsPerMonth)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Raw event retention</Trans>
          </dt>
          <dd>
            <Trans>{forms.number(plan.limits.retentionDays)} days</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Created</Trans>
          </dt>
          <dd>{forms.date(createdAt)}</dd>
        </div>
      </dl>
      <p>
        <Trans>Your administrator manages the plan.</Trans>
      </p>
      <Bar>
        <LinkButton to="/orgs/$orgId/members" params={{ orgId: id }}>
          <Trans>View members</Trans>
        </LinkButton>
        <LinkButton to="/orgs/$orgId/credits" params={{ orgId: id }}>
          <Trans>View credits</Trans>
        </LinkButton>
      </Bar>
    </div>
  );
}

function End({ organization }: { organization: Organization }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    await ask(
      api.DELETE("/api/v1/orgs/{orgId}", {
        params: { path: { orgId: organization.id } },
        body: { name: organization.name },
      }),
    );
    await navigate({ to: "/account" });
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  return (
    <div className={styles.part}>
      <p>
        <Trans>
          Deletes its sites with all data, its keys, memberships, webhooks, credits and audit log. Members keep their
          accounts.
        </Trans>
      </p>
      <Bar>
        <Button
          onPress={() => {
            setAsking(true);
          }}
        >
          <Trans>Delete the organization…</Trans>
        </Button>
      </Bar>
      {isAsking ? (
        <TypedConfirm
          title={t`Delete ${organization.name}?`}
          name={organization.name}
          act={t`Delete the organization`}
          onConfirm={remove}
          onClose={() => {
            setAsking(false);
          }}
        >
          <Trans>
            Deletes everything in the organization, for all members. Download the audit log first if you may need it.
            This cannot be undone.
          </Trans>
        </TypedConfirm>
      ) : null}
    </div>
  );
}
