// The latest sign-ins, including those of ended sessions. People can notice a sign-in that was not theirs.

import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";

import { api, ask } from "../../api/client";
import { Tag } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
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

export function LogIns() {
  const { t } = useLingui();
  const forms = useForms();
  const { data: logIns, error, refetch } = useQuery(logInsQuery);
  if (logIns === undefined) return <NotLoaded error={error} refetch={refetch} />;
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Browser or program</Trans>
            </th>
            <th scope="col" className={table.wide}>
              <Trans>Signed in</Trans>
            </th>
            <th scope="col">
              <Trans>Session</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {logIns.map(({ sessionId, loggedInAt, userAgent, open, current }) => (
            <tr key={sessionId}>
              <th scope="row">
                {browserOf(userAgent) ?? t`Unknown program`}
                {current ? (
                  <>
                    {" "}
                    <Tag tone="good">
                      <Trans>This browser</Trans>
                    </Tag>
                  </>
                ) : null}
                <small className={table.narrow}>{forms.moment(loggedInAt)}</small>
              </th>
              <td className={`${table.wide} ${table.unbroken}`}>{forms.moment(loggedInAt)}</td>
              <td>{open ? t`Active` : t`Ended`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={table.caption}>
        <Trans>
          The last {MAX_LOG_INS} sign-ins within 90 days. If one of them wasn’t you, change your password: that ends all
          other sessions.
        </Trans>
      </p>
    </>
  );
}
