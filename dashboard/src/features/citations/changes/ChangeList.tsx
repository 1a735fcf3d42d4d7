// All clear changes of citation rates, newest first, as the API stores them.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import type { Schemas } from "../../../api/client";
import segments from "../../../ui/fields/Segments.module.css";
import { Bar, Card, Empty } from "../../../ui/page/page";
import { Loaded } from "../../../ui/loading/Loaded";
import { Table } from "../../../ui/tables/Table";
import table from "../../../ui/tables/table.module.css";
import { useForms } from "../../../words/forms";
import { EngineMark } from "../../shared/citations/EngineMark";
import { ChangeNote, RateChange, useChangeTitle, type CitationChange } from "../../shared/citations/RateChange";
import { changesQuery } from "../queries";
import { NotClearYet } from "./NotClearYet";
import { LEVELS, type CitationsSearch } from "../search";

type Level = Schemas["ChangeLevel"];

function useLevelNames(): Record<Level, string> {
  const { t } = useLingui();
  return { site: t`Site`, engine: t`Engine`, question: t`Question`, cell: t`Question × engine` };
}

export function ChangeList({ siteId, search }: { siteId: string; search: CitationsSearch }) {
  const { t } = useLingui();
  const names = useLevelNames();
  const { data: changes, error, refetch } = useQuery(changesQuery(siteId));
  const shown = changes?.filter(({ level }) => search.level === undefined || level === search.level);
  return (
    <>
      <Bar>
        <div className={segments.segments} role="group" aria-label={t`Level`}>
          {[undefined, ...LEVELS].map((level) => (
            <Link
              key={level ?? "all"}
              from="/sites/$siteId/citations"
              to="."
              className={segments.segment}
              activeProps={{}}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={search.level === level ? "true" : undefined}
              search={(now: CitationsSearch) => ({ ...now, level })}
            >
              {level === undefined ? <Trans>All</Trans> : names[level]}
            </Link>
          ))}
        </div>
      </Bar>
      <Card title={t`Clear changes`}>
        <Loaded
          query={{ data: shown, error, refetch }}
          empty={
            <Empty title={t`No clear change`}>
              <Trans>
                A change is listed here once many runs have shown it. Messages, tables and overviews show what is listed
                here, and no other change.
              </Trans>
            </Empty>
          }
        >
          {(shown) => <Changes changes={shown} all={changes ?? []} names={names} />}
        </Loaded>
      </Card>
      <NotClearYet siteId={siteId} level={search.level} changes={changes ?? []} />
    </>
  );
}

function Changes({
  changes,
  all,
  names,
}: {
  changes: readonly CitationChange[];
  all: readonly CitationChange[];
  names: Record<Level, string>;
}) {
  const { t } = useLingui();
  const forms = useForms();
  const title = useChangeTitle();
  return (
    <Table
      rows={changes}
      idOf={({ id }) => id}
      columns={[
        {
          head: t`What changed`,
          cell: (change) => (
            <>
              <span className={table.named}>
                {change.engine === null ? null : <EngineMark engine={change.engine} />}
                {title(change)}
              </span>
              <small>
                <Counts change={change} />
              </small>
              <ChangeNote change={change} explaining={all.find(({ id }) => id === change.partOf)} />
            </>
          ),
        },
        { head: t`Level`, kind: "text", from: 640, cell: ({ level }) => names[level] },
        {
          head: t`Began about`,
          kind: "text",
          from: 640,
          className: table.time,
          cell: ({ firstRunAt }) => forms.day(firstRunAt.slice(0, 10)),
        },
        { head: t`Before → after`, kind: "text", cell: (change) => <RateChange change={change} /> },
        {
          head: t`Evidence`,
          kind: "text",
          from: 640,
          cell: ({ strength }) => (strength === "very_sure" ? t`very sure` : t`sure`),
        },
      ]}
    />
  );
}

function Counts({ change: { before, after } }: { change: CitationChange }) {
  const forms = useForms();
  return (
    <Trans>
      {forms.number(before.citedCount)} of {forms.number(before.samples)} answers, then {forms.number(after.citedCount)}{" "}
      of {forms.number(after.samples)}
    </Trans>
  );
}
