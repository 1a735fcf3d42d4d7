// Pages that have the snippet but are not counted, because their origin is not allowed. Only origins of the site's own
// registrable domain can be added here: anyone can send events that name another domain.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";
import { Button } from "../../../ui/elements/Button";
import { useForms, useClock } from "../../../words/forms";
import styles from "./RefusedOrigins.module.css";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** The service stores refused events after some seconds. */
const POLL_INTERVAL_MS = 5_000;

const refusedOriginsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["site", siteId, "refused origins"],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/sites/{siteId}/refused-origins", { params: { path: { siteId } }, signal })),
  });

interface Props {
  site: { id: string; domain: string; allowedOrigins: readonly string[] };
  /** Undefined if the person may not change the site. */
  onAllow: ((origin: string) => void) | undefined;
  isPending?: boolean;
  /** Polls while a person waits for the first event. */
  isWatched?: boolean;
}

/** Empty if no event was refused. */
export function RefusedOrigins({ site, onAllow, isPending = false, isWatched = false }: Props) {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(isWatched ? SECOND_MS : MINUTE_MS);
  const { data } = useQuery({ ...refusedOriginsQuery(site.id), refetchInterval: isWatched ? POLL_INTERVAL_MS : false });
  const refused = (data?.items ?? []).filter(({ origin }) => !site.allowedOrigins.includes(origin));
  if (refused.length === 0) return null;
  return (
    <section className={styles.refused} aria-label={t`Pages that are not counted`}>
      <p>
        <Trans>
          Pages at these origins have the snippet but are not counted, because these origins are not allowed:
        </Trans>
      </p>
      <ul>
        {refused.map(({ origin, count, lastAt, sameDomain }) => (
          <li key={origin}>
            <code>{origin}</code>
            <small>
              <Plural value={count} one="# event refused" other="# events refused" />, {forms.ago(lastAt, clock)}
            </small>
            {!sameDomain ? (
              <small className={styles.warning}>
                <Trans>
                  This origin is not part of {site.domain}, and anyone can send events that claim to come from it. If it
                  is yours, add it to Allowed origins in the site settings.
                </Trans>
              </small>
            ) : onAllow === undefined ? null : (
              <Button
                isPending={isPending}
                onPress={() => {
                  onAllow(origin);
                }}
                aria-label={t`Allow ${origin}`}
              >
                <Trans>Allow</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
