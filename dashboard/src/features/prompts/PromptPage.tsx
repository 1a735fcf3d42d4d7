// `/sites/:siteId/prompts/:promptId`: one prompt, or `new`. The form is on the left, a preview of what readers get on
// the right.

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";

import { ApiFailure } from "../../api/failure";
import { siteQuery } from "../../api/queries";
import { Absent } from "../../shell/states";
import { NotLoaded } from "../../ui/loading/Loaded";
import { NEW_PROMPT, copyOf, formOf, variantOf } from "./editor/prompt_form";
import { PromptEditor } from "./editor/PromptEditor";
import { promptQuery } from "../shared/prompts/queries";
import { PromptsGate } from "../shared/prompts/PromptsGate";

const NEW = "new";

export function PromptPage() {
  const { siteId, promptId } = useParams({ from: "/shell/sites/$siteId/prompts/$promptId" });
  return <PromptsGate>{() => <LoadedPrompt key={promptId} siteId={siteId} promptId={promptId} />}</PromptsGate>;
}

function LoadedPrompt({ siteId, promptId }: { siteId: string; promptId: string }) {
  const { t } = useLingui();
  const { like, variantOf: variant } = useSearch({ from: "/shell/sites/$siteId/prompts/$promptId" });
  const isNew = promptId === NEW;
  const wanted = isNew ? (variant ?? like) : promptId;
  const { data: site, error: siteError, refetch: refetchSite } = useQuery(siteQuery(siteId));
  const {
    data: prompt,
    error,
    refetch,
  } = useQuery({ ...promptQuery(siteId, wanted ?? ""), enabled: wanted !== undefined, staleTime: 0 });
  if (site === undefined) return <NotLoaded isPage error={siteError} refetch={refetchSite} />;
  if (wanted === undefined) return <PromptEditor site={site} prompt={null} begin={NEW_PROMPT} />;
  if (prompt === undefined) {
    if (error instanceof ApiFailure && error.isAbsent) return <Absent />;
    return <NotLoaded isPage error={error} refetch={refetch} />;
  }
  if (!isNew) return <PromptEditor site={site} prompt={prompt} begin={formOf(prompt)} />;
  const begin =
    variant === undefined ? copyOf(prompt, t`Copy of ${prompt.name}`) : variantOf(prompt, t`${prompt.name}, variant`);
  return (
    <PromptEditor
      site={site}
      prompt={null}
      begin={begin}
      groupedWith={variant !== undefined && prompt.variantGroup === null ? prompt : null}
    />
  );
}
