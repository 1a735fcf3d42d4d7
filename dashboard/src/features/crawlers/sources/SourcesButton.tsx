// Opens the log sources of a site.

import { Trans } from "@lingui/react/macro";

import { LinkButton } from "../../../ui/elements/Button";
import type { CrawlersSearch } from "../../shared/analytics/search";

/** Opens the sheet. Its address is that of the page with `sources`. */
export function SourcesButton({ isPrimary = false }: { isPrimary?: boolean }) {
  return (
    <LinkButton
      to="."
      search={(now: CrawlersSearch) => ({ ...now, sources: "open" as const })}
      resetScroll={false}
      {...(isPrimary ? { look: "primary" as const } : {})}
    >
      {isPrimary ? <Trans>Connect a log</Trans> : <Trans>Log sources</Trans>}
    </LinkButton>
  );
}
