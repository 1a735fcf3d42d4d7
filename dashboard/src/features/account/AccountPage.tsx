// `/account`: the person's name, password and open sessions.

import { Trans, useLingui } from "@lingui/react/macro";
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";

import { api, ask, askWhole, type Schemas } from "../../api/client";
import { everyPage } from "../../api/every_page";
import { meQuery } from "../../api/queries";
import { usePlace } from "../../shell/place";
import { Loading } from "../../shell/states";
import { Button } from "../../ui/elements/Button";
import { PasswordField, TextField } from "../../ui/fields/fields";
import { Bar, Card, Note, PageHead, Tag, Unseen } from "../../ui/page/page";
import { FormProblem, LoadProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { TableDownload } from "../../ui/tables/TableDownload";
import table from "../../ui/tables/table.module.css";
import { useForms, useNow } from "../../words/forms";
import styles from "./AccountPage.module.css";
import { Address } from "./AddressForm";
import { browserOf } from "../../words/browser_name";
import { Memberships } from "./Memberships";

const PASSWORD_CHARACTERS_LEAST = 10;
const NAME_CHARACTERS_MOST = 100;
const MINUTE_MS = 60_000;
/** As many as the API gives at once. */
const SESSIONS_ASKED = 200;

const sessionsQuery = infiniteQueryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal, pageParam }) => {
    const query = pageParam === "" ? {} : { cursor: pageParam };
    const { data, meta } = await askWhole(api.GET("/api/v1/auth/sessions", { params: { query }, signal }));
    return { items: data.items, next: meta.pagination.nextCursor ?? null };
  },
  initialPageParam: "",
  getNextPageParam: (last) => last.next,
  select: (found) => found.pages.flatMap(({ items }) => items),
});

export function AccountPage() {
  const { t } = useLingui();
  const { me } = usePlace();
  const forms = useForms();
  return (
    <>
      <PageHead isNarrow title={t`Sign-in and security`} guide="dashboard#signing-in" help={<Trans>Your name, email address and password, and the browsers in which you are signed in.</Trans>} />
      <Card title={t`Profile`}>
        <NameForm name={me.user.name} />
        <dl className={styles.facts}>
          <div><dt><Trans>Member since</Trans></dt><dd>{forms.date(me.user.createdAt)}</dd></div>
        </dl>
      </Card>
      {me.orgs.length === 0 ? null : <Card title={t`Organizations`}><Memberships organizations={me.orgs} /></Card>}
      <Card title={t`Email address`}><Address user={me.user} /></Card>
      <Card title={t`Password`}><PasswordForm /></Card>
      <Card title={t`Sessions`} end={<SessionsFile />}><Sessions /></Card>
    </>
  );
}

function NameForm({ name }: { name: string }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(name);
  const [isDone, setDone] = useState(false);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const save = async (): Promise<void> => {
    setDone(false);
    const isSaved = await send(async () => {
      const me = await ask(api.PATCH("/api/v1/me", { body: { name: typed.trim() } }));
      queryClient.setQueryData(meQuery.queryKey, me);
      setTyped(me.user.name);
    });
    setDone(isSaved);
  };
  return (
    <Form
      className={styles.form}
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FormProblem failure={failure} fields={["name"]} />
      {isDone ? <div role="status"><Note tone="good"><Trans>Your name is saved.</Trans></Note></div> : null}
      <TextField
        label={t`Name`} name="name" autoComplete="name" value={typed} maxLength={NAME_CHARACTERS_MOST} hint={t`Shown to members of your organizations and in the audit log.`}
        onChange={(next) => { setTyped(next); setDone(false); }}
      />
      <Bar><Button type="submit" isPending={isPending} isDisabled={typed.trim() === name}><Trans>Save</Trans></Button></Bar>
    </Form>
  );
}

function PasswordForm() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const [isDone, setDone] = useState(false);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const change = async (): Promise<void> => {
    setDone(false);
    const isChanged = await send(async () => {
      await ask(api.POST("/api/v1/auth/password", { body: { currentPassword, newPassword } }));
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    });
    if (!isChanged) return;
    setCurrent("");
    setNew("");
    setDone(true);
  };
  return (
    <Form
      className={styles.form}
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <FormProblem failure={failure} fields={["currentPassword", "newPassword"]} />
      {isDone ? <div role="status"><Note tone="good"><Trans>Your password is changed. Every other session has ended.</Trans></Note></div> : null}
      <PasswordField label={t`Current password`} name="currentPassword" autoComplete="current-password" isRequired value={currentPassword} onChange={setCurrent} />
      <PasswordField
        label={t`New password`} name="newPassword" autoComplete="new-password" isRequired minLength={PASSWORD_CHARACTERS_LEAST} value={newPassword} onChange={setNew}
        hint={t`At least ${PASSWORD_CHARACTERS_LEAST} characters. All other sessions will end.`}
      />
      <Bar><Button type="submit" isPending={isPending}><Trans>Change password</Trans></Button></Bar>
    </Form>
  );
}

function Sessions() {
  const { data: sessions, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(sessionsQuery);
  if (sessions === undefined) return error === null ? <Loading /> : <LoadProblem failure={error} onRetry={() => void refetch()} />;
  return (
    <>
      <table className={table.table}>
        <thead><tr><th scope="col"><Trans>Browser or program</Trans></th><th scope="col"><Trans>Last used</Trans></th><th scope="col" className={table.wide}><Trans>Signed in</Trans></th><th scope="col"><Unseen><Trans>Sign out</Trans></Unseen></th></tr></thead>
        <tbody>{sessions.map((session) => <SessionRow key={session.id} session={session} />)}</tbody>
      </table>
      {hasNextPage ? <div className={styles.form}><Bar><Button onPress={() => void fetchNextPage()}><Trans>Show more</Trans></Button></Bar></div> : null}
    </>
  );
}

function SessionsFile() {
  const rows = async () => {
    const all = await everyPage(SESSIONS_ASKED, (page) => askWhole(api.GET("/api/v1/auth/sessions", { params: { query: page } })));
    return all.map(({ id, userAgent, createdAt, lastUsedAt, current }) => [id, userAgent, createdAt, lastUsedAt, String(current)]);
  };
  return <TableDownload name="sessions" head={["id", "userAgent", "createdAt", "lastUsedAt", "current"]} rows={rows} />;
}

function SessionRow({ session }: { session: Schemas["SessionView"] }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const forms = useForms();
  const now = useNow(MINUTE_MS);
  const { isPending, failure, send } = useSubmission();
  const end = () =>
    send(async () => {
      await ask(api.DELETE("/api/v1/auth/sessions/{sessionId}", { params: { path: { sessionId: session.id } } }));
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    });
  const name = browserOf(session.userAgent) ?? t`Unknown program`;
  return (
    <tr>
      <th scope="row">{name}{session.current ? <> <Tag tone="good"><Trans>This browser</Trans></Tag></> : null}<FormProblem failure={failure} /></th>
      <td>{forms.span(session.lastUsedAt, now)}</td>
      <td className={table.wide}>{forms.moment(session.createdAt)}</td>
      <td>{session.current ? null : <Button isPending={isPending} onPress={() => void end()} aria-label={t`Sign out ${name}`}><Trans>Sign out</Trans></Button>}</td>
    </tr>
  );
}
