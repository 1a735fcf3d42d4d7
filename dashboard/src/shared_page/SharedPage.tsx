// Opens the shared link of the address. Asks for its password if it has one, and shows its panels until it ends.

import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useRef, useState, type SubmitEvent } from "react";

import type { Schemas } from "../api/client";
import { accentStyle } from "../features/shared/brand/brand";
import { LinkView } from "../features/shared/link_view/LinkView";
import { Download } from "./Download";
import { embedding, sendHeights } from "./embedding";
import { openLink, readBrand, readView, Refused, type Refusal, type Shown } from "./session";

/** How often the figures are read again while the page is visible: an ended link is noticed then. */
const READ_EVERY_MS = 60_000;

type Session = Schemas["SharedLinkSession"];
type Brand = Schemas["ShownBrand"];

export function SharedPage({ token }: { token: string }) {
  const { isEmbedded } = embedding();
  const [session, setSession] = useState<Session | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [brand, setBrand] = useState<Brand | null>(null);
  const page = useRef<HTMLElement>(null);
  const given = useRef<string | undefined>(undefined);
  /** Counts attempts to open the link: only the latest one is shown. */
  const attempts = useRef(0);
  const open = useCallback(
    async (password?: string): Promise<void> => {
      attempts.current += 1;
      const attempt = attempts.current;
      try {
        const begun = await openLink(token, password);
        const view = await readView(begun);
        if (attempt !== attempts.current) return;
        given.current = password;
        setSession(begun);
        setShown(view);
        setRefusal(null);
      } catch (problem) {
        if (attempt !== attempts.current) return;
        const reason = problem instanceof Refused ? problem.reason : "unreachable";
        setRefusal(reason);
        // Figures of a link that ended are not left on the page.
        if (reason !== "busy" && reason !== "unreachable") setShown(null);
        // The prompt does not wait for the brand, and does without it.
        if (reason === "password" || reason === "wrong password") readBrand(token).then(setBrand, () => undefined);
      }
    },
    [token],
  );
  useEffect(() => {
    queueMicrotask(() => void open());
  }, [open]);
  useEffect(() => {
    if (session === null || shown === null) return;
    const again = (): void => {
      if (document.visibilityState !== "visible") return;
      readView(session).then(setShown, () => void open(given.current));
    };
    const timer = setInterval(again, READ_EVERY_MS);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [session, shown, open]);
  useEffect(() => (isEmbedded && page.current !== null ? sendHeights(page.current) : undefined), [isEmbedded]);
  useEffect(() => {
    if (shown !== null) document.title = shown.content.name;
  }, [shown]);
  return (
    <main ref={page} className="shared-page">
      {shown !== null && session !== null ? (
        <LinkView
          content={shown.content}
          range={shown.range}
          acts={isEmbedded ? undefined : <Download session={session} shown={shown} />}
        />
      ) : refusal === null ? null : refusal === "password" || refusal === "wrong password" ? (
        <Password isWrong={refusal === "wrong password"} brand={brand} onSend={open} />
      ) : (
        <Reason refusal={refusal} onRetry={() => void open(given.current)} />
      )}
    </main>
  );
}

function Reason({
  refusal,
  onRetry,
}: {
  refusal: Exclude<Refusal, "password" | "wrong password">;
  onRetry: () => void;
}) {
  const { t } = useLingui();
  const texts = {
    unknown: [
      t`This link has ended`,
      t`It was ended, or its address is incomplete. Ask the person who sent it for a new one.`,
    ],
    expired: [t`This link has expired`, t`Ask the person who sent it for a new one.`],
    busy: [t`Too many requests`, t`Wait a minute, then try again.`],
    unreachable: [t`The figures cannot be loaded`, t`Check your connection, then try again.`],
  } as const;
  const [title, text] = texts[refusal];
  return (
    <div className="shared-note" role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      {refusal === "busy" || refusal === "unreachable" ? (
        <button type="button" className="shared-button" onClick={onRetry}>
          <Trans>Try again</Trans>
        </button>
      ) : null}
    </div>
  );
}

function Password({
  isWrong,
  brand,
  onSend,
}: {
  isWrong: boolean;
  brand: Brand | null;
  onSend: (password: string) => Promise<void>;
}) {
  const { t } = useLingui();
  const [password, setPassword] = useState("");
  const [isPending, setPending] = useState(false);
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    void onSend(password).finally(() => {
      setPending(false);
    });
  };
  return (
    <form className="shared-note" style={accentStyle(brand?.accent)} onSubmit={send}>
      {brand === null ? null : (
        <p className="shared-brand">
          {brand.logoUrl === null ? null : <img src={brand.logoUrl} alt="" />}
          {brand.name}
        </p>
      )}
      <h1>{t`This link has a password`}</h1>
      <label>
        <span>{t`Password`}</span>
        <input
          type="password"
          autoComplete="off"
          required
          autoFocus
          value={password}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? "wrong" : undefined}
          onChange={({ target }) => {
            setPassword(target.value);
          }}
        />
      </label>
      {isWrong ? (
        <p id="wrong" className="shared-wrong" role="alert">
          {t`This is not the password of the link. Ask the person who sent it.`}
        </p>
      ) : null}
      <button
        type="submit"
        className="shared-button"
        data-accent={brand?.accent ? true : undefined}
        disabled={isPending}
      >
        <Trans>Show the figures</Trans>
      </button>
    </form>
  );
}
