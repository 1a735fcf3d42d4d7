// Regenerates one generated prompt.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../../api/client";
import { usePlace } from "../../../shell/place";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { useSubmission } from "../../../ui/hooks/submit";
import { estimateIn, jobIn } from "./GenerateDialog";
import { GenerationRun, GenerationStart } from "./GenerationRun";
import type { Prompt } from "../../shared/prompts/queries";

export function RegenerateDialog({ siteId, prompt, onClose }: { siteId: string; prompt: Prompt; onClose: () => void }) {
  const { t } = useLingui();
  const { org } = usePlace();
  const [jobId, setJobId] = useState<string | null>(null);
  const { isPending, failure, send } = useSubmission();
  const path = { siteId, promptId: prompt.id };
  const {
    data: estimate,
    error,
    refetch,
  } = useQuery({
    queryKey: ["generation-price", siteId, prompt.id],
    queryFn: async ({ signal }) =>
      estimateIn(
        await ask(
          api.POST("/api/v1/prompts/{siteId}/{promptId}/regenerate", {
            params: { path, query: { estimate: true } },
            signal,
          }),
        ),
      ),
    staleTime: 0,
    gcTime: 0,
  });
  const start = () =>
    send(async () => {
      setJobId(jobIn(await ask(api.POST("/api/v1/prompts/{siteId}/{promptId}/regenerate", { params: { path } }))));
    });
  return (
    <Dialog title={t`Regenerate “${prompt.name}”`} isOpen onClose={onClose}>
      {jobId !== null && org !== undefined ? (
        <GenerationRun orgId={org.id} siteId={siteId} jobId={jobId} onClose={onClose} />
      ) : (
        <GenerationStart
          estimate={estimate}
          error={error}
          onRetry={() => void refetch()}
          failure={failure}
          isPending={isPending}
          isReady
          onStart={() => void start()}
          onClose={onClose}
        >
          <p>
            <Trans>Askline reads your pages again and regenerates this text. If you named it, the name is kept.</Trans>
          </p>
        </GenerationStart>
      )}
    </Dialog>
  );
}
