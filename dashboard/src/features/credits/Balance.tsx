// What is left, and whether it lasts: a straight line from what was used so far, which says "about" and nothing from too few days.

import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import type { Schemas } from "../../api/client";
import { Card, Note } from "../../ui/page";
import { useForms, useNow } from "../../words/forms";
import styles from "./credits.module.css";
import { forecastOf } from "./forecast";

const MINUTE_MS = 60_000;

export function Balance({ credits }: { credits: Schemas["Credits"] }) {
  const { t } = useLingui();
  const forms = useForms();
  const { available, reserved, usedThisPeriod, monthlyAllowance, periodEnd } = credits;
  const figure = (name: string, value: number, more: ReactNode) => (
    <div><dt>{name}</dt><dd><strong>{forms.number(value)}</strong><small>{more}</small></dd></div>
  );
  const share = monthlyAllowance > 0 ? Math.min(1, usedThisPeriod / monthlyAllowance) : null;
  return (
    <Card label={t`Balance`}>
      <dl className={styles.figures}>
        {figure(t`Free to spend`, available, reserved > 0 ? <Trans>and {forms.number(reserved)} held for work that runs</Trans> : <Trans>nothing is held for running work</Trans>)}
        {figure(t`Used in this period`, usedThisPeriod, share === null ? <Trans>the plan grants none</Trans> : <Trans>{forms.percent(share)} of what the plan grants</Trans>)}
        {figure(t`Granted each period`, monthlyAllowance, <Trans>next on {forms.date(periodEnd)}; what is left expires</Trans>)}
      </dl>
      <div className={styles.forecast}><ForecastNote credits={credits} /></div>
    </Card>
  );
}

function ForecastNote({ credits }: { credits: Schemas["Credits"] }) {
  const forms = useForms();
  const now = useNow(MINUTE_MS);
  const forecast = forecastOf(credits, now);
  const end = forms.date(credits.periodEnd);
  switch (forecast.kind) {
    case "too_early": return <Note><Trans>A forecast comes once {forecast.days} days of the period have passed: fewer tell no pace.</Trans></Note>;
    case "nothing_used": return <Note><Trans>Nothing was used in this period, so there is nothing to forecast.</Trans></Note>;
    case "lasts": return <Note><Trans>At the pace of this period about {forms.number(forecast.used)} are used until {end}, and about {forms.number(forecast.left)} are left.</Trans></Note>;
    case "runs_out": return <Note tone="warn"><Trans>At the pace of this period about {forms.number(forecast.used)} would be used until {end}. They run out about {forms.date(forecast.at)}: ask fewer engines, or less often.</Trans></Note>;
  }
}
