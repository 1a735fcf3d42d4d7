// `/sites/:siteId/questions`: which suggested questions readers asked with one click, and which assistants they asked.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";

import type { Schemas } from "../../api/client";
import { BarList, type BarRow } from "../../ui/charts/BarList";
import { Card, PageHead } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import { useForms } from "../../words/forms";
import { Mark } from "../shared/platforms/Mark";
import { PeriodBar } from "../shared/period/PeriodBar";
import { useNames } from "../shared/analytics/names";
import { NoFigures } from "../shared/analytics/NoFigures";
import { usePlatformName } from "../shared/platforms/platforms";
import { ComparedRows, type ComparedRow } from "../shared/analytics/ComparedRows";
import { questionsQuery, tableQuery } from "../shared/analytics/queries";
import type { QuestionsSearch } from "../shared/analytics/search";
import { TableFiles } from "../shared/analytics/TableFiles";
import styles from "./QuestionsPage.module.css";

export function QuestionsPage() {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/questions" });
  const search = useSearch({ from: "/shell/sites/$siteId/questions" });
  const { data, error, refetch, isPlaceholderData } = useQuery(questionsQuery(siteId, search));
  return (
    <>
      <PageHead
        title={t`Questions`}
        guide="glossary#figures"
        help={
          <Trans>
            Questions that readers asked with a click in the widget. The text of readers’ own questions is never stored.
          </Trans>
        }
      >
        <TableFiles siteId={siteId} table="questions" query={tableQuery(search)} />
      </PageHead>
      <PeriodBar page="questions" search={search} range={isPlaceholderData ? undefined : data?.range} />
      <Loaded query={{ data, error, refetch }} card={t`Questions`}>
        {(data) => (
          <div className={styles.columns} data-stale={isPlaceholderData || undefined}>
            <Report data={data} siteId={siteId} search={search} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Report({
  data,
  siteId,
  search,
}: {
  data: Schemas["QuestionClicks"];
  siteId: string;
  search: QuestionsSearch;
}) {
  const { t } = useLingui();
  const forms = useForms();
  const platformName = usePlatformName();
  const names = useNames();
  const total = data.totals.questionClicks;
  const questions: ComparedRow[] = data.byQuestion.map((row) => ({
    id: row.questionId,
    name: names.question(row),
    value: row.value,
    before: row,
  }));
  const assistants: BarRow[] = data.byPlatform.map(({ platform, value }) => ({
    id: platform,
    name: platformName(platform),
    value,
    mark: <Mark id={platform} />,
    link:
      platform === "other"
        ? undefined
        : (inside) => (
            <Link to="/sites/$siteId/questions" params={{ siteId }} search={(now) => ({ ...now, platform })}>
              {inside}
            </Link>
          ),
  }));
  return (
    <>
      <Card title={t`Questions that readers asked`} end={<Trans>{forms.number(total)} total</Trans>}>
        {total === 0 ? (
          <NoFigures title={t`No questions in this period`} search={search}>
            <Trans>Suggested questions appear in the widget. Readers ask one with a click.</Trans>
          </NoFigures>
        ) : (
          <ComparedRows rows={questions} head={[t`Question`, t`Asks`]} />
        )}
      </Card>
      <Card title={t`Assistants`}>
        {total === 0 ? (
          <NoFigures title={t`No data for this period`} search={search} />
        ) : (
          <BarList rows={assistants} head={[t`Assistant`, t`Asks`]} />
        )}
      </Card>
    </>
  );
}
