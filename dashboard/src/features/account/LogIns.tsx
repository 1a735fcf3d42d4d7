// The latest sign-ins, including those of ended sessions. People can notice a sign-in that was not theirs.

import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";

import { api, ask } from "../../api/client";
import { Tag } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
import { Table } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { browserOf } from "../../words/browser_name";
import { useForms } from "../../words/forms";

/** The maximum number of sign-ins that the service stores. */
const MAX_LOG_INS = 50;

export const logInsQuery = queryOptions({
  queryKey: ["log-ins"],
  queryFn: async ({ signal }) =>
    (await ask(api.GET("/api/v1/auth/logins", { params: { query: { limit: MAX_LOG_INS } }, signal }))).items,
});

/** Marks the session of this browser, after the browser's name. */
export function ThisBrowser() {
  return (
    <>
      {" "}
      <Tag tone="good">
        <Trans>This browser</Trans>
      </Tag>
    </>
  );
}

export function LogIns() {
  const { t } = useLingui();
  const forms = useForms();
  const { data: logIns, error, refetch } = useQuery(logInsQuery);
  if (logIns === undefined) return <NotLoaded error={error} refetch={refetch} />;
  return (
    <>
      <Table
        rows={logIns}
        idOf={({ sessionId }) => sessionId}
        columns={[
          {
            head: t`Browser or program`,
            cell: ({ userAgent, current, loggedInAt }) => (
              <>
                {browserOf(userAgent) ?? t`Unknown program`}
                {current ? <ThisBrowser /> : null}
                <small className={table.narrow}>{forms.moment(loggedInAt)}</small>
              </>
            ),
          },
          { head: t`Signed in`, kind: "time", from: 640, cell: ({ loggedInAt }) => forms.moment(loggedInAt) },
          { head: t`Session`, cell: ({ open }) => (open ? t`Active` : t`Ended`) },
        ]}
      />
      <p className={table.caption}>
        <Trans>
          The last {MAX_LOG_INS} sign-ins within 90 days. If one of them wasn’t you, change your password: that ends all
          other sessions.
        </Trans>
      </p>
    </>
  );
}
