// One page, next to the table. Shows its AI loop, its asks over time, its assistants and questions.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";

import { LinkButton, OutsideLink } from "../../ui/elements/Button";
import { BarList } from "../../ui/charts/BarList";
import { SeriesChart } from "../../ui/charts/SeriesChart";
import { Card, Empty } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import { Sheet } from "../../ui/dialogs/Sheet";
import { useForms } from "../../words/forms";
import { Mark } from "../shared/platforms/Mark";
import { useNames } from "../shared/analytics/names";
import { hasComparison, intervalOf, type PeriodSearch } from "../shared/period/period";
import { usePlatformName } from "../shared/platforms/platforms";
import { overviewQuery } from "../shared/analytics/queries";
import type { PagesSearch } from "../shared/analytics/search";
import { useChartFile } from "../shared/files/chart_file";
import { useChartNotes } from "../shared/notes/chart_notes";
import { foldSeries } from "../shared/analytics/series";
import { slotsOf } from "../shared/analytics/slots";
import { decodedPath } from "../../words/paths";
import { SiteLoop } from "../shared/loop/Loop";
import type { OverviewAnswer } from "../shared/loop/metric_words";

export function PageSheet({
  siteId,
  search,
  path,
  onClose,
}: {
  siteId: string;
  search: PagesSearch;
  path: string;
  onClose: () => void;
}) {
  const { days, from, to, compare, platform } = search;
  const asked: PeriodSearch = { days, from, to, compare, platform, page: path };
  const query = useQuery({ ...overviewQuery(siteId, asked), placeholderData: undefined });
  const { data } = query;
  // The page of the filter, in the spelling that its links need.
  const page = data?.pages.items[0];
  return (
    <Sheet
      title={decodedPath(page?.path ?? path)}
      onClose={onClose}
      acts={
        <>
          {typeof page?.url === "string" ? (
            <OutsideLink href={page.url} isNewTab>
              <Trans>Open page</Trans>
            </OutsideLink>
          ) : null}
          <LinkButton to="/sites/$siteId/pages/file" params={{ siteId }} search={{ path: page?.path ?? path }}>
            <Trans>History</Trans>
          </LinkButton>
          <LinkButton to="/sites/$siteId/overview" params={{ siteId }} search={asked}>
            <Trans>Open in overview</Trans>
          </LinkButton>
        </>
      }
    >
      <Loaded query={query}>{(data) => <Contents siteId={siteId} search={asked} data={data} />}</Loaded>
    </Sheet>
  );
}

function Contents({ siteId, search, data }: { siteId: string; search: PeriodSearch; data: OverviewAnswer }) {
  const { t } = useLingui();
  const forms = useForms();
  const names = useNames();
  const platformName = usePlatformName();
  const navigate = useNavigate();
  const onSave = useChartFile(data.range);
  const interval = intervalOf(search);
  const title = data.pages.items[0]?.title;
  const dates = useMemo(() => data.series.map(({ date }) => date), [data]);
  const { notes, dialog } = useChartNotes(siteId, data.range, { dates, interval });
  const plot = useMemo(
    () => ({
      slots: slotsOf(dates, interval, data.range.timezone, forms),
      series: foldSeries(
        data.byPlatform.map((part) => ({ platform: part.other === true ? "other" : part.platform, values: part.asks })),
      ).map(({ platform, color: color, values }) => ({ id: platform, name: platformName(platform), color, values })),
      before:
        hasComparison(search) && data.previous !== undefined && data.previous !== null
          ? {
              name: search.compare === "year" ? t`a year ago` : t`previous period`,
              values: data.previous.series.map(({ asks }) => asks),
            }
          : undefined,
      isWhole: true,
      form: forms.number,
    }),
    // `forms` changes only with the language, and then everything is rendered again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [data, interval, forms],
  );
  return (
    <>
      {title === null || title === undefined ? null : <p>{title}</p>}
      <Card title={t`AI loop`}>
        <SiteLoop data={data} isOfPage />
      </Card>
      <SeriesChart
        {...plot}
        notes={notes}
        title={t`AI asks`}
        slotName={t`Day`}
        onSave={onSave}
        onFollow={(href) => void navigate({ href })}
      />
      {dialog}
      <Card title={t`Assistants`}>
        {data.assistants.items.length === 0 ? (
          <Empty title={t`No asks in this period`} />
        ) : (
          <BarList
            head={[t`Assistant`, t`Asks`, t`Visits`]}
            of={data.totals.asks}
            rows={data.assistants.items.map(({ platform, asks, visits }) => ({
              id: platform,
              name: platformName(platform),
              value: asks,
              more: [forms.number(visits)],
              mark: <Mark id={platform} />,
            }))}
          />
        )}
      </Card>
      <Card title={t`Questions that readers asked`}>
        {data.questions.items.length === 0 ? (
          <Empty title={t`No questions in this period`} />
        ) : (
          <BarList
            head={[t`Question`, t`Asks`]}
            of={data.totals.questionClicks}
            rows={data.questions.items.map((row) => ({
              id: row.questionId,
              name: names.question(row),
              value: row.value,
            }))}
          />
        )}
      </Card>
    </>
  );
}
