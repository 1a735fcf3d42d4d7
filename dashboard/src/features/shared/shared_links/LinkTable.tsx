// A table of shared links: what each shows, until when, and its visits. And the dialog that ends one.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { Button } from "../../../ui/elements/Button";
import { Tag } from "../../../ui/page/page";
import table from "../../../ui/tables/table.module.css";
import { useClock, useForms } from "../../../words/forms";
import { sharedLinksKey, type SharedLink } from "./queries";

const MINUTE_MS = 60_000;

interface LinkTableProps {
  links: readonly SharedLink[];
  /** The names of the sites by their ids, if the links are those of several. */
  siteNames?: ReadonlyMap<string, string>;
  onEnd: (link: SharedLink) => void;
}

export function LinkTable({ links, siteNames, onEnd }: LinkTableProps) {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  return (
    <table className={table.table}>
      <thead>
        <tr>
          {[t`Name`, t`Expires`, t`Opened`].map((title, place) => (
            <th key={title} scope="col" className={place === 1 ? table.start : undefined}>
              {title}
            </th>
          ))}
          <th scope="col" aria-label={t`Actions`} />
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <tr key={link.id}>
            <th scope="row">
              {link.name}
              <small>
                {siteNames === undefined ? null : `${siteNames.get(link.siteId) ?? ""} · `}
                <code className={table.mono}>{link.maskedToken}</code>{" "}
                <Plural value={link.panels.length} one="# panel" other="# panels" />
                {link.filter.pages.map((page) => ` · ${page}`)}
                {link.hasPassword ? ` · ${t`with a password`}` : null}
                {link.embed === null ? null : ` · ${t`embedded`}`}
              </small>
            </th>
            <td className={table.start}>
              {link.expiresAt === null ? (
                <Trans>never</Trans>
              ) : Date.parse(link.expiresAt) <= clock.now ? (
                <Tag tone="warn">
                  <Trans>expired</Trans>
                </Tag>
              ) : (
                forms.date(link.expiresAt)
              )}
            </td>
            <td>
              {forms.number(link.uses)}
              {link.lastUsedAt === null ? null : <small>{forms.ago(link.lastUsedAt, clock)}</small>}
            </td>
            <td>
              <Button
                aria-label={t`End ${link.name}`}
                onPress={() => {
                  onEnd(link);
                }}
              >
                <Trans>End…</Trans>
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
