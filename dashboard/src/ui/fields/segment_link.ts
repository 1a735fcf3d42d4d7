// A link that is one of several choices, drawn as a segment.

import segments from "./Segments.module.css";

/** What such a link has besides its address. The chosen one is known by its search, not by its path alone. */
export const segmentLink = (isChosen: boolean) => ({
  className: segments.segment,
  activeProps: {},
  activeOptions: { exact: true, includeSearch: true },
  "aria-current": isChosen ? ("true" as const) : undefined,
});
