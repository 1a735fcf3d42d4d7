// One entry of a page's line of time.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { Icon, type IconName } from "../../ui/elements/Icon";
import { useForms } from "../../words/forms";
import { useChangeTitle } from "../shared/citations/RateChange";
import { useNoteText } from "../shared/notes/words";
import { Difference } from "./Difference";
import type { Happened } from "./queries";
import { useEvidenceNames, usePurposeNames } from "../shared/analytics/read_names";

const ICONS: Readonly<Record<Happened["kind"], IconName>> = {
  read: "crawlers",
  text_first_read: "pages",
  text_changed: "pages",
  citation_gained: "citations",
  citation_lost: "citations",
  note: "flag",
  rule_created: "rules",
  rule_changed: "rules",
};

export function Event({ event, siteId }: { event: Happened; siteId: string }) {
  const forms = useForms();
  return (
    <li data-kind={event.kind}>
      <time dateTime={event.date}>{forms.day(event.date)}</time>
      <i>
        <Icon name={ICONS[event.kind]} />
      </i>
      <div>
        <Words event={event} siteId={siteId} />
      </div>
    </li>
  );
}

function Words({ event, siteId }: { event: Happened; siteId: string }): ReactNode {
  if (event.read !== null) return <ReadWords read={event.read} />;
  if (event.text !== null)
    return <TextWords text={event.text} at={event.at} isFirst={event.kind === "text_first_read"} />;
  if (event.citation !== null) return <CitationWords citation={event.citation} event={event} />;
  if (event.note !== null) return <NoteWords note={event.note} />;
  return event.rule === null ? null : <RuleWords rule={event.rule} event={event} siteId={siteId} />;
}

function ReadWords({ read }: { read: NonNullable<Happened["read"]> }) {
  const { t } = useLingui();
  const forms = useForms();
  const purposes = usePurposeNames();
  const evidences = useEvidenceNames();
  const { crawler, purpose, evidence, reads } = read;
  const times = forms.number(reads);
  return (
    <>
      <Trans>
        Read by <b>{crawler}</b>
      </Trans>
      <small>
        {purposes[purpose]}, {evidences[evidence]}
        {reads > 1 ? `, ${t`${times} times`}` : ""}
      </small>
    </>
  );
}

function TextWords({
  text,
  at,
  isFirst,
}: {
  text: NonNullable<Happened["text"]>;
  at: string | null;
  isFirst: boolean;
}) {
  const forms = useForms();
  const words = forms.number(text.words);
  const before = forms.number(text.wordsBefore ?? 0);
  const time = at === null ? "" : forms.time(at);
  return (
    <>
      {isFirst ? (
        <Trans>
          <b>Text read for the first time</b>: {words} words
        </Trans>
      ) : (
        <Trans>
          <b>The page changed</b>: {words} words (was {before})
        </Trans>
      )}
      {isFirst ? null : <Difference text={text} />}
      <small>
        <Trans>seen when Askline read it at {time}</Trans>
      </small>
    </>
  );
}

function CitationWords({ citation, event }: { citation: NonNullable<Happened["citation"]>; event: Happened }) {
  const forms = useForms();
  const { engine, query, before, after, firstRunAt } = citation;
  const title = useChangeTitle();
  const direction = event.kind === "citation_gained" ? "rise" : "fall";
  const since = forms.date(firstRunAt);
  const clear = event.at === null ? "" : forms.date(event.at);
  const [cited, all] = [forms.number(before.citedCount), forms.number(before.samples)];
  const [citedNow, allNow] = [forms.number(after.citedCount), forms.number(after.samples)];
  return (
    <>
      <b>{title({ level: "cell", engine, query, direction })}</b>
      <small>
        <Trans>
          since {since}, clear on {clear}: {cited} of {all} answers before, {citedNow} of {allNow} since
        </Trans>
      </small>
    </>
  );
}

function NoteWords({ note }: { note: NonNullable<Happened["note"]> }) {
  const text = useNoteText()(note);
  const { author } = note;
  return (
    <>
      “{text}”<small>{author === null ? <Trans>note by Askline</Trans> : <Trans>note by {author}</Trans>}</small>
    </>
  );
}

function RuleWords({ rule, event, siteId }: { rule: NonNullable<Happened["rule"]>; event: Happened; siteId: string }) {
  const name = (
    <Link to="/sites/$siteId/rules" params={{ siteId }}>
      {rule.name}
    </Link>
  );
  return event.kind === "rule_created" ? (
    <Trans>Rule created for this page: {name}</Trans>
  ) : (
    <Trans>Rule changed for this page: {name}</Trans>
  );
}
