// An active filter with a × that removes it. It is a link, so that Back restores the filter.

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import styles from "./FilterChip.module.css";
import { Icon } from "../elements/Icon";

interface FilterChipProps<Search> {
  children: ReactNode;
  /** The label of the × for screen readers. */
  label: string;
  /** Returns the search parameters without this filter. */
  without: (now: Search) => Search;
}

export function FilterChip<Search>({ children, label, without }: FilterChipProps<Search>) {
  return (
    <span className={styles.chip}>
      {children}
      {/* The cast is needed because only the page knows the type of its search parameters. */}
      <Link to="." search={without as never} aria-label={label}>
        <Icon name="close" />
      </Link>
    </span>
  );
}
