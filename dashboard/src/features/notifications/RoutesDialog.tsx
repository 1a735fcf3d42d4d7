// What is sent to a channel: events and reports, and their sites. Each kind keeps its own list of sites, unless one list is
// chosen for all.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../api/client";
import { Dialog } from "../../ui/dialogs/Dialog";
import { Button } from "../../ui/elements/Button";
import { CheckboxList } from "../../ui/fields/CheckboxList";
import { Checkbox } from "../../ui/fields/fields";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { Loaded } from "../../ui/loading/Loaded";
import { KINDS, type NotificationKind } from "../shared/events/event_words";
import { Note } from "../../ui/page/page";
import { SitesField } from "../shared/members/SitesField";
import { sitesOf, sitesToSave, type SitesOfKinds } from "./kind_sites";
import { routesQuery, type Channel, type Route } from "./queries";

interface RoutesDialogProps {
  orgId: string;
  channel: Channel;
  onClose: () => void;
}

export function RoutesDialog({ orgId, channel, onClose }: RoutesDialogProps) {
  const { t } = useLingui();
  const list = useQuery(routesQuery(orgId));
  return (
    <Dialog title={t`What is sent to ${channel.name}`} isOpen onClose={onClose}>
      <Loaded query={list}>
        {({ items }) => (
          <RouteFields
            orgId={orgId}
            channel={channel}
            routes={items.filter(({ channelId }) => channelId === channel.id)}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

function RouteFields({ orgId, channel, routes, onClose }: RoutesDialogProps & { routes: readonly Route[] }) {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const [kinds, setKinds] = useState<readonly NotificationKind[]>(() => routes.map(({ kind }) => kind));
  const [sites, setSites] = useState<SitesOfKinds>(() => sitesOf(routes));
  const save = async (): Promise<void> => {
    // The other channels keep what is sent to them by now.
    const { items } = await queryClient.query({ ...routesQuery(orgId), staleTime: 0 });
    const others = items.filter(({ channelId }) => channelId !== channel.id);
    const own = kinds.map((kind) => ({ kind, channelId: channel.id, siteIds: sitesToSave(sites, routes, kind) }));
    const body = { items: [...others, ...own] };
    const saved = await ask(api.PUT("/api/v1/orgs/{orgId}/notifications", { params: { path: { orgId } }, body }));
    queryClient.setQueryData(routesQuery(orgId).queryKey, saved);
  };
  return (
    <SubmitForm fields={["items"]} act={<Trans>Save</Trans>} work={save} onSent={onClose} onCancel={onClose}>
      <CheckboxList
        label={t`Send when`}
        name="items"
        chosen={kinds}
        onChoose={(chosen) => {
          setKinds(chosen as NotificationKind[]);
        }}
      >
        {KINDS.map(({ name, words }) => (
          <Checkbox key={name} value={name}>
            {i18n._(words)}
          </Checkbox>
        ))}
      </CheckboxList>
      {sites === "own" ? (
        <Note>
          <Trans>
            These have different lists of sites, and each keeps its own. What you add is sent for all sites.
          </Trans>{" "}
          <Button
            look="quiet"
            onPress={() => {
              setSites(null);
            }}
          >
            <Trans>Choose one list for all</Trans>
          </Button>
        </Note>
      ) : (
        <SitesField orgId={orgId} chosen={sites} onChoose={setSites} />
      )}
    </SubmitForm>
  );
}
