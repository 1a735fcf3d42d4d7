// One answer: its text with the passages that cite the site, and its sources. Everything from an engine is shown as
// text.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";

import type { Schemas } from "../../../api/client";
import { Button } from "../../../ui/elements/Button";
import { CopyButton } from "../../../ui/elements/CopyButton";
import { Actions, Dialog } from "../../../ui/dialogs/Dialog";
import { Tag } from "../../../ui/page/page";
import { NotLoaded } from "../../../ui/loading/Loaded";
import { useForms } from "../../../words/forms";
import styles from "./Answer.module.css";
import { piecesOf, type Piece } from "./answer_text";
import { readAnswer, readText } from "./engine_bodies";
import { ENGINE_NAMES } from "../../shared/citations/engines";
import { answerQuery, type Citation } from "../queries";

type Source = Schemas["CitedUrl"];

export function Answer({ siteId, citation }: { siteId: string; citation: Citation }) {
  const { data, error, refetch } = useQuery(answerQuery(siteId, citation.id));
  if (data === undefined) return <NotLoaded error={error} refetch={refetch} />;
  const read = data.rawAnswer === null ? null : readAnswer(data.engine, data.rawAnswer);
  const pieces = piecesOf(read ?? readText(data.answerExcerpt ?? ""), data.citedUrls);
  return (
    <>
      <Text pieces={pieces} />
      {read === null ? (
        <p className={styles.note}>
          <Trans>Excerpt. The full answer is kept for 90 days and shown to members.</Trans>
        </p>
      ) : null}
      <Sources siteId={siteId} cited={data.citedUrls} consulted={data.consultedUrls} />
      <Evidence citation={data} text={plainText(pieces)} />
    </>
  );
}

function Text({ pieces }: { pieces: readonly Piece[] }) {
  const { t } = useLingui();
  return (
    <p className={styles.text}>
      {pieces.map((piece, place) => {
        // The index can be the key: pieces have no id and never change their order.
        const key = `${piece.kind}${String(place)}`;
        if (piece.kind === "text")
          return piece.isOwn ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
        const places = piece.positions.join(", ");
        return (
          <sup key={key} title={t`Source ${places}`}>
            {places}
          </sup>
        );
      })}
    </p>
  );
}

function Sources({
  siteId,
  cited,
  consulted,
}: {
  siteId: string;
  cited: readonly Source[];
  consulted: readonly Source[];
}) {
  const [isOpen, setOpen] = useState(false);
  const linked = new Set(cited.map(identityOf));
  const others = consulted.filter((source) => !linked.has(identityOf(source)));
  return (
    <>
      {cited.length === 0 ? (
        <p className={styles.note}>
          <Trans>The answer contains no links.</Trans>
        </p>
      ) : (
        <ol className={styles.sources}>
          {cited.map((source) => (
            <SourceRow key={identityOf(source)} siteId={siteId} source={source} place={source.position} />
          ))}
        </ol>
      )}
      {others.length === 0 ? null : (
        <div>
          <AriaButton
            className={styles.more}
            aria-expanded={isOpen}
            onPress={() => {
              setOpen(!isOpen);
            }}
          >
            <Plural
              value={others.length}
              one="source only, not linked: # page"
              other="source only, not linked: # pages"
            />
          </AriaButton>
          {isOpen ? (
            <ul className={styles.sources}>
              {others.map((source) => (
                <SourceRow key={identityOf(source)} siteId={siteId} source={source} place={null} />
              ))}
            </ul>
          ) : null}
        </div>
      )}
    </>
  );
}

/**
 * Identifies a source. A site's front page differs from an unknown page of the same site, although both have the same
 * URL.
 */
function identityOf({ url, pageKnown }: Source): string {
  return `${String(pageKnown)} ${url}`;
}

/** The page's path with its query, as the history of a page is asked for; undefined for another site's page. */
function pathOf({ url, owner, pageKnown }: Source): string | undefined {
  if (owner !== "own" || !pageKnown || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** A source is a link only if its URL opens in a browser and the exact page is known. */
function SourceRow({ siteId, source, place }: { siteId: string; source: Source; place: number | null }) {
  const path = pathOf(source);
  const { url, title, owner, pageKnown } = source;
  const shown = url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
  const isPage = pageKnown && /^https?:\/\//.test(url);
  return (
    <li>
      <small>{place}</small>
      <span className={styles.source} title={title ?? undefined}>
        {isPage ? (
          <a href={url} target="_blank" rel="noopener noreferrer nofollow">
            {shown}
          </a>
        ) : (
          shown
        )}
        {pageKnown ? null : (
          <small>
            {" "}
            <Trans>page not known</Trans>
          </small>
        )}
        {path === undefined ? null : (
          <small>
            {" "}
            <Link to="/sites/$siteId/pages/file" params={{ siteId }} search={{ path }}>
              <Trans>History</Trans>
            </Link>
          </small>
        )}
      </span>
      <OwnerTag owner={owner} />
    </li>
  );
}

function OwnerTag({ owner }: { owner: Schemas["SourceOwner"] }) {
  switch (owner) {
    case "own":
      return (
        <span className={styles.own}>
          <Trans>yours</Trans>
        </span>
      );
    case "competitor":
      return (
        <Tag tone="warn">
          <Trans>competitor</Trans>
        </Tag>
      );
    case "other":
      return (
        <Tag>
          <Trans>other</Trans>
        </Tag>
      );
  }
}

function plainText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === "text" ? piece.text : `[${piece.positions.join(", ")}]`)).join("");
}

function Evidence({ citation, text }: { citation: Schemas["CitationDetail"]; text: string }) {
  const { t } = useLingui();
  const forms = useForms();
  const [isRaw, setRaw] = useState(false);
  const sources = citation.citedUrls.map(({ position, url }) => `[${String(position)}] ${url}`).join("\n");
  const evidence = `${citation.query}\n${ENGINE_NAMES[citation.engine]} (${citation.model}), ${forms.moment(citation.ranAt)}, ${citation.id}\n\n${text}\n\n${sources}\n`;
  return (
    <Actions>
      {citation.rawAnswer === null ? null : (
        <Button
          onPress={() => {
            setRaw(true);
          }}
        >
          <Trans>Raw answer</Trans>
        </Button>
      )}
      <CopyButton text={evidence} what={t`evidence`} words={t`Copy evidence`} isSmall={false} />
      {isRaw && citation.rawAnswer !== null ? (
        <Dialog
          title={t`Raw answer from ${ENGINE_NAMES[citation.engine]}`}
          isOpen
          onClose={() => {
            setRaw(false);
          }}
        >
          {/* Focusable, so that it can be scrolled with the keyboard. */}
          <pre className={styles.raw} tabIndex={0} role="region" aria-label={t`Raw answer`}>
            {indented(citation.rawAnswer)}
          </pre>
          {citation.rawAnswerTruncated ? (
            <p className={styles.note}>
              <Trans>Shortened: it was longer than 256 KiB.</Trans>
            </p>
          ) : null}
          <Actions>
            <CopyButton text={citation.rawAnswer} what={t`raw answer`} isSmall={false} />
            <Button
              look="primary"
              onPress={() => {
                setRaw(false);
              }}
            >
              <Trans>Close</Trans>
            </Button>
          </Actions>
        </Dialog>
      ) : null}
    </Actions>
  );
}

function indented(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}
