// The parts of a page: head, cards, notes, tags, empty states, and skeletons.

import { createContext, useContext, useEffect, useState, type ReactNode } from "react";

import { Info } from "../dialogs/Info";
import styles from "./page.module.css";

/** The skeleton is shown only after this time, so that it does not flicker when the content arrives quickly. */
const SKELETON_AFTER_MS = 200;

/** The element of a page's title: `h2` on tabs, which have the title of the whole page above them. */
export const TitleElement = createContext<"h1" | "h2">("h1");

/** The name of the site or organization that a page belongs to; null outside of both. */
export const PageOwner = createContext<string | null>(null);

interface PageHeadProps {
  title: string;
  /** The title that the page itself shows, if it differs from the title of the window. */
  heading?: string;
  /** One or two sentences about what the page is for, behind an ⓘ. */
  help?: ReactNode;
  /** The page of the guide and its heading, for the link to more information. */
  guide?: string;
  /** Shown next to the title: the state of the whole page's object. */
  beside?: ReactNode;
  /** Whether the page is a column of forms. */
  isNarrow?: boolean;
  children?: ReactNode;
}

export function PageHead({ title, heading = title, help, guide, beside, isNarrow = false, children }: PageHeadProps) {
  const element = useContext(TitleElement);
  useTitle(title);
  return (
    <header className={styles.head} data-narrow={isNarrow || undefined}>
      {element === "h1" ? <h1>{heading}</h1> : <h2>{heading}</h2>}
      {help === undefined || guide === undefined ? null : (
        <Info about={heading} guide={guide}>
          {help}
        </Info>
      )}
      {beside === undefined ? null : <span className={styles.beside}>{beside}</span>}
      <span className={styles.space} />
      {children}
    </header>
  );
}

/** Names the window: `River Notes – Overview`, so that several windows of the dashboard can be told apart. */
export function useTitle(title: string): void {
  const owner = useContext(PageOwner);
  useEffect(() => {
    document.title = owner === null ? `${title} · Askline` : `${owner} – ${title}`;
  }, [owner, title]);
}

export function Card({
  title,
  end,
  children,
  label,
}: {
  title?: string;
  end?: ReactNode;
  children: ReactNode;
  label?: string;
}) {
  return (
    <section className={styles.card} aria-label={label ?? title}>
      {title === undefined ? null : (
        <header>
          <h2>{title}</h2>
          <span className={styles.end}>{end}</span>
        </header>
      )}
      {children}
    </section>
  );
}

/** A line of controls below the head. */
export function Bar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}

type Tone = "calm" | "warn" | "bad" | "good";

export function Note({
  tone = "calm",
  children,
  isAlert = false,
}: {
  tone?: Tone;
  children: ReactNode;
  isAlert?: boolean;
}) {
  return (
    <div className={`${styles.note} ${styles[tone]}`} {...(isAlert ? { role: "alert" } : {})}>
      {children}
    </div>
  );
}

export function Tag({ tone = "calm", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles.tag} ${styles[tone]}`}>{children}</span>;
}

/** A text, and a shorter one for phones. */
export function Shortened({ children, brief }: { children: ReactNode; brief: ReactNode }) {
  return (
    <>
      <span className={styles.full}>{children}</span>
      <span className={styles.brief}>{brief}</span>
    </>
  );
}

/**
 * The text of a button in the head of a page: phones show the shorter text, screen readers always read the full one.
 */
export function ShortenedLabel({ children, brief }: { children: ReactNode; brief: ReactNode }) {
  return (
    <>
      <span className={styles.whole}>{children}</span>
      <span className={styles.brief} aria-hidden="true">
        {brief}
      </span>
    </>
  );
}

/** A text for screen readers only. */
export function ScreenReaderOnly({ children }: { children: ReactNode }) {
  return <span className={styles.unseen}>{children}</span>;
}

/** `isPage` is true if the page shows nothing else. */
export function Empty({
  title,
  children,
  action,
  isPage = false,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  isPage?: boolean;
}) {
  const element = useContext(TitleElement);
  return (
    <div className={styles.empty}>
      {isPage && element === "h1" ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children === undefined ? null : <p>{children}</p>}
      {action}
    </div>
  );
}

export function Skeleton({ rows = 5, label }: { rows?: number; label: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setShown(true);
    }, SKELETON_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {isShown ? Array.from({ length: rows }, (_, row) => <i key={row} />) : null}
    </div>
  );
}
