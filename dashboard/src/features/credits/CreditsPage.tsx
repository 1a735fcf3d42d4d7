// `/orgs/:orgId/credits`: the balance, how long it lasts, what it was used for, and every transaction. Not for viewers.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";

import { api, askWhole } from "../../api/client";
import { readAllPages } from "../../api/all_pages";
import { MembersOnly } from "../../shell/RoleGate";
import { BarList } from "../../ui/charts/BarList";
import { ListEnd } from "../../ui/tables/ListEnd";
import { LinkButton } from "../../ui/elements/Button";
import { Bar, Card, Empty, PageHead } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import segments from "../../ui/fields/Segments.module.css";
import { Table } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { useForms } from "../../words/forms";
import { creditsQuery } from "../../api/queries";
import { TableDownload } from "../shared/files/TableDownload";
import { Balance } from "./Balance";
import styles from "./credits.module.css";
import { ledgerQuery, spentQuery } from "./queries";
import { useReason } from "./reason";
import { TYPES, type EntryType } from "./search";

export function CreditsPage() {
  const { t } = useLingui();
  return (
    <MembersOnly
      title={t`You don’t have access to credits`}
      why={t`Credits pay for engine answers and for prompts that a model writes. To see credits, ask an admin of your organization for the member role.`}
    >
      {(org) => <Credits orgId={org.id} />}
    </MembersOnly>
  );
}

function Credits({ orgId }: { orgId: string }) {
  const { t } = useLingui();
  const query = useQuery(creditsQuery(orgId));
  return (
    <>
      <PageHead
        title={t`Credits`}
        guide="api#credits"
        help={<Trans>Credits pay for engine answers and for prompts that a model writes.</Trans>}
      >
        <Download orgId={orgId} />
      </PageHead>
      <Loaded query={query} card={t`Balance`}>
        {(credits) => (
          <>
            <Balance credits={credits} />
            <Spending orgId={orgId} periodStart={credits.periodStart} />
          </>
        )}
      </Loaded>
      <Ledger orgId={orgId} />
    </>
  );
}

function Spending({ orgId, periodStart }: { orgId: string; periodStart: string }) {
  const { t } = useLingui();
  const words = useReason();
  const { data: spent, error, refetch } = useQuery(spentQuery(orgId, periodStart));
  return (
    <Card title={t`Spending in this period`}>
      <Loaded query={{ data: spent, error, refetch }} empty={<Empty title={t`No credits used yet`} />}>
        {(spent) => (
          <BarList
            head={[t`Purpose`, t({ message: "Credits", context: "unit" })]}
            rows={spent.rows.map(({ reason, credits }) => ({ id: reason, name: words(reason), value: credits }))}
          />
        )}
      </Loaded>
      <p className={table.caption}>
        {spent?.isWhole === false ? (
          <>
            <Trans>Based on the latest 2,000 transactions.</Trans>{" "}
          </>
        ) : null}
        <Trans>
          Your administrator sets the price of engine answers and of prompts that a model writes. You see the price
          before you start, and failed requests aren’t charged. Everything else is free of charge.
        </Trans>
      </p>
    </Card>
  );
}

function useTypeNames(): Record<EntryType, string> {
  const { t } = useLingui();
  return {
    debit: t`Charged`,
    refund: t`Refunded`,
    grant: t`Granted`,
    adjustment: t`Adjustment`,
  };
}

function Ledger({ orgId }: { orgId: string }) {
  const { t } = useLingui();
  const forms = useForms();
  const words = useReason();
  const { type } = useSearch({ from: "/shell/orgs/$orgId/credits" });
  const list = useInfiniteQuery(ledgerQuery(orgId, type));
  const { data: entries, error, refetch } = list;
  const names = useTypeNames();
  return (
    <>
      <Bar>
        <div className={segments.segments} role="group" aria-label={t`Filter transactions`}>
          {[undefined, ...TYPES].map((choice) => (
            <Link
              key={choice ?? "all"}
              to="/orgs/$orgId/credits"
              params={{ orgId }}
              search={choice === undefined ? {} : { type: choice }}
              resetScroll={false}
              className={segments.segment}
              activeProps={{}}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={choice === type ? "true" : undefined}
            >
              {choice === undefined ? t`All` : names[choice]}
            </Link>
          ))}
        </div>
      </Bar>
      <Card label={t`Transactions`}>
        <Loaded
          query={{ data: entries, error, refetch }}
          empty={
            type === undefined ? (
              <Empty title={t`No transactions`}>
                <Trans>Transactions appear here when credits are granted or used.</Trans>
              </Empty>
            ) : (
              <Empty
                title={t`No transactions of this type`}
                action={
                  <LinkButton to="/orgs/$orgId/credits" params={{ orgId }} resetScroll={false}>
                    <Trans>Show all</Trans>
                  </LinkButton>
                }
              />
            )
          }
        >
          {(entries) => (
            <>
              <Table
                rows={entries}
                idOf={({ id }) => id}
                columns={[
                  {
                    head: t`Purpose`,
                    cellClass: styles.what,
                    cell: ({ reason, createdAt }) => (
                      <>
                        {words(reason)}
                        <small className={table.narrow}>{forms.moment(createdAt)}</small>
                      </>
                    ),
                  },
                  {
                    head: t`Type`,
                    kind: "text",
                    from: 640,
                    cell: (entry) => (
                      <>
                        {names[entry.type]}{" "}
                        <small>
                          <code className={table.mono}>{entry.type}</code>
                        </small>
                      </>
                    ),
                  },
                  {
                    head: t({ message: "Credits", context: "unit" }),
                    cell: ({ amount }) => (
                      <span className={amount > 0 ? styles.more : undefined}>
                        {amount > 0 ? "+" : ""}
                        {forms.number(amount)}
                      </span>
                    ),
                  },
                  { head: t`Balance`, cell: ({ balanceAfter }) => forms.number(balanceAfter) },
                  { head: t`Time`, kind: "time", from: 640, cell: ({ createdAt }) => forms.moment(createdAt) },
                ]}
              />
              <ListEnd list={list}>
                <Plural value={entries.length} one="# transaction in total" other="# transactions in total" />
              </ListEnd>
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

/** Downloads the transactions of the chosen type. */
function Download({ orgId }: { orgId: string }) {
  const { t } = useLingui();
  const words = useReason();
  const names = useTypeNames();
  const { type } = useSearch({ from: "/shell/orgs/$orgId/credits" });
  const rows = () =>
    readAllPages(200, (page) =>
      askWhole(
        api.GET("/api/v1/credits/ledger", {
          params: { query: { orgId, ...(type === undefined ? {} : { type }), ...page } },
        }),
      ),
    );
  return (
    <TableDownload
      content={t`credit transactions`}
      filters={type === undefined ? [] : [[t`Type`, names[type]]]}
      rows={rows}
      columns={[
        { heading: t`Purpose`, of: (one) => words(one.reason) },
        { heading: t`Type`, of: (one) => names[one.type] },
        { heading: t({ message: "Credits", context: "unit" }), kind: "number", of: (one) => one.amount },
        {
          heading: t`Balance`,
          meaning: t`The credits after the transaction.`,
          kind: "number",
          of: (one) => one.balanceAfter,
        },
        { heading: t`Time`, kind: "moment", of: (one) => one.createdAt },
        { heading: t`Reference type`, of: (one) => one.reference.type },
        { heading: t`Reference ID`, of: (one) => one.reference.id },
        { heading: t`ID`, of: (one) => one.id },
      ]}
    />
  );
}
