// The shared links of a site. Each with what it shows, until when, and how often it was opened.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import { Button } from "../../../ui/elements/Button";
import { NotLoaded } from "../../../ui/loading/Loaded";
import { Bar, Empty } from "../../../ui/page/page";
import { EndLinkDialog, LinkTable } from "../../shared/shared_links/LinkTable";
import { sharedLinksQuery, type SharedLink } from "../../shared/shared_links/queries";

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
          <LinkTable links={data.items} onEnd={setEnding} />
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
        <EndLinkDialog
          link={ending}
          onClose={() => {
            setEnding(null);
          }}
        />
      )}
    </>
  );
}
