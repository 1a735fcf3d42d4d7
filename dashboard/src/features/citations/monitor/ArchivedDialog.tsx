// The archived questions of a site. Each can be restored, or deleted with its answers by typing it.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../../api/client";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { TypedConfirm } from "../../../ui/dialogs/TypedConfirm";
import { Button } from "../../../ui/elements/Button";
import { useSubmission } from "../../../ui/hooks/submit";
import { Loaded } from "../../../ui/loading/Loaded";
import { Empty } from "../../../ui/page/page";
import { FormProblem } from "../../../ui/page/Problem";
import { useForms } from "../../../words/forms";
import { monitorsQuery, reloadQuestions, type Monitor } from "../queries";
import styles from "./ArchivedDialog.module.css";

export function ArchivedDialog({ siteId, onClose }: { siteId: string; onClose: () => void }) {
  const { t } = useLingui();
  const [deleted, setDeleted] = useState<Monitor | null>(null);
  const monitors = useQuery(monitorsQuery(siteId));
  const archived = monitors.data?.filter(({ archivedAt }) => archivedAt !== null);
  if (deleted !== null)
    return (
      <DeleteDialog
        siteId={siteId}
        monitor={deleted}
        onClose={() => {
          setDeleted(null);
        }}
      />
    );
  return (
    <Dialog title={t`Archived questions`} isOpen onClose={onClose}>
      <p>
        <Trans>They are not asked anymore. Their answers still count in the figures of the days they are from.</Trans>
      </p>
      <Loaded query={{ ...monitors, data: archived }} empty={<Empty title={t`No archived questions`} />}>
        {(archived) => (
          <ul className={styles.list}>
            {archived.map((monitor) => (
              <Row
                key={monitor.id}
                siteId={siteId}
                monitor={monitor}
                onDelete={() => {
                  setDeleted(monitor);
                }}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}

function Row({ siteId, monitor, onDelete }: { siteId: string; monitor: Monitor; onDelete: () => void }) {
  const { t } = useLingui();
  const forms = useForms();
  const queryClient = useQueryClient();
  const { isPending, failure, send } = useSubmission();
  const restore = async (): Promise<void> => {
    const params = { path: { siteId, monitorId: monitor.id } };
    await ask(api.PATCH("/api/v1/monitors/{siteId}/{monitorId}", { params, body: { archived: false } }));
    await reloadQuestions(queryClient, siteId);
  };
  return (
    <li>
      <span>
        {monitor.query}
        {monitor.archivedAt === null ? null : (
          <small>
            <Trans>archived on {forms.date(monitor.archivedAt)}</Trans>
          </small>
        )}
      </span>
      <Button isPending={isPending} onPress={() => void send(restore)} aria-label={t`Restore “${monitor.query}”`}>
        <Trans>Restore</Trans>
      </Button>
      <Button onPress={onDelete} aria-label={t`Delete “${monitor.query}”…`}>
        <Trans>Delete…</Trans>
      </Button>
      <FormProblem failure={failure} />
    </li>
  );
}

function DeleteDialog({ siteId, monitor, onClose }: { siteId: string; monitor: Monitor; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const send = async (): Promise<void> => {
    const params = { path: { siteId, monitorId: monitor.id } };
    await ask(api.DELETE("/api/v1/monitors/{siteId}/{monitorId}", { params }));
    await reloadQuestions(queryClient, siteId);
  };
  return (
    <TypedConfirm
      title={t`Delete this question?`}
      name={monitor.query}
      act={t`Delete`}
      onConfirm={send}
      onClose={onClose}
    >
      <Trans>All its answers are deleted with it, and figures of the past change. This can’t be undone.</Trans>
    </TypedConfirm>
  );
}
