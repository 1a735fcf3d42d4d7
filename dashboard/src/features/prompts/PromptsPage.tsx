// `/sites/:siteId/prompts`: what the widget's buttons ask, and how often readers asked it.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { isMember } from "../../shell/navigation";
import { usePlace } from "../../shell/place";
import { Loading } from "../../shell/states";
import { ActionMenu } from "../../ui/ActionMenu";
import { Button, LinkButton } from "../../ui/Button";
import { useIsGoing } from "../../ui/later";
import { Bar, Card, Empty, PageHead } from "../../ui/page";
import { part } from "../../ui/part";
import { Dead, LoadProblem } from "../../ui/Problem";
import { Segments } from "../../ui/Segments";
import { SoughtField } from "../../ui/SoughtField";
import { WaitingProposals } from "../rules/WaitingProposals";
import { PromptFilters } from "./PromptFilters";
import { PromptTable } from "./PromptTable";
import { promptsQuery, type Prompt } from "./queries";
import type { PromptsSearch } from "./search";
import { Variants } from "./Variants";
import { variantGroups } from "./variant_results";
import { useStatusNames } from "./words";

const ImportDialog = part(() => import("./ImportDialog").then(({ ImportDialog: component }) => component));
const GenerateDialog = part(() => import("./GenerateDialog").then(({ GenerateDialog: component }) => component));

export function PromptsPage() {
  const { t } = useLingui();
  const { org } = usePlace();
  if (org === undefined) return <Loading />;
  if (isMember(org.role)) return <Prompts orgId={org.id} />;
  return (
    <Dead title={t`Prompts are for members`} way={<LinkButton to="/" look="primary"><Trans>To the start</Trans></LinkButton>}>
      <Trans>Members of your organization write what the widget’s buttons ask. What readers asked stands on the overview.</Trans>
    </Dead>
  );
}

/** Whether a prompt is shown where these filters are set. */
export function isShown(prompt: Prompt, { show, kind, language, q }: PromptsSearch): boolean {
  const sought = q?.toLocaleLowerCase();
  return prompt.status === (show ?? "active")
    && (kind === undefined || prompt.kind === kind)
    && (language === undefined || prompt.language === language)
    && (sought === undefined || `${prompt.name} ${prompt.text}`.toLocaleLowerCase().includes(sought));
}

function Prompts({ orgId }: { orgId: string }) {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/prompts" });
  const search = useSearch({ from: "/shell/sites/$siteId/prompts" });
  const navigate = useNavigate({ from: "/sites/$siteId/prompts" });
  const [isImporting, setImporting] = useState(false);
  const generate = (isOpen: boolean): void => void navigate({ search: (now: PromptsSearch) => ({ ...now, generate: isOpen || undefined }), replace: true });
  const isGoing = useIsGoing();
  const { data, error, refetch } = useQuery(promptsQuery(siteId));
  const prompts = data?.filter(({ id }) => !isGoing(id));
  const shown = prompts?.filter((prompt) => isShown(prompt, search));
  return (
    <>
      <PageHead title={t`Prompts`} help={<Trans>A prompt is what a button of the widget asks an assistant about the page. You write the text once; each page fills in its own address and title.</Trans>}>
        <FileMenu siteId={siteId} onImport={() => { setImporting(true); }} />
        <Button icon="generate" onPress={() => { generate(true); }}><Trans>Generate…</Trans></Button>
        <LinkButton look="primary" to="/sites/$siteId/prompts/$promptId" params={{ siteId, promptId: "new" }}><Trans>New prompt</Trans></LinkButton>
      </PageHead>
      <WaitingProposals siteId={siteId} />
      <Filters prompts={prompts ?? []} search={search} />
      {prompts === undefined || shown === undefined ? (
        <Card label={t`Prompts`}>{error === null ? <Loading /> : <LoadProblem failure={error} onRetry={() => void refetch()} />}</Card>
      ) : (
        <>
          {search.show === undefined ? variantGroups(prompts).map((group) => <Variants key={`${group.language} ${group.name}`} siteId={siteId} group={group} />) : null}
          <Card label={t`Prompts`}>
            {shown.length === 0 ? <Nothing siteId={siteId} search={search} onGenerate={() => { generate(true); }} /> : <PromptTable siteId={siteId} prompts={shown} />}
          </Card>
        </>
      )}
      {isImporting ? <ImportDialog siteId={siteId} onClose={() => { setImporting(false); }} /> : null}
      {search.generate === true ? <GenerateDialog orgId={orgId} siteId={siteId} onClose={() => { generate(false); }} /> : null}
    </>
  );
}

function FileMenu({ siteId, onImport }: { siteId: string; onImport: () => void }) {
  const { t } = useLingui();
  const download = (format: "csv" | "json"): void => {
    const link = document.createElement("a");
    link.href = `/api/v1/prompts/${encodeURIComponent(siteId)}/export?format=${format}`;
    link.download = `prompts.${format}`;
    link.click();
  };
  return (
    <ActionMenu
      label={t`Import and export`}
      actions={[{ id: "import", words: t`Import…` }, { id: "csv", words: t`Export as CSV` }, { id: "json", words: t`Export as JSON` }]}
      onAction={(id) => { if (id === "import") onImport(); else download(id); }}
    />
  );
}

function Filters({ prompts, search }: { prompts: readonly Prompt[]; search: PromptsSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate({ from: "/sites/$siteId/prompts" });
  const statuses = useStatusNames();
  const count = (status: Prompt["status"]): number => prompts.filter((prompt) => prompt.status === status).length;
  const set = (change: PromptsSearch): void => void navigate({ search: (now: PromptsSearch) => ({ ...now, ...change }), replace: true });
  return (
    <Bar>
      <Segments
        label={t`Which prompts`}
        choices={(["active", "draft", "archived"] as const).map((id) => ({ id, label: `${statuses[id]} ${String(count(id))}` }))}
        chosen={search.show ?? "active"}
        onChoose={(show) => { set({ show: show === "active" ? undefined : show }); }}
      />
      <PromptFilters prompts={prompts} search={search} onChoose={set} />
      <SoughtField label={t`Find a prompt`} sought={search.q ?? ""} onSeek={(q) => { set({ q }); }} />
    </Bar>
  );
}

function Nothing({ siteId, search, onGenerate }: { siteId: string; search: PromptsSearch; onGenerate: () => void }) {
  const { t } = useLingui();
  const { show, kind, language, q } = search;
  if (kind !== undefined || language !== undefined || q !== undefined) {
    return <Empty title={t`No prompt matches`} action={<LinkButton to="/sites/$siteId/prompts" params={{ siteId }} search={show === undefined ? {} : { show }}><Trans>Show all</Trans></LinkButton>} />;
  }
  if (show === "draft") return <Empty title={t`No draft`}><Trans>A draft is kept for you and shown to no reader until you put it to use.</Trans></Empty>;
  if (show === "archived") return <Empty title={t`Nothing is archived`}><Trans>What is archived keeps its counts and can be restored at any time.</Trans></Empty>;
  return (
    <Empty title={t`No prompt in use`} action={<><LinkButton look="primary" to="/sites/$siteId/prompts/$promptId" params={{ siteId, promptId: "new" }}><Trans>Write one</Trans></LinkButton> <Button onPress={onGenerate}><Trans>Generate from my pages…</Trans></Button></>}>
      <Trans>Until there is one, the widget’s buttons ask for a summary of the page.</Trans>
    </Empty>
  );
}
