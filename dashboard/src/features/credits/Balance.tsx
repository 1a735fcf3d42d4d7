// The credit balance and a forecast. The forecast is a linear extrapolation of the use so far, marked as "about". With
// too few days there is no forecast.

import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import type { Schemas } from "../../api/client";
import { Card, Note } from "../../ui/page/page";
import { useForms, useNow } from "../../words/forms";
import styles from "./credits.module.css";
import { forecastOf } from "./forecast";

const MINUTE_MS = 60_000;

export function Balance({ credits }: { credits: Schemas["Credits"] }) {
  const { t } = useLingui();
  const forms = useForms();
  const { available, reserved, usedThisPeriod, monthlyAllowance, periodEnd } = credits;
  const figure = (name: string, value: number, more: ReactNode) => (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{forms.number(value)}</strong>
        <small>{more}</small>
      </dd>
    </div>
  );
  const share = monthlyAllowance > 0 ? Math.min(1, usedThisPeriod / monthlyAllowance) : null;
  return (
    <Card label={t`Balance`}>
      <dl className={styles.figures}>
        {figure(
          t`Available`,
          available,
          reserved > 0 ? <Trans>and {forms.number(reserved)} reserved</Trans> : <Trans>nothing reserved</Trans>,
        )}
        {figure(
          t`Used in this period`,
          usedThisPeriod,
          share === null ? (
            <Trans>the plan includes no credits</Trans>
          ) : (
            <Trans>{forms.percent(share)} of the plan’s credits</Trans>
          ),
        )}
        {figure(
          t`Credits per period`,
          monthlyAllowance,
          <Trans>next on {forms.date(periodEnd)}; unused credits expire</Trans>,
        )}
      </dl>
      <div className={styles.forecast}>
        <ForecastNote credits={credits} />
      </div>
    </Card>
  );
}

function ForecastNote({ credits }: { credits: Schemas["Credits"] }) {
  const forms = useForms();
  const now = useNow(MINUTE_MS);
  const forecast = forecastOf(credits, now);
  const end = forms.date(credits.periodEnd);
  switch (forecast.kind) {
    case "too_early":
      return (
        <Note>
          <Trans>A forecast appears after the first {forecast.days} days of the period.</Trans>
        </Note>
      );
    case "nothing_used":
      return (
        <Note>
          <Trans>No credits were used in this period, so there is no forecast.</Trans>
        </Note>
      );
    case "lasts":
      return (
        <Note>
          <Trans>
            At the current pace, about {forms.number(forecast.used)} will be used by {end}, leaving about{" "}
            {forms.number(forecast.left)}.
          </Trans>
        </Note>
      );
    case "runs_out":
      return (
        <Note tone="warn">
          <Trans>
            At the current pace, about {forms.number(forecast.used)} would be used by {end}. Credits run out around{" "}
            {forms.date(forecast.at)}: use fewer engines or run less often.
          </Trans>
        </Note>
      );
  }
}
