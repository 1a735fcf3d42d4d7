// The shared links of a site. Each with what it shows, until when, and how often it was opened.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import { api, ask } from "../../../api/client";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { Button } from "../../../ui/elements/Button";
import { Bar, Empty, ScreenReaderOnly, Tag } from "../../../ui/page/page";
import { NotLoaded } from "../../../ui/loading/Loaded";
import { Table } from "../../../ui/tables/Table";
import table from "../../../ui/tables/table.module.css";
import { useClock, useForms, type Clock } from "../../../words/forms";
import { sharedLinksKey, sharedLinksQuery, type SharedLink } from "./queries";

const MINUTE_MS = 60_000;

/** With the preview, which only the dialog needs. */
const CreateLinkDialog = lazy(async () => ({ default: (await import("./CreateLinkDialog")).CreateLinkDialog }));

export function SharedLinks({ site }: { site: { id: string; name: string } }) {
  const { t } = useLingui();
  const [isCreating, setCreating] = useState(false);
  const [ending, setEnding] = useState<SharedLink | null>(null);
  const { data, error, refetch } = useQuery(sharedLinksQuery(site.id));
  if (data === undefined) return <NotLoaded error={error} refetch={refetch} />;
  const create = (
    <Button
      icon="plus"
      onPress={() => {
        setCreating(true);
      }}
    >
      <Trans>Create shared link</Trans>
    </Button>
  );
  return (
    <>
      {data.items.length === 0 ? (
        <Empty title={t`No shared links`} action={create}>
          <Trans>A shared link shows the figures that you choose to people without an account.</Trans>
        </Empty>
      ) : (
        <>
          <Links links={data.items} onEnd={setEnding} />
          <Bar>{create}</Bar>
        </>
      )}
      {isCreating ? (
        <Suspense>
          <CreateLinkDialog
            site={site}
            onClose={() => {
              setCreating(false);
            }}
          />
        </Suspense>
      ) : null}
      {ending === null ? null : (
        <EndDialog
          link={ending}
          onClose={() => {
            setEnding(null);
          }}
        />
      )}
    </>
  );
}

function Links({ links, onEnd }: { links: readonly SharedLink[]; onEnd: (link: SharedLink) => void }) {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  return (
    <Table
      rows={links}
      idOf={({ id }) => id}
      columns={[
        {
          head: t`Name`,
          cell: (link) => (
            <>
              {link.name}
              <small>
                <code className={table.mono}>{link.maskedToken}</code>{" "}
                <Plural value={link.panels.length} one="# panel" other="# panels" />
                {link.filter.pages.map((page) => ` · ${page}`)}
                {link.hasPassword ? ` · ${t`with a password`}` : null}
                {link.embed === null ? null : ` · ${t`embedded`}`}
              </small>
            </>
          ),
        },
        { head: t`Expires`, kind: "text", cell: ({ expiresAt }) => <Expiration at={expiresAt} clock={clock} /> },
        {
          head: t`Opened`,
          cell: ({ uses, lastUsedAt }) => (
            <>
              {forms.number(uses)}
              {lastUsedAt === null ? null : <small>{forms.ago(lastUsedAt, clock)}</small>}
            </>
          ),
        },
        {
          head: <ScreenReaderOnly>{t`Actions`}</ScreenReaderOnly>,
          cell: (link) => (
            <Button
              aria-label={t`End ${link.name}`}
              onPress={() => {
                onEnd(link);
              }}
            >
              <Trans>End…</Trans>
            </Button>
          ),
        },
      ]}
    />
  );
}

function Expiration({ at, clock }: { at: string | null; clock: Clock }) {
  const forms = useForms();
  if (at === null) return <Trans>never</Trans>;
  if (Date.parse(at) > clock.now) return <>{forms.date(at)}</>;
  return (
    <Tag tone="warn">
      <Trans>expired</Trans>
    </Tag>
  );
}

function EndDialog({ link, onClose }: { link: SharedLink; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const end = async (): Promise<void> => {
    const path = { siteId: link.siteId, linkId: link.id };
    await ask(api.DELETE("/api/v1/links/{siteId}/{linkId}", { params: { path } }));
    await queryClient.invalidateQueries({ queryKey: sharedLinksKey(link.siteId) });
  };
  return (
    <ConfirmDialog title={t`End “${link.name}”?`} act={t`End shared link`} onConfirm={end} onClose={onClose}>
      <Trans>Everyone who has the link sees immediately that it has ended. This cannot be undone.</Trans>
    </ConfirmDialog>
  );
}
