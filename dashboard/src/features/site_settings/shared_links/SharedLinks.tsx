// The shared links of a site. Each with what it shows, until when, and how often it was opened.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { Schemas } from "../../../api/client";
import { Button } from "../../../ui/elements/Button";
import { NotLoaded } from "../../../ui/loading/Loaded";
import { part } from "../../../ui/loading/part";
import { Bar, Empty } from "../../../ui/page/page";
import table from "../../../ui/tables/table.module.css";
import { LinkDialogs } from "../../shared/shared_links/LinkDialogs";
import { LinkTable } from "../../shared/shared_links/LinkTable";
import { sharedLinksQuery, type SharedLink } from "../../shared/shared_links/queries";

/** With the preview, which only the dialogs need. */
const CreateLinkDialog = part(() => import("./CreateLinkDialog").then(({ CreateLinkDialog: component }) => component));
export function SharedLinks({ site }: { site: Schemas["SiteDetail"] }) {
  const { t } = useLingui();
  const [isCreating, setCreating] = useState(false);
  const [changed, setChanged] = useState<SharedLink | null>(null);
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
          <LinkTable links={data.items} onChange={setChanged} onEnd={setEnding} />
          <div className={table.caption}>
            <Bar>{create}</Bar>
          </div>
        </>
      )}
      {isCreating ? (
        <CreateLinkDialog
          site={site}
          onClose={() => {
            setCreating(false);
          }}
        />
      ) : null}
      <LinkDialogs changed={changed} ending={ending} onChanged={setChanged} onEnding={setEnding} />
    </>
  );
}
