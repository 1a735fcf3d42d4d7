// `/sites/:siteId/pages/file`: what is known of one page, in one line of time.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";

import { LinkButton, OutsideLink } from "../../ui/elements/Button";
import { Segments } from "../../ui/fields/Segments";
import { Loaded } from "../../ui/loading/Loaded";
import { Bar, Card, Empty, Note, PageHead } from "../../ui/page/page";
import { Table } from "../../ui/tables/Table";
import { useClock, useForms } from "../../words/forms";
import { decodedPath } from "../../words/paths";
import { ENGINE_NAMES } from "../shared/citations/engines";
import { Event } from "./Event";
import styles from "./PageFilePage.module.css";
import { pageFileQuery, type PageFile } from "./queries";
import { FILE_DAYS } from "./search";
import { useReadingState } from "./words";

const MINUTE_MS = 60_000;

export function PageFilePage() {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/pages/file" });
  const search = useSearch({ from: "/shell/sites/$siteId/pages/file" });
  const navigate = useNavigate({ from: "/sites/$siteId/pages/file" });
  const query = useQuery(pageFileQuery(siteId, search));
  const path = decodedPath(search.path ?? "/");
  return (
    <>
      <PageHead
        title={path}
        guide="crawlers#a-pages-history"
        help={
          <Trans>
            When crawlers read the page, when its text changed, and when engines began or ceased to cite it.
          </Trans>
        }
      >
        {query.data?.url == null ? null : (
          <OutsideLink href={query.data.url} isNewTab>
            <Trans>Open page</Trans>
          </OutsideLink>
        )}
        <LinkButton to="/sites/$siteId/pages" params={{ siteId }}>
          <Trans>All pages</Trans>
        </LinkButton>
      </PageHead>
      <Bar>
        <Segments
          label={t`Period`}
          choices={[
            { id: "7", label: t`7 days` },
            { id: "30", label: t`30 days` },
            { id: "90", label: t`90 days` },
            { id: "365", label: t`12 months` },
          ]}
          chosen={String(search.days ?? FILE_DAYS)}
          onChoose={(days) =>
            void navigate({ search: (now) => ({ ...now, from: undefined, to: undefined, days: Number(days) }) })
          }
        />
      </Bar>
      <Loaded query={query} card={path}>
        {(file) => (
          <div className={styles.parts} data-stale={query.isPlaceholderData || undefined}>
            <Figures file={file} />
            <ReadingState file={file} siteId={siteId} />
            <div className={styles.two}>
              <Timeline file={file} siteId={siteId} />
              <div className={styles.parts}>
                <CitedBy file={file} siteId={siteId} />
                <Weeks file={file} />
              </div>
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Figures({ file: { totals, previous } }: { file: PageFile }) {
  const { t } = useLingui();
  const forms = useForms();
  const person = forms.number(totals.reads.user);
  const share = (value: number | null): string => (value === null ? "–" : forms.percent(value));
  const figures = [
    {
      id: "reads",
      name: t`Read by crawlers`,
      value: forms.brief(totals.reads.reads),
      more: t`${person} for a person`,
      old: forms.number(previous.reads.reads),
    },
    { id: "asks", name: t`AI asks`, value: forms.brief(totals.asks), more: "", old: forms.number(previous.asks) },
    { id: "views", name: t`Views`, value: forms.brief(totals.views), more: "", old: forms.number(previous.views) },
    {
      id: "cited",
      name: t`Cited`,
      value: share(totals.citationShare),
      more: t`of all answers`,
      old: share(previous.citationShare),
    },
  ];
  return (
    <ul className={styles.figures} aria-label={t`Figures of the page`}>
      {figures.map(({ id, name, value, more, old }) => (
        <li key={id} data-figure={id}>
          <span>{name}</span>
          <b>{value}</b>
          <small>{more}</small>
          <small title={t`In the period before`}>
            <Trans>was {old}</Trans>
          </small>
        </li>
      ))}
    </ul>
  );
}

/** Whether the text of the page is read, if there is something to know about it. */
function ReadingState({ file, siteId }: { file: PageFile; siteId: string }) {
  const words = useReadingState()(file.text);
  if (words === null) return null;
  return (
    <Note>
      {words}
      {file.text.enabled ? null : (
        <>
          {" "}
          <LinkButton to="/sites/$siteId/settings" params={{ siteId }}>
            <Trans>Site settings</Trans>
          </LinkButton>
        </>
      )}
    </Note>
  );
}

function Timeline({ file, siteId }: { file: PageFile; siteId: string }) {
  const { t } = useLingui();
  return (
    <Card title={t`What happened`} end={<Trans>newest first</Trans>}>
      {file.happened.length === 0 ? (
        <Empty title={t`Nothing in this period`}>
          <p>
            <Trans>
              Reads by crawlers need a log source. The text is read once a day if engines cite the page or readers ask
              about it often.
            </Trans>
          </p>
        </Empty>
      ) : (
        <ol className={styles.line}>
          {file.happened.map((event, place) => (
            <Event key={place} event={event} siteId={siteId} />
          ))}
        </ol>
      )}
      {file.hasMore ? (
        <p className={styles.more}>
          <Trans>There is more in this period. Choose fewer days to see all of it.</Trans>
        </p>
      ) : null}
    </Card>
  );
}

/** The questions whose answers cite the page. */
function CitedBy({ file: { citedBy, citingQuestions }, siteId }: { file: PageFile; siteId: string }) {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  const unlisted = citingQuestions - citedBy.length;
  return (
    <Card title={t`Answers that cite it`}>
      {citedBy.length === 0 ? (
        <Empty title={t`No answer in this period cites the page`} />
      ) : (
        <ul className={styles.citing}>
          {citedBy.map(({ monitorId, query, citations, lastCitedAt, engines }) => (
            <li key={monitorId}>
              <Link
                to="/sites/$siteId/citations"
                params={{ siteId }}
                search={{ monitor: monitorId, engine: engines[0]?.engine }}
              >
                {query}
              </Link>
              <small>
                {engines
                  .map(({ engine, citations }) => `${ENGINE_NAMES[engine]} ${forms.number(citations)}`)
                  .join(", ")}
                {" · "}
                <Plural value={citations} one="# answer" other="# answers" />
                {" · "}
                <span title={forms.moment(lastCitedAt)}>
                  <Trans>last {forms.ago(lastCitedAt, clock)}</Trans>
                </span>
              </small>
            </li>
          ))}
        </ul>
      )}
      {unlisted > 0 ? (
        <p className={styles.more}>
          <Plural
            value={unlisted}
            one="# more question has answers that cite the page."
            other="# more questions have answers that cite the page."
          />
        </p>
      ) : null}
    </Card>
  );
}

function Weeks({ file }: { file: PageFile }) {
  const { t } = useLingui();
  const forms = useForms();
  return (
    <Card title={t`By week`}>
      <div className={styles.room}>
        <Table
          look={styles.weeks}
          rows={[...file.weeks].reverse()}
          idOf={({ from }) => from}
          columns={[
            { head: t`Week`, cell: ({ from, to }) => forms.days(from, to) },
            { head: t`Asks`, cell: ({ asks, before }) => <WithBefore value={asks} before={before.asks} /> },
            { head: t`Views`, cell: ({ views, before }) => <WithBefore value={views} before={before.views} /> },
            { head: t`Reads`, cell: ({ reads, before }) => <WithBefore value={reads} before={before.reads} /> },
          ]}
        />
        <p className={styles.note}>
          <Trans>“was” is the same number of days, one period earlier.</Trans>
        </p>
      </div>
    </Card>
  );
}

function WithBefore({ value, before }: { value: number; before: number }) {
  const forms = useForms();
  const old = forms.number(before);
  return (
    <>
      {forms.number(value)}
      <small>
        <Trans>was {old}</Trans>
      </small>
    </>
  );
}
