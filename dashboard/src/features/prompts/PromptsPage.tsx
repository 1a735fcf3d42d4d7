// `/sites/:siteId/prompts`: the texts of the widget's buttons, and how often readers used them.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { usePlace } from "../../shell/place";
import { ActionMenu } from "../../ui/dialogs/ActionMenu";
import { Button, LinkButton } from "../../ui/elements/Button";
import { useIsBeingDeleted } from "../../ui/hooks/pending_deletions";
import { Bar, Card, Empty, PageHead } from "../../ui/page/page";
import { part } from "../../ui/loading/part";
import { Loaded } from "../../ui/loading/Loaded";
import { Segments } from "../../ui/fields/Segments";
import { UrlSearchField } from "../../ui/fields/UrlSearchField";
import { WaitingProposals } from "../shared/rules/WaitingProposals";
import { fileName, saveFrom } from "../shared/files/saved_file";
import { PromptFilters } from "./PromptFilters";
import { PromptTable } from "./PromptTable";
import { promptsQuery, type Prompt } from "../shared/prompts/queries";
import type { PromptsSearch } from "./search";
import { Variants } from "./variants/Variants";
import { variantGroups } from "./variants/variant_results";
import { STATUSES, useStatusNames } from "../shared/prompts/words";
import { PromptsGate } from "../shared/prompts/PromptsGate";

const ImportDialog = part(() => import("./import/ImportDialog").then(({ ImportDialog: component }) => component));
const GenerateDialog = part(() =>
  import("./generation/GenerateDialog").then(({ GenerateDialog: component }) => component),
);

export function PromptsPage() {
  return <PromptsGate>{(org) => <Prompts orgId={org.id} />}</PromptsGate>;
}

/** Whether a prompt matches the filters. */
export function isShown(prompt: Prompt, { show, kind, language, q }: PromptsSearch): boolean {
  const sought = q?.toLocaleLowerCase();
  return (
    prompt.status === (show ?? "active") &&
    (kind === undefined || prompt.kind === kind) &&
    (language === undefined || prompt.language === language) &&
    (sought === undefined || `${prompt.name} ${prompt.text}`.toLocaleLowerCase().includes(sought))
  );
}

function Prompts({ orgId }: { orgId: string }) {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/prompts" });
  const search = useSearch({ from: "/shell/sites/$siteId/prompts" });
  const navigate = useNavigate({ from: "/sites/$siteId/prompts" });
  const [isImporting, setImporting] = useState(false);
  const generate = (isOpen: boolean): void =>
    void navigate({ search: (now: PromptsSearch) => ({ ...now, generate: isOpen || undefined }), replace: true });
  const isBeingDeleted = useIsBeingDeleted();
  const { data, error, refetch } = useQuery(promptsQuery(siteId));
  const prompts = data?.filter(({ id }) => !isBeingDeleted(id));
  const shown = prompts?.filter((prompt) => isShown(prompt, search));
  return (
    <>
      <PageHead
        title={t`Prompts`}
        guide="prompts"
        help={
          <Trans>
            A prompt is the text that a widget button sends to an assistant. You write it once; each page fills in its
            own address and title.
          </Trans>
        }
      >
        <FileMenu
          siteId={siteId}
          onImport={() => {
            setImporting(true);
          }}
        />
        <Button
          icon="generate"
          onPress={() => {
            generate(true);
          }}
        >
          <Trans>Generate…</Trans>
        </Button>
        <LinkButton look="primary" to="/sites/$siteId/prompts/$promptId" params={{ siteId, promptId: "new" }}>
          <Trans>New prompt</Trans>
        </LinkButton>
      </PageHead>
      <WaitingProposals siteId={siteId} />
      <Filters prompts={prompts} search={search} />
      <Loaded query={{ data: prompts, error, refetch }} card={t`Prompts`}>
        {(prompts) => (
          <>
            {search.show === undefined
              ? variantGroups(prompts).map((group) => (
                  <Variants key={`${group.language} ${group.name}`} siteId={siteId} group={group} />
                ))
              : null}
            <Card label={t`Prompts`}>
              {shown?.length === 0 ? (
                <Nothing
                  siteId={siteId}
                  search={search}
                  onGenerate={() => {
                    generate(true);
                  }}
                />
              ) : (
                <PromptTable siteId={siteId} prompts={shown ?? []} />
              )}
            </Card>
          </>
        )}
      </Loaded>
      {isImporting ? (
        <ImportDialog
          siteId={siteId}
          onClose={() => {
            setImporting(false);
          }}
        />
      ) : null}
      {search.generate === true ? (
        <GenerateDialog
          orgId={orgId}
          siteId={siteId}
          onClose={() => {
            generate(false);
          }}
        />
      ) : null}
    </>
  );
}

function FileMenu({ siteId, onImport }: { siteId: string; onImport: () => void }) {
  const { t } = useLingui();
  const { site } = usePlace();
  const download = (format: "csv" | "json"): void => {
    const name = fileName(site?.name ?? "", t`prompts`, new Date().toISOString().slice(0, 10));
    saveFrom(`/api/v1/prompts/${encodeURIComponent(siteId)}/export?format=${format}`, `${name}.${format}`);
  };
  return (
    <ActionMenu
      label={t`Import and export`}
      actions={[
        { id: "import", words: t`Import…` },
        { id: "csv", words: t`Export as CSV` },
        { id: "json", words: t`Export as JSON` },
      ]}
      onAction={(id) => {
        if (id === "import") onImport();
        else download(id);
      }}
    />
  );
}

function Filters({ prompts, search }: { prompts: readonly Prompt[] | undefined; search: PromptsSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate({ from: "/sites/$siteId/prompts" });
  const statuses = useStatusNames();
  // No count while the list is loading.
  const count = (status: Prompt["status"]): string =>
    prompts === undefined ? "" : ` ${String(prompts.filter((prompt) => prompt.status === status).length)}`;
  const set = (change: PromptsSearch): void =>
    void navigate({ search: (now: PromptsSearch) => ({ ...now, ...change }), replace: true });
  return (
    <Bar>
      <Segments
        label={t`Filter prompts`}
        choices={STATUSES.map((id) => ({ id, label: `${statuses[id]}${count(id)}` }))}
        chosen={search.show ?? "active"}
        onChoose={(show) => {
          set({ show: show === "active" ? undefined : show });
        }}
      />
      <PromptFilters prompts={prompts ?? []} search={search} onChoose={set} />
      <UrlSearchField
        label={t`Search prompts`}
        query={search.q ?? ""}
        onSearch={(q) => {
          set({ q });
        }}
      />
    </Bar>
  );
}

function Nothing({ siteId, search, onGenerate }: { siteId: string; search: PromptsSearch; onGenerate: () => void }) {
  const { t } = useLingui();
  const { show, kind, language, q } = search;
  if (kind !== undefined || language !== undefined || q !== undefined) {
    return (
      <Empty
        title={t`No prompts match`}
        action={
          <LinkButton to="/sites/$siteId/prompts" params={{ siteId }} search={show === undefined ? {} : { show }}>
            <Trans>Show all</Trans>
          </LinkButton>
        }
      >
        {q === undefined ? undefined : <Trans>Names and texts are searched. Try fewer letters.</Trans>}
      </Empty>
    );
  }
  if (show === "draft")
    return (
      <Empty title={t`No drafts`}>
        <Trans>Readers don’t see a draft until you activate it.</Trans>
      </Empty>
    );
  if (show === "archived")
    return (
      <Empty title={t`No archived prompts`}>
        <Trans>Archived prompts keep their counts and can be restored at any time.</Trans>
      </Empty>
    );
  return (
    <Empty
      title={t`No active prompts`}
      action={
        <>
          <LinkButton look="primary" to="/sites/$siteId/prompts/$promptId" params={{ siteId, promptId: "new" }}>
            <Trans>Create a prompt</Trans>
          </LinkButton>{" "}
          <Button onPress={onGenerate}>
            <Trans>Generate from my pages…</Trans>
          </Button>
        </>
      }
    >
      <Trans>Until you create one, the widget’s buttons ask for a summary of the page.</Trans>
    </Empty>
  );
}
