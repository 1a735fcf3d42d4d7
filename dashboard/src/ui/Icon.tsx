// The dashboard's signs: strokes on a grid of sixteen. A sign never stands without a word or a label beside it.

import styles from "./Icon.module.css";

const PATHS = {
  account: "M8 2.5a2.75 2.75 0 1 1 0 5.500 2.75 2.75 0 0 1 0-5.500M2.500 14c.5-3 2.400-4.200 5.500-4.200s5 1.200 5.500 4.200",
  all: "M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z",
  calendar: "M2.500 3.500h11v10h-11zM2.500 6.500h11M5.500 2v3M10.500 2v3",
  check: "M3 8.500l3.200 3L13 4.500",
  chevron: "M5 6.500l3 3 3-3",
  citations: "M6.500 4.500C4 5 2.500 6.500 2.500 9v2.500h4V8h-2M13.500 4.500C11 5 9.500 6.500 9.500 9v2.500h4V8h-2",
  close: "M4 4l8 8M12 4l-8 8",
  copy: "M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3",
  back: "M10 4L6 8l4 4",
  forth: "M6 4l4 4-4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  download: "M8 2v8M4.500 7L8 10.500 11.500 7M2.500 13.500h11",
  eye: "M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8M8 6.200a1.800 1.800 0 1 1 0 3.600 1.800 1.800 0 0 1 0-3.600",
  keys: "M5 8.200a2.800 2.800 0 1 1 0 5.600 2.800 2.800 0 0 1 0-5.600M7 9l6.500-6.500M11 5l2 2",
  info: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M8 7.500V11M8 5h.01",
  live: "M8 7a1 1 0 1 1 0 2 1 1 0 0 1 0-2M5.200 10.800a4 4 0 0 1 0-5.600M10.800 5.200a4 4 0 0 1 0 5.600M3.100 12.900a7 7 0 0 1 0-9.800M12.900 3.100a7 7 0 0 1 0 9.800",
  more: "M3.500 8h.01M8 8h.01M12.500 8h.01",
  organization: "M2.500 13.500h11M4 13.500v-11h5v11M9 6h3v7.500M6 5h1M6 8h1M6 11h1",
  overview: "M2.500 13.500h11M4.500 11V7M8 11V3M11.500 11V5.500",
  pages: "M4 1.500h5.500L12.500 4.500V14.500H4zM9.500 1.500v3h3M6 8h4M6 11h4",
  plus: "M8 3v10M3 8h10",
  prompts: "M2.500 3h11M2.500 6.500h11M2.500 10h6M10.500 11.500h3M12 10v3",
  grip: "M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01",
  questions: "M2.500 3h11v8h-6l-3 2.500V11h-2zM6 7h4",
  rules: "M2.500 4h2.500M8 4h5.500M6.500 2.800a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400M2.500 8h6.500M12 8h1.500M10.500 6.800a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400M2.500 12h1.500M7 12h6.500M5.500 10.800a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400",
  search: "M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9M10.500 10.500l3 3",
  up: "M8 13V3M4 7l4-4 4 4",
  widget: "M2.500 2.500h11v8h-11zM5 7h6M6 13.500h4M8 10.500v3",
  warning: "M8 2.500l6 11H2zM8 6.500v3.500M8 12h.01",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
