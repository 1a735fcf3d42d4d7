// Generates prompts and questions from the site's pages. Texts written by a person are not changed.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { Checkbox } from "../../../ui/fields/fields";
import { useSubmission } from "../../../ui/hooks/submit";
import { GenerationRun, GenerationStart } from "./GenerationRun";
import styles from "./GenerationRun.module.css";

type Answer = Schemas["StartedGenerationOrGenerationEstimate"];

export function estimateIn(answer: Answer): Schemas["GenerationEstimate"] {
  if ("affordable" in answer) return answer;
  throw new Error("A generation began where its price was asked for.");
}

export function jobIn(answer: Answer): string {
  if ("affordable" in answer) throw new Error("The answer is a price, although a generation was to begin.");
  return answer.id;
}

export function GenerateDialog({ orgId, siteId, onClose }: { orgId: string; siteId: string; onClose: () => void }) {
  const { t } = useLingui();
  const [what, setWhat] = useState({ prompts: true, questions: true });
  const [jobId, setJobId] = useState<string | null>(null);
  const { isPending, failure, send } = useSubmission();
  const path = { siteId };
  const {
    data: estimate,
    error,
    refetch,
  } = useQuery({
    queryKey: ["generation-price", siteId],
    queryFn: async ({ signal }) =>
      estimateIn(
        await ask(
          api.POST("/api/v1/prompts/{siteId}/regenerate", {
            params: { path, query: { estimate: true } },
            body: { prompts: true, questions: true },
            signal,
          }),
        ),
      ),
    staleTime: 0,
    gcTime: 0,
  });
  const start = () =>
    send(async () => {
      setJobId(jobIn(await ask(api.POST("/api/v1/prompts/{siteId}/regenerate", { params: { path }, body: what }))));
    });
  return (
    <Dialog title={t`Generate from your pages`} isOpen onClose={onClose}>
      {jobId !== null ? (
        <GenerationRun orgId={orgId} siteId={siteId} jobId={jobId} onClose={onClose} />
      ) : (
        <GenerationStart
          estimate={estimate}
          error={error}
          onRetry={() => void refetch()}
          failure={failure}
          isPending={isPending}
          isReady={what.prompts || what.questions}
          onStart={() => void start()}
          onClose={onClose}
        >
          <p>
            <Trans>
              Askline reads your home page and up to 99 others, and writes prompts and questions for them. Anything that
              you wrote or edited stays as it is.
            </Trans>
          </p>
          <div className={styles.choices}>
            <Checkbox
              isSelected={what.prompts}
              onChange={(prompts) => {
                setWhat({ ...what, prompts });
              }}
            >
              <Trans>Prompts</Trans>
            </Checkbox>
            <Checkbox
              isSelected={what.questions}
              onChange={(questions) => {
                setWhat({ ...what, questions });
              }}
            >
              <Trans>Suggested questions</Trans>
            </Checkbox>
          </div>
        </GenerationStart>
      )}
    </Dialog>
  );
}
