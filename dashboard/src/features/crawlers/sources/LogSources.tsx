// The log sources of a site, in a sheet for admins: what each sent.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { isAdmin } from "../../../shell/navigation";
import { usePlace } from "../../../shell/place";
import { ActionMenu } from "../../../ui/dialogs/ActionMenu";
import { Sheet } from "../../../ui/dialogs/Sheet";
import { Button } from "../../../ui/elements/Button";
import { Bar, Empty, Tag } from "../../../ui/page/page";
import { NotLoaded } from "../../../ui/loading/Loaded";
import { Table } from "../../../ui/tables/Table";
import table from "../../../ui/tables/table.module.css";
import { useClock, useForms } from "../../../words/forms";
import type { CrawlersSearch } from "../../shared/analytics/search";
import { ChangeSourceDialog } from "./ChangeSourceDialog";
import { CreateSourceDialog } from "./CreateSourceDialog";
import { DeleteSourceDialog } from "./DeleteSourceDialog";
import { RotateSourceDialog } from "./RotateSourceDialog";
import { logSourcesQuery, type LogSource } from "./queries";

const SECOND_MS = 1000;

type Act = "change" | "rotate" | "delete";
type Opened = { act: "create" } | { act: Act; source: LogSource } | null;

/** A source that sent nothing for longer has probably stopped. */
const SILENT_AFTER_MS = 86_400_000;

export function SourcesSheet({ siteId }: { siteId: string }) {
  const { t } = useLingui();
  const { org } = usePlace();
  const navigate = useNavigate({ from: "/sites/$siteId/crawlers" });
  return (
    <Sheet
      title={t`Log sources`}
      onClose={() =>
        void navigate({ search: (now: CrawlersSearch) => ({ ...now, sources: undefined }), resetScroll: false })
      }
    >
      {isAdmin(org?.role) ? (
        <Sources siteId={siteId} />
      ) : (
        <Empty title={t`You don’t have access to log sources`}>
          <Trans>Ask an owner or admin of your organization to connect a log.</Trans>
        </Empty>
      )}
    </Sheet>
  );
}

function Sources({ siteId }: { siteId: string }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<Opened>(null);
  const { data, error, refetch } = useQuery(logSourcesQuery(siteId));
  const close = (): void => {
    setOpened(null);
  };
  if (data === undefined) return <NotLoaded error={error} refetch={refetch} />;
  const create = (
    <Button
      look="primary"
      icon="plus"
      onPress={() => {
        setOpened({ act: "create" });
      }}
    >
      <Trans>Create log source</Trans>
    </Button>
  );
  return (
    <>
      {data.items.length === 0 ? (
        <Empty title={t`No log sources`} action={create}>
          <Trans>
            A log source sends the lines of your web server. Its token can do nothing else. Addresses of visitors are
            not stored, and lines of people are dropped.
          </Trans>
        </Empty>
      ) : (
        <>
          <SourceTable
            sources={data.items}
            onOpen={(act, source) => {
              setOpened({ act, source });
            }}
          />
          <Bar>{create}</Bar>
        </>
      )}
      {opened?.act === "create" ? <CreateSourceDialog siteId={siteId} onClose={close} /> : null}
      {opened?.act === "change" ? <ChangeSourceDialog siteId={siteId} source={opened.source} onClose={close} /> : null}
      {opened?.act === "rotate" ? <RotateSourceDialog siteId={siteId} source={opened.source} onClose={close} /> : null}
      {opened?.act === "delete" ? <DeleteSourceDialog siteId={siteId} source={opened.source} onClose={close} /> : null}
    </>
  );
}

function SourceTable({
  sources,
  onOpen,
}: {
  sources: readonly LogSource[];
  onOpen: (act: Act, source: LogSource) => void;
}) {
  const { t } = useLingui();
  const forms = useForms();
  return (
    <Table
      rows={sources}
      idOf={({ id }) => id}
      columns={[
        {
          head: t`Name`,
          cell: ({ name, maskedToken }) => (
            <>
              {name}
              <small>
                <code className={table.mono}>{maskedToken}</code>
              </small>
            </>
          ),
        },
        { head: t`State`, kind: "text", cell: ({ state }) => <State state={state} /> },
        { head: t`Lines`, cell: ({ state }) => forms.number(state.lines) },
        { head: t`Page reads`, cell: ({ state }) => forms.number(state.kept) },
        {
          kind: "menu",
          cell: (source) => (
            <ActionMenu
              label={t`Actions for ${source.name}`}
              actions={[
                { id: "change" as const, words: t`Change…` },
                { id: "rotate" as const, words: t`New token…` },
                { id: "delete" as const, words: t`Delete…`, isBad: true },
              ]}
              onAction={(act) => {
                onOpen(act, source);
              }}
            />
          ),
        },
      ]}
    />
  );
}

function State({ state: { lastBatchAt, unreadable, otherHosts, outOfRange } }: { state: LogSource["state"] }) {
  const forms = useForms();
  const clock = useClock(SECOND_MS);
  return (
    <>
      {lastBatchAt === null ? (
        <Tag tone="warn">
          <Trans>nothing received yet</Trans>
        </Tag>
      ) : (
        <Tag tone={Date.parse(lastBatchAt) < clock.now - SILENT_AFTER_MS ? "warn" : "good"}>
          <Trans>received {forms.ago(lastBatchAt, clock)}</Trans>
        </Tag>
      )}
      {unreadable === 0 ? null : (
        <small>
          <Plural value={unreadable} one="# line could not be read" other="# lines could not be read" />
        </small>
      )}
      {otherHosts === 0 ? null : (
        <small>
          <Plural value={otherHosts} one="# request for another host" other="# requests for other hosts" />
        </small>
      )}
      {outOfRange === 0 ? null : (
        <small>
          <Plural
            value={outOfRange}
            one="# request in the future or older than a year"
            other="# requests in the future or older than a year"
          />
        </small>
      )}
    </>
  );
}
