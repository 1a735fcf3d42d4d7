// An active filter with a × that removes it. It is a link, so that Back restores the filter. A filter that the page
// cannot apply is struck, and says why.

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import styles from "./FilterChip.module.css";
import { Icon } from "../elements/Icon";

interface FilterChipProps<Search> {
  children: ReactNode;
  /** The label of the × for screen readers. */
  label: string;
  /** Why the page cannot apply it. */
  reason?: string | undefined;
  /** Returns the search parameters without this filter. */
  without: (now: Search) => Search;
}

export function FilterChip<Search>({ children, label, reason, without }: FilterChipProps<Search>) {
  return (
    <span className={styles.chip} data-struck={reason === undefined ? undefined : ""}>
      {reason === undefined ? (
        children
      ) : (
        <>
          <s>{children}</s>
          <small>{reason}</small>
        </>
      )}
      {/* The cast is needed because only the page knows the type of its search parameters. */}
      <Link to="." search={without as never} aria-label={label}>
        <Icon name="close" />
      </Link>
    </span>
  );
}
