// Shown before a run: its maximum cost, and engines that cannot be asked. Both come from the API.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../../api/client";
import { Button } from "../../../ui/elements/Button";
import { Actions, Dialog } from "../../../ui/dialogs/Dialog";
import { Note } from "../../../ui/page/page";
import { Loaded } from "../../../ui/loading/Loaded";
import { FormProblem } from "../../../ui/page/Problem";
import { useSubmission } from "../../../ui/hooks/submit";
import { Table } from "../../../ui/tables/Table";
import { useForms } from "../../../words/forms";
import { ENGINE_NAMES } from "../../shared/citations/engines";
import { creditsQuery } from "../../../api/queries";
import type { Monitor } from "../queries";
import styles from "./RunDialog.module.css";

type Estimate = Schemas["RunEstimate"];

interface RunDialogProps {
  siteId: string;
  orgId: string;
  monitor: Monitor;
  onClose: () => void;
}

async function estimateOf(siteId: string, monitorId: string, signal: AbortSignal): Promise<Estimate> {
  const params = { path: { siteId, monitorId }, query: { estimate: true } };
  const answer = await ask(api.POST("/api/v1/monitors/{siteId}/{monitorId}/run", { params, signal }));
  if (!("affordable" in answer)) throw new Error("A run began where an estimate was asked for.");
  return answer;
}

export function RunDialog({ siteId, orgId, monitor, onClose }: RunDialogProps) {
  const { t } = useLingui();
  const {
    data: estimate,
    error,
    refetch,
  } = useQuery({
    queryKey: ["estimate", monitor.id, monitor.updatedAt],
    queryFn: ({ signal }) => estimateOf(siteId, monitor.id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog title={t`Run now?`} isOpen onClose={onClose}>
      <p className={styles.query}>{monitor.query}</p>
      <Loaded query={{ data: estimate, error, refetch }}>
        {(estimate) => <Priced siteId={siteId} orgId={orgId} monitor={monitor} estimate={estimate} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function Priced({ siteId, orgId, monitor, estimate, onClose }: RunDialogProps & { estimate: Estimate }) {
  const { t } = useLingui();
  const forms = useForms();
  const queryClient = useQueryClient();
  const { isPending, failure, send } = useSubmission();
  const obstacles = {
    no_key: t`no API key configured`,
    terms_not_confirmed: t`terms not confirmed by your administrator`,
  };
  const isReady = estimate.engines.some(({ readiness }) => readiness === "ready");
  const run = async (): Promise<void> => {
    const isBegun = await send(async () => {
      await ask(
        api.POST("/api/v1/monitors/{siteId}/{monitorId}/run", { params: { path: { siteId, monitorId: monitor.id } } }),
      );
      await queryClient.invalidateQueries({ queryKey: ["monitors", siteId] });
    });
    if (isBegun) onClose();
  };
  return (
    <>
      <Table
        look={styles.engines}
        rows={estimate.engines}
        idOf={({ engine }) => engine}
        columns={[
          {
            cell: ({ engine, readiness, model }) => (
              <>
                {ENGINE_NAMES[engine]}
                <small>{readiness === "ready" ? model : obstacles[readiness]}</small>
              </>
            ),
          },
          {
            cell: ({ readiness, answers, creditsPerAnswer }) =>
              readiness === "ready" ? `${forms.number(answers)} × ${forms.number(creditsPerAnswer)}` : null,
          },
          { cell: ({ readiness, credits }) => (readiness === "ready" ? forms.number(credits) : "–") },
        ]}
        foot={[t`Maximum`, null, forms.number(estimate.credits)]}
      />
      <p className={styles.note}>
        <Trans>You’re charged only for answers received. Credits available: {forms.number(estimate.available)}.</Trans>
      </p>
      {!isReady ? (
        <Note tone="warn">
          <Trans>
            None of these engines is set up yet. Ask your administrator to add an API key or to confirm the engine’s
            terms.
          </Trans>
        </Note>
      ) : null}
      {isReady && !estimate.affordable ? <TooFew orgId={orgId} estimate={estimate} /> : null}
      <FormProblem failure={failure} />
      <Actions>
        <Button onPress={onClose}>{monitor.lastRun === null ? <Trans>Not now</Trans> : <Trans>Cancel</Trans>}</Button>
        <Button
          look="primary"
          isDisabled={!isReady || !estimate.affordable}
          isPending={isPending}
          onPress={() => void run()}
        >
          <Plural value={estimate.credits} one="Run (max. # credit)" other="Run (max. # credits)" />
        </Button>
      </Actions>
    </>
  );
}

function TooFew({ orgId, estimate }: { orgId: string; estimate: Estimate }) {
  const forms = useForms();
  const { data: credits } = useQuery(creditsQuery(orgId));
  return (
    <Note tone="warn">
      <Trans>
        This run may cost up to {forms.number(estimate.credits)} credits; available: {forms.number(estimate.available)}.
        Use fewer engines or samples.
      </Trans>
      {credits === undefined ? null : (
        <>
          {" "}
          <Trans>
            {forms.number(credits.monthlyAllowance)} new credits will be added on {forms.date(credits.periodEnd)}.
          </Trans>
        </>
      )}
    </Note>
  );
}
