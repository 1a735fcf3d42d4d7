// The filters of the audit log. They are in the address, so that Back undoes them and a shared link shows the same
// entries.

import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";

import { BarSelect } from "../../ui/fields/BarSelect";
import { FilterChip } from "../../ui/tables/FilterChip";
import { Bar } from "../../ui/page/page";
import segments from "../../ui/fields/Segments.module.css";
import { membersQuery } from "../shared/members/queries";
import { DatesButton } from "../shared/period/RangeButton";
import { PERIODS, type AuditSearch, type Period } from "./search";

const ANY = "any";
/** About a hundred years: a range may cover the whole log. */
const MAX_DAYS = 36_500;

export function AuditFilters({ orgId, search }: { orgId: string; search: AuditSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate({ from: "/orgs/$orgId/audit" });
  const { data: members = [] } = useInfiniteQuery(membersQuery(orgId));
  const people = members
    .filter(({ status }) => status === "active")
    .map(({ userId, name, email }) => ({ id: userId, label: name === "" ? email : name }));
  const groups = [
    { id: "auth.*", label: t`Sign-ins` },
    { id: "key.*", label: t`Keys` },
    { id: "oauth.*", label: t`Connected apps` },
    { id: "service_account.*", label: t`Service accounts` },
    { id: "log_source.*", label: t`Log sources` },
    { id: "member.*", label: t`Members` },
    { id: "site.*", label: t`Sites and widgets` },
    { id: "prompt.*", label: t`Prompts` },
    { id: "rule.*", label: t`Rules` },
    { id: "webhook.*", label: t`Webhooks` },
    { id: "monitor.*", label: t`Monitors` },
    { id: "organization.*", label: t`Organization` },
    { id: "plan.*", label: t`Plan` },
    { id: "credits.*", label: t`Credits` },
  ];
  const set = (change: Partial<AuditSearch>) =>
    void navigate({ search: (now: AuditSearch) => ({ ...now, ...change, open: undefined }) });
  const { action, actor, target, days, from, to } = search;
  const names: Record<Period, string> = { 1: t`24 hours`, 7: t`7 days`, 30: t`30 days`, 90: t`90 days` };
  const period = (choice: Period | undefined, words: string) => (
    <Link
      key={words}
      to="/orgs/$orgId/audit"
      params={{ orgId }}
      search={{ ...search, days: choice, from: undefined, to: undefined, open: undefined }}
      className={segments.segment}
      activeProps={{}}
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={choice === days && from === undefined ? "true" : undefined}
    >
      {words}
    </Link>
  );
  return (
    <Bar>
      <div className={segments.segments} role="group" aria-label={t`Period`}>
        {PERIODS.map((choice) => period(choice, names[choice]))}
        {period(undefined, t`All`)}
      </div>
      <DatesButton
        shown={from === undefined || to === undefined ? undefined : { from, to }}
        timezone={Intl.DateTimeFormat().resolvedOptions().timeZone}
        maxDays={MAX_DAYS}
        onChoose={(first, last) => {
          set({ from: first, to: last, days: undefined });
        }}
      />
      <BarSelect
        label={t`Event`}
        // With the value of `action` in the address and in the API.
        choices={[
          { id: ANY, label: t`All events` },
          ...groups.map(({ id, label }) => ({ id, label: `${label} (${id})` })),
        ]}
        chosen={groups.some(({ id }) => id === action) && action !== undefined ? action : ANY}
        onChoose={(chosen) => {
          set({ action: chosen === ANY ? undefined : chosen });
        }}
      />
      <BarSelect
        label={t`Actor`}
        choices={[{ id: ANY, label: t`Anyone` }, ...people]}
        chosen={people.some(({ id }) => id === actor) && actor !== undefined ? actor : ANY}
        onChoose={(chosen) => {
          set({ actor: chosen === ANY ? undefined : chosen });
        }}
      />
      {action === undefined || groups.some(({ id }) => id === action) ? null : (
        <FilterChip label={t`Remove filter: action`} without={(now: AuditSearch) => ({ ...now, action: undefined })}>
          <Trans>Action: {action}</Trans>
        </FilterChip>
      )}
      {actor === undefined || people.some(({ id }) => id === actor) ? null : (
        <FilterChip label={t`Remove filter: actor`} without={(now: AuditSearch) => ({ ...now, actor: undefined })}>
          <Trans>Actor: {actor}</Trans>
        </FilterChip>
      )}
      {target === undefined ? null : (
        <FilterChip label={t`Remove filter: target`} without={(now: AuditSearch) => ({ ...now, target: undefined })}>
          <Trans>Target: {target}</Trans>
        </FilterChip>
      )}
    </Bar>
  );
}
