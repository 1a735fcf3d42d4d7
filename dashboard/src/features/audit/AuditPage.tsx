// `/orgs/:orgId/audit`: who changed what, when and from where. Filters are in the address. For admins.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";

import { AdminsOnly } from "../../shell/RoleGate";
import { LinkButton } from "../../ui/elements/Button";
import { ListEnd } from "../../ui/tables/ListEnd";
import { Card, Empty, PageHead } from "../../ui/page/page";
import { part } from "../../ui/loading/part";
import { Loaded } from "../../ui/loading/Loaded";
import { Table } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { useForms, useClock } from "../../words/forms";
import { browserOf } from "../../words/browser_name";
import styles from "./audit.module.css";
import { AuditFile } from "./AuditFile";
import { AuditFilters } from "./AuditFilters";
import { ChainState } from "./ChainState";
import { auditQuery, type AuditEntry } from "./queries";
import type { AuditSearch } from "./search";
import { useSentence } from "./sentence";

const EntrySheet = part(() => import("./EntrySheet").then(({ EntrySheet: component }) => component));
const MINUTE_MS = 60_000;

export function AuditPage() {
  const { t } = useLingui();
  return (
    <AdminsOnly
      title={t`You don’t have access to the audit log`}
      why={t`The audit log shows who changed what. Ask an owner or admin of your organization.`}
    >
      {(org) => <Audit orgId={org.id} />}
    </AdminsOnly>
  );
}

function Audit({ orgId }: { orgId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate({ from: "/orgs/$orgId/audit" });
  const search = useSearch({ from: "/shell/orgs/$orgId/audit" });
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  const sentence = useSentence();
  const list = useInfiniteQuery(auditQuery(orgId, search));
  const { data: entries } = list;
  const { open, ...filters } = search;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHead
        title={t`Audit log`}
        guide="operating#when-something-is-wrong"
        help={<Trans>Changes in the organization are recorded here. Changed or removed entries are detected.</Trans>}
        beside={<ChainState orgId={orgId} />}
      >
        <AuditFile orgId={orgId} search={search} />
      </PageHead>
      <AuditFilters orgId={orgId} search={search} />
      <Card label={t`Audit log`}>
        <Loaded
          query={list}
          empty={
            <Empty
              title={isFiltered ? t`No matching entries` : t`No events yet`}
              action={
                isFiltered ? (
                  <LinkButton to="/orgs/$orgId/audit" params={{ orgId }}>
                    <Trans>Show all</Trans>
                  </LinkButton>
                ) : undefined
              }
            >
              {isFiltered ? (
                <Trans>Try a longer period or clear filters.</Trans>
              ) : (
                <Trans>
                  Every change to keys, members, sites, prompts, rules, webhooks and monitors is recorded here.
                </Trans>
              )}
            </Empty>
          }
        >
          {(entries) => (
            <>
              <Table
                rows={entries}
                idOf={({ id }) => id}
                columns={[
                  {
                    head: t`Event`,
                    cellClass: styles.what,
                    cell: (entry) => (
                      <>
                        <Link
                          to="/orgs/$orgId/audit"
                          params={{ orgId }}
                          search={{ ...search, open: entry.id }}
                          resetScroll={false}
                          className={`${table.cover} ${styles.sentence}`}
                        >
                          {sentence(entry)}
                        </Link>
                        <small>
                          <code className={table.mono}>{entry.action}</code>
                        </small>
                      </>
                    ),
                  },
                  {
                    head: t`Source`,
                    kind: "text",
                    from: 640,
                    className: table.time,
                    cell: (entry) => <Origin entry={entry} />,
                  },
                  {
                    head: t`Time`,
                    kind: "time",
                    title: ({ occurredAt }) => forms.moment(occurredAt),
                    cell: ({ occurredAt }) => forms.ago(occurredAt, clock),
                  },
                ]}
              />
              <ListEnd list={list}>
                {isFiltered ? (
                  <Plural value={entries.length} one="# entry found" other="# entries found" />
                ) : (
                  <Plural value={entries.length} one="# entry in total" other="# entries in total" />
                )}
              </ListEnd>
            </>
          )}
        </Loaded>
      </Card>
      {open === undefined || entries === undefined ? null : (
        <EntrySheet
          orgId={orgId}
          entry={entries.find(({ id }) => id === open)}
          onClose={() =>
            void navigate({ search: (before: AuditSearch) => ({ ...before, open: undefined }), resetScroll: false })
          }
        />
      )}
    </>
  );
}

function Origin({ entry: { ip, userAgent } }: { entry: AuditEntry }) {
  if (ip === null) return <Trans>On the server</Trans>;
  return (
    <>
      {userAgent === null ? null : browserOf(userAgent)}
      <small>{ip}</small>
    </>
  );
}
