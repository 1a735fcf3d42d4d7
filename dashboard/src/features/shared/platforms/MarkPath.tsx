// A mark in the color of its text, or a dot.

import styles from "./Mark.module.css";

export function MarkPath({ path }: { path: string | undefined }) {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      {path === undefined ? <circle cx="12" cy="12" r="4" /> : <path d={path} fillRule="evenodd" />}
    </svg>
  );
}
