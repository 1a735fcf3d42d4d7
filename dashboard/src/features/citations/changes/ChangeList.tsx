// All clear changes of citation rates, newest first, as the API stores them.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import type { Schemas } from "../../../api/client";
import segments from "../../../ui/fields/Segments.module.css";
import { Bar, Card, Empty } from "../../../ui/page/page";
import { Loaded } from "../../../ui/loading/Loaded";
import table from "../../../ui/tables/table.module.css";
import { useForms } from "../../../words/forms";
import { Mark } from "../../shared/platforms/Mark";
import { ENGINE_MARKS } from "../../shared/citations/engines";
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
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>What changed</Trans>
          </th>
          <th scope="col" className={`${table.start} ${table.wide}`}>
            <Trans>Level</Trans>
          </th>
          <th scope="col" className={`${table.start} ${table.wide}`}>
            <Trans>Began about</Trans>
          </th>
          <th scope="col" className={table.start}>
            <Trans>Before → after</Trans>
          </th>
          <th scope="col" className={`${table.start} ${table.wide}`}>
            <Trans>Evidence</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <Row
            key={change.id}
            change={change}
            explaining={all.find(({ id }) => id === change.partOf)}
            level={names[change.level]}
          />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  change,
  explaining,
  level,
}: {
  change: CitationChange;
  explaining: CitationChange | undefined;
  level: string;
}) {
  const forms = useForms();
  const title = useChangeTitle();
  const { before, after, engine, strength, firstRunAt } = change;
  return (
    <tr>
      <th scope="row">
        <span className={table.named}>
          {engine === null ? null : <Mark id={ENGINE_MARKS[engine]} />}
          {title(change)}
        </span>
        <small>
          <Trans>
            {forms.number(before.citedCount)} of {forms.number(before.samples)} answers, then{" "}
            {forms.number(after.citedCount)} of {forms.number(after.samples)}
          </Trans>
        </small>
        <ChangeNote change={change} explaining={explaining} />
      </th>
      <td className={`${table.start} ${table.wide}`}>{level}</td>
      <td className={`${table.start} ${table.wide} ${table.unbroken}`}>{forms.day(firstRunAt.slice(0, 10))}</td>
      <td className={table.start}>
        <RateChange change={change} />
      </td>
      <td className={`${table.start} ${table.wide}`}>
        {strength === "very_sure" ? <Trans>very sure</Trans> : <Trans>sure</Trans>}
      </td>
    </tr>
  );
}
