// An assistant's or network's mark, in the color of the text next to it.

import { networks, platforms } from "../../../../../crates/domain/data/marks.json";
import styles from "./Mark.module.css";

const PATHS: Readonly<Record<string, { path: string } | undefined>> = { ...networks, ...platforms };

export function Mark({ id }: { id: string }) {
  const path = PATHS[id]?.path;
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      {path === undefined ? <circle cx="12" cy="12" r="4" /> : <path d={path} fillRule="evenodd" />}
    </svg>
  );
}
