// The open sessions. Each one except the current one has a button to end it.

import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";

import { useState } from "react";

import { api, ask, askWhole, type Schemas } from "../../api/client";
import { readAllPages } from "../../api/all_pages";
import { pagedQuery } from "../../api/paged_query";
import { usePlace } from "../../shell/place";
import { Button } from "../../ui/elements/Button";
import { Bar, ScreenReaderOnly } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { Table } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { browserOf } from "../../words/browser_name";
import { useForms, useClock } from "../../words/forms";
import { TableDownload } from "../shared/files/TableDownload";
import styles from "./AccountPage.module.css";
import { logInsQuery, ThisBrowser } from "./LogIns";

const MINUTE_MS = 60_000;
/** The API's maximum page size. */
const PAGE_ROWS = 200;

const sessionsQuery = pagedQuery({
  queryKey: ["sessions"],
  read: (from, signal) => askWhole(api.GET("/api/v1/auth/sessions", { params: { query: { ...from } }, signal })),
});

/** After sessions ended: reloads the open sessions and the sign-ins, which show whether their session is open. */
export async function reloadSessions(queryClient: QueryClient): Promise<void> {
  await Promise.all([sessionsQuery, logInsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
}

export function Sessions() {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  /** By session that could not be ended. */
  const [failures, setFailures] = useState<Record<string, unknown>>({});
  const { data: sessions, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(sessionsQuery);
  if (sessions === undefined) return <NotLoaded error={error} refetch={refetch} />;
  return (
    <>
      <Table
        rows={sessions}
        idOf={({ id }) => id}
        columns={[
          {
            head: t`Browser or program`,
            cell: ({ id, userAgent, current, lastUsedAt }) => (
              <>
                {browserOf(userAgent) ?? t`Unknown program`}
                {current ? <ThisBrowser /> : null}
                <small className={table.narrow}>{forms.ago(lastUsedAt, clock)}</small>
                <FormProblem failure={failures[id]} />
              </>
            ),
          },
          { head: t`Last used`, kind: "time", from: 640, cell: ({ lastUsedAt }) => forms.ago(lastUsedAt, clock) },
          { head: t`Signed in`, from: 640, cell: ({ createdAt }) => forms.moment(createdAt) },
          {
            head: <ScreenReaderOnly>{t`Sign out`}</ScreenReaderOnly>,
            cell: (session) =>
              session.current ? null : (
                <EndButton
                  session={session}
                  onEnd={(failure) => {
                    setFailures((now) => ({ ...now, [session.id]: failure }));
                  }}
                />
              ),
          },
        ]}
      />
      {hasNextPage ? (
        <div className={styles.form}>
          <Bar>
            <Button onPress={() => void fetchNextPage()}>
              <Trans>Show more</Trans>
            </Button>
          </Bar>
        </div>
      ) : null}
    </>
  );
}

export function SessionsFile() {
  const { t } = useLingui();
  const { me } = usePlace();
  const rows = () =>
    readAllPages(PAGE_ROWS, (page) => askWhole(api.GET("/api/v1/auth/sessions", { params: { query: page } })));
  return (
    <TableDownload
      owner={me.user.name === "" ? me.user.email : me.user.name}
      content={t`sessions`}
      rows={rows}
      columns={[
        { heading: t`Browser or program`, of: (one) => browserOf(one.userAgent) },
        { heading: t`Last used`, kind: "moment", of: (one) => one.lastUsedAt },
        { heading: t`Signed in`, kind: "moment", of: (one) => one.createdAt },
        { heading: t`This browser`, of: (one) => (one.current ? t`yes` : t`no`) },
        {
          heading: t`User agent`,
          meaning: t`What the browser or program sent about itself.`,
          of: (one) => one.userAgent,
        },
        { heading: t`ID`, of: (one) => one.id },
      ]}
    />
  );
}

function EndButton({
  session,
  onEnd,
}: {
  session: Schemas["Session"];
  /** Gets null when it begins, and the failure if it could not end the session. */
  onEnd: (failure: unknown) => void;
}) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { isPending, send } = useSubmission();
  const end = () =>
    send(async () => {
      onEnd(null);
      try {
        await ask(api.DELETE("/api/v1/auth/sessions/{sessionId}", { params: { path: { sessionId: session.id } } }));
        await reloadSessions(queryClient);
      } catch (failure) {
        onEnd(failure);
      }
    });
  const name = browserOf(session.userAgent) ?? t`Unknown program`;
  return (
    <Button isPending={isPending} onPress={() => void end()} aria-label={t`Sign out ${name}`}>
      <Trans>Sign out</Trans>
    </Button>
  );
}
