// Readers' devices.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import { BarList } from "../../ui/charts/BarList";
import { Card } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
import table from "../../ui/tables/table.module.css";
import { useForms } from "../../words/forms";
import type { PeriodSearch } from "../shared/period/period";
import { overviewQuery } from "../shared/analytics/queries";
import { useDeviceRows } from "../shared/analytics/device_rows";
import { NoFigures } from "../shared/analytics/NoFigures";
import { TableDownload } from "../shared/files/TableDownload";

const NO_DEVICES = { devices: { items: [], total: 0 }, totals: { views: 0, asks: 0 } };

export function Devices({ siteId, search }: { siteId: string; search: PeriodSearch }) {
  const { t } = useLingui();
  const forms = useForms();
  const { data, error, refetch } = useQuery(overviewQuery(siteId, search));
  const devices = useDeviceRows(data ?? NO_DEVICES);
  if (data === undefined)
    return (
      <Card label={t`Devices`}>
        <NotLoaded error={error} refetch={refetch} />
      </Card>
    );
  const head = [t`Device`, t`Views`, t`Asks`];
  // The rate per view is shown only if every view had a widget, because views with a widget are not counted by device.
  const hasRates = data.totals.views === data.totals.viewsWithWidget;
  const rateOf = (views: number, asks: number): string[] =>
    !hasRates ? [] : [views === 0 ? "–" : forms.decimal((asks / views) * 100)];
  return (
    <Card
      title={t`Devices`}
      end={
        devices.length === 0 ? null : (
          <TableDownload
            content={t`devices`}
            days={data.range}
            timezone={data.range.timezone}
            rows={() => Promise.resolve(devices)}
            columns={[
              { heading: t`Device`, of: (one) => one.name },
              { heading: t`Views`, kind: "number", of: (one) => one.views },
              { heading: t`Asks`, kind: "number", of: (one) => one.asks },
              ...(hasRates
                ? [
                    {
                      heading: t`Asks per 100 views`,
                      kind: "number" as const,
                      of: (one: (typeof devices)[number]) => (one.views === 0 ? null : (one.asks / one.views) * 100),
                    },
                  ]
                : []),
            ]}
          />
        )
      }
    >
      {devices.length === 0 ? (
        <NoFigures title={t`No views by readers in this period`} search={search} />
      ) : (
        <BarList
          head={hasRates ? [...head, t`Asks per 100 views`] : head}
          of={data.totals.views}
          rows={devices.map(({ id, name, views, asks }) => ({
            id,
            name,
            value: views,
            more: [forms.number(asks), ...rateOf(views, asks)],
          }))}
        />
      )}
      <p className={table.caption}>
        <Trans>No countries: Askline doesn’t store IP addresses.</Trans>
      </p>
    </Card>
  );
}
