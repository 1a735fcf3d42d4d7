// `/sites/:siteId/report`: the report of a week or month, which prints on one A4 sheet.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";

import { organizationQuery } from "../../api/queries";
import { usePlace } from "../../shell/place";
import { Button } from "../../ui/elements/Button";
import { Segments } from "../../ui/fields/Segments";
import { Bar, PageHead } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import { useForms } from "../../words/forms";
import { ReportSheet } from "./ReportSheet";
import styles from "./ReportPage.module.css";
import { reportQuery, type Report } from "./queries";
import type { ReportSearch } from "./search";

export function ReportPage() {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/report" });
  const search = useSearch({ from: "/shell/sites/$siteId/report" });
  const { data, error, refetch, isPlaceholderData } = useQuery(reportQuery(siteId, search));
  const { org } = usePlace();
  const { data: organization } = useQuery({ ...organizationQuery(org?.id ?? ""), enabled: org !== undefined });
  return (
    <>
      <PageHead
        title={t`Report`}
        guide="reports"
        help={<Trans>What was new in a week or month, with one thing to do. It prints on one A4 page.</Trans>}
      >
        <Button
          onPress={() => {
            print();
          }}
        >
          <Trans>Print</Trans>
        </Button>
      </PageHead>
      <Choices search={search} report={data} />
      <Loaded query={{ data, error, refetch }} card={t`Report`}>
        {(data) => (
          <div data-stale={isPlaceholderData || undefined}>
            <ReportSheet report={data} brand={organization?.brand ?? null} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Which week or month, and for whom. */
function Choices({ search, report }: { search: ReportSearch; report: Report | undefined }) {
  const { t } = useLingui();
  const forms = useForms();
  const navigate = useNavigate({ from: "/sites/$siteId/report" });
  const isMonth = search.period !== undefined && !search.period.includes("W");
  const go = (change: (now: ReportSearch) => ReportSearch) => void navigate({ search: change });
  return (
    <Bar>
      <Segments
        label={t`Period`}
        choices={[
          { id: "week", label: t`Week` },
          { id: "month", label: t`Month` },
        ]}
        chosen={isMonth ? "month" : "week"}
        onChoose={(kind) => {
          go(({ audience }) => ({
            ...(kind === "month" ? { period: "month" } : {}),
            ...(audience === undefined ? {} : { audience }),
          }));
        }}
      />
      <Segments
        label={t`Audience`}
        choices={[
          { id: "team", label: t`Team` },
          { id: "client", label: t`Client` },
        ]}
        chosen={search.audience ?? "team"}
        onChoose={(audience) => {
          go(({ period }) => ({
            ...(period === undefined ? {} : { period }),
            ...(audience === "client" ? { audience } : {}),
          }));
        }}
      />
      {report === undefined ? null : (
        <span className={styles.steps}>
          <Link to="." search={(now: ReportSearch) => ({ ...now, period: report.earlierPeriod })}>
            <Trans>Earlier</Trans>
          </Link>
          <span>{forms.days(report.from, report.to)}</span>
          {report.laterPeriod === null ? null : (
            <Link to="." search={(now: ReportSearch) => ({ ...now, period: report.laterPeriod ?? "" })}>
              <Trans>Later</Trans>
            </Link>
          )}
        </span>
      )}
    </Bar>
  );
}
