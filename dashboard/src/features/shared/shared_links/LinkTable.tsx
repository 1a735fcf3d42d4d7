// A table of shared links: what each shows, until when, and its visits. And the dialog that ends one.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { Button } from "../../../ui/elements/Button";
import { ScreenReaderOnly, Tag } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import table from "../../../ui/tables/table.module.css";
import { useClock, useForms, type Clock } from "../../../words/forms";
import { nameOfPlatform } from "../platforms/platforms";
import { sharedLinksKey, type SharedLink } from "./queries";

const MINUTE_MS = 60_000;

interface LinkTableProps {
  links: readonly SharedLink[];
  /** The names of the sites by their ids, if the links are those of several. */
  siteNames?: ReadonlyMap<string, string>;
  onChange: (link: SharedLink) => void;
  onEnd: (link: SharedLink) => void;
}

export function LinkTable({ links, siteNames, onChange, onEnd }: LinkTableProps) {
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
          cellClass: table.address,
          cell: (link) => (
            <>
              {link.name}
              <small>
                {siteNames === undefined ? null : `${siteNames.get(link.siteId) ?? ""} · `}
                <code className={table.mono}>{link.maskedToken}</code>{" "}
                <Plural value={link.panels.length} one="# panel" other="# panels" />
                {link.filter.pages.map((page) => ` · ${page}`)}
                {link.filter.platforms.map((platform) => ` · ${nameOfPlatform(platform)}`)}
                {link.hasPassword ? ` · ${t`with a password`}` : null}
                {link.embed === null ? null : ` · ${t`embedded`}`}
              </small>
            </>
          ),
        },
        { head: t`Expires`, kind: "text", cell: ({ expiresAt }) => <Expiration at={expiresAt} clock={clock} /> },
        {
          head: t`Opened`,
          from: 640,
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
            <span className={table.acts}>
              <Button
                aria-label={t`Change ${link.name}`}
                onPress={() => {
                  onChange(link);
                }}
              >
                <Trans>Change…</Trans>
              </Button>
              <Button
                aria-label={t`End ${link.name}`}
                onPress={() => {
                  onEnd(link);
                }}
              >
                <Trans>End…</Trans>
              </Button>
            </span>
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

export function EndLinkDialog({ link, onClose }: { link: SharedLink; onClose: () => void }) {
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
