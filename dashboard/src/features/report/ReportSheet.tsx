// The report as a sheet: the news, the figures, what to do, and the evidence.

import { Trans, useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../api/client";
import { useForms } from "../../words/forms";
import { decodedPath } from "../../words/paths";
import { ENGINE_NAMES } from "../shared/citations/engines";
import { accentStyle } from "../shared/brand/brand";
import { ChangeDirection } from "../shared/analytics/Change";
import styles from "./ReportPage.module.css";
import type { Report, ReportFigure, ReportedChange } from "./queries";
import { useNeedSentence, useNewsSentence, useToDoSentence } from "./sentences";

type Brand = Schemas["Brand"];

/** The news in the heading. */
const MAX_HEADLINES = 2;

export function ReportSheet({ report, brand }: { report: Report; brand: Brand | null }) {
  const { t } = useLingui();
  const forms = useForms();
  const sentence = useNewsSentence(report.site.name);
  const { from, to, previousFrom, previousTo, site, news, figures, citationChanges, rising, needs, toDo } = report;
  const headline = news.slice(0, MAX_HEADLINES).map(sentence).join(" ");
  return (
    <article className={styles.sheet} style={accentStyle(brand?.readableAccent)} aria-label={t`Report`}>
      <header className={styles.top}>
        {brand === null ? (
          <span>
            <strong>{site.name}</strong>
            <small>{site.domain}</small>
          </span>
        ) : (
          <span className={styles.brand}>
            {brand.logoUrl === null ? null : <img src={brand.logoUrl} alt="" />}
            <span>
              <strong>{brand.name}</strong>
              <small>
                {site.name} · {site.domain}
              </small>
            </span>
          </span>
        )}
        <span>
          <strong>{forms.days(from, to)}</strong>
          <small>
            <Trans>
              beside {forms.days(previousFrom, previousTo)} · {site.timezone}
            </Trans>
          </small>
        </span>
      </header>
      <p className={styles.headline}>{headline === "" ? <Trans>No news about {site.name}.</Trans> : headline}</p>
      <Figures figures={figures} />
      {toDo === null ? null : <ToDoNote toDo={toDo} />}
      {needs.length === 0 ? null : <Needs needs={needs} />}
      {news.length <= MAX_HEADLINES ? null : (
        <section>
          <h2>
            <Trans>More news</Trans>
          </h2>
          <ul>
            {news.slice(MAX_HEADLINES).map((one) => (
              <li key={`${one.code} ${one.subject ?? ""} ${one.engine ?? ""}`}>{sentence(one)}</li>
            ))}
          </ul>
        </section>
      )}
      {citationChanges.length === 0 ? null : (
        <section>
          <h2>
            <Trans>Clear changes of citation rates</Trans>
          </h2>
          <ul>
            {citationChanges.map((one) => (
              <CitationChange key={one.change.id} reported={one} />
            ))}
          </ul>
        </section>
      )}
      {rising.pages.length + rising.questions.length === 0 ? null : <Rising rising={rising} />}
      <footer className={styles.foot}>
        <Trans>Figures as on the overview for the same days. Arrows only where a change is clear.</Trans>
        {brand?.measuredWith === true ? (
          <>
            {" "}
            · <Trans>measured with Askline</Trans>
          </>
        ) : null}
      </footer>
    </article>
  );
}

function Figures({ figures }: { figures: readonly ReportFigure[] }) {
  const { t } = useLingui();
  const forms = useForms();
  const names: Record<ReportFigure["figure"], string> = {
    asks: t`AI asks`,
    aiReferrals: t`Visits from AI`,
    asksPer100Views: t`Asks per 100 views`,
    citationRate: t`Citation rate`,
  };
  const words = (figure: ReportFigure["figure"], value: number | null): string => {
    if (value === null) return "–";
    if (figure === "citationRate") return forms.percent(value);
    return figure === "asksPer100Views" ? forms.decimal(value) : forms.number(value);
  };
  return (
    <dl className={styles.figures}>
      {figures.map(({ figure, value, previous, change, interval95 }) => (
        <div key={figure} data-figure={figure}>
          <dt>{names[figure]}</dt>
          <dd>
            <strong>{words(figure, value)}</strong>{" "}
            {interval95 === null ? null : <small>{forms.interval(interval95.low, interval95.high)}</small>}
            <small className={styles.before}>
              {previous === null ? null : change === "rise" || change === "fall" ? (
                <ChangeDirection by={change === "rise" ? 1 : -1} words={t`was ${words(figure, previous)}`} />
              ) : (
                <Trans>was {words(figure, previous)}</Trans>
              )}
            </small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ToDoNote({ toDo }: { toDo: NonNullable<Report["toDo"]> }) {
  const sentence = useToDoSentence(toDo);
  return (
    <section className={styles.todo}>
      <h2>
        <Trans>One thing to do</Trans>
      </h2>
      <p>{sentence}</p>
    </section>
  );
}

function Needs({ needs }: { needs: Report["needs"] }) {
  const sentence = useNeedSentence();
  return (
    <section>
      <h2>
        <Trans>Needs attention</Trans>
      </h2>
      <ul>
        {needs.map((need) => (
          <li key={`${need.code} ${need.crawler ?? ""}`}>{sentence(need)}</li>
        ))}
      </ul>
    </section>
  );
}

function CitationChange({ reported: { change, passage } }: { reported: ReportedChange }) {
  const { t } = useLingui();
  const forms = useForms();
  const { direction, engine, query, before, after } = change;
  const who = engine === null ? t`All engines` : ENGINE_NAMES[engine];
  const then = forms.number(before.citedCount);
  const ofThen = forms.number(before.samples);
  const now = forms.number(after.citedCount);
  const ofNow = forms.number(after.samples);
  return (
    <li>
      <ChangeDirection
        by={direction === "rise" ? 1 : -1}
        words={`${who} · ${query ?? t`All questions`}: ${t`${then} of ${ofThen} answers, then ${now} of ${ofNow}`}`}
      />
      {passage === null ? null : <q className={styles.passage}>{passage}</q>}
    </li>
  );
}

function Rising({ rising: { pages, questions } }: { rising: Report["rising"] }) {
  const forms = useForms();
  const rows = [
    ...pages.map(({ path, asks, previousAsks }) => ({ what: decodedPath(path), now: asks, before: previousAsks })),
    ...questions.map(({ question, questionClicks, previousQuestionClicks }) => ({
      what: `“${question}”`,
      now: questionClicks,
      before: previousQuestionClicks,
    })),
  ];
  return (
    <section>
      <h2>
        <Trans>Rising</Trans>
      </h2>
      <ul>
        {rows.map(({ what, now, before }) => (
          <li key={what} className={styles.row}>
            <span>{what}</span>
            <span>
              <Trans>
                {forms.number(now)}, was {forms.number(before)}
              </Trans>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
