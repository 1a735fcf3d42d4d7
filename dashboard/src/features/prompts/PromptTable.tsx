// The table of prompts: text, assistants, and how often readers used each.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask } from "../../api/client";
import { nameOfPlatform } from "../shared/platforms/platforms";
import { ActionMenu, type Action } from "../../ui/dialogs/ActionMenu";
import { Button } from "../../ui/elements/Button";
import { pendingDeletions } from "../../ui/hooks/pending_deletions";
import { Tag } from "../../ui/page/page";
import { Table } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { useForms } from "../../words/forms";
import { warningWords } from "../../words/warnings";
import styles from "./PromptTable.module.css";
import { ASKS_DAYS, asksQuery, type Prompt, type PromptStatus } from "../shared/prompts/queries";
import { RegenerateDialog } from "./generation/RegenerateDialog";
import { useKindNames, useLanguageName, useSourceNames } from "../shared/prompts/words";

/** The number of rows that are shown at first, and that each click on "Show more" adds. */
const ROWS = 100;

export function PromptTable({ siteId, prompts }: { siteId: string; prompts: readonly Prompt[] }) {
  const { t } = useLingui();
  const [rows, setRows] = useState(ROWS);
  const [regenerated, setRegenerated] = useState<Prompt | null>(null);
  const forms = useForms();
  const kinds = useKindNames();
  const languageName = useLanguageName();
  const { data: asks } = useQuery(asksQuery(siteId, { days: ASKS_DAYS }));
  /** Null if the prompt is part of "other"; undefined while loading. */
  const asksOf = (id: string): number | null | undefined => {
    if (asks === undefined) return undefined;
    // A prompt without its own row is part of "other", of which only the sum is known.
    return asks.find((row) => row.promptId === id)?.value ?? (asks.some((row) => row.other === true) ? null : 0);
  };
  return (
    <>
      <Table
        className={styles.table}
        rows={prompts.slice(0, rows)}
        idOf={({ id }) => id}
        columns={[
          { head: t`Prompt`, cellClass: styles.prompt, cell: (prompt) => <Name siteId={siteId} prompt={prompt} /> },
          { head: t`Kind`, kind: "text", from: 640, cell: ({ kind }) => kinds[kind] },
          {
            head: t`Language`,
            kind: "text",
            from: 1024,
            className: styles.roomy,
            cell: ({ language }) => languageName(language),
          },
          {
            head: t`Assistants`,
            kind: "text",
            from: 1024,
            className: styles.roomy,
            cell: ({ platformIds }) =>
              platformIds.length === 0 ? t`All assistants` : platformIds.map(nameOfPlatform).join(", "),
          },
          {
            head: t`Uses (${ASKS_DAYS} days)`,
            title: ({ id }) => (asksOf(id) === null ? t`Too few to list separately` : undefined),
            cell: ({ id }) => {
              const uses = asksOf(id);
              return uses === undefined ? "" : uses === null ? "–" : forms.number(uses);
            },
          },
          {
            kind: "menu",
            cell: (prompt) => (
              <PromptActions
                siteId={siteId}
                prompt={prompt}
                onRegenerate={() => {
                  setRegenerated(prompt);
                }}
              />
            ),
          },
        ]}
      />
      {prompts.length <= rows ? null : (
        <div className={styles.more}>
          <Button
            onPress={() => {
              setRows(rows + ROWS);
            }}
          >
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      <p
        className={table.caption}
      >{t`Newest first. “Uses” are clicks on the widget’s buttons and questions that sent this prompt.`}</p>
      {regenerated === null ? null : (
        <RegenerateDialog
          siteId={siteId}
          prompt={regenerated}
          onClose={() => {
            setRegenerated(null);
          }}
        />
      )}
    </>
  );
}

function Name({ siteId, prompt }: { siteId: string; prompt: Prompt }) {
  const sources = useSourceNames();
  const { warnings } = prompt;
  return (
    <>
      <Link to="/sites/$siteId/prompts/$promptId" params={{ siteId, promptId: prompt.id }} className={table.cover}>
        {prompt.name}
      </Link>
      <small className={styles.text}>{prompt.text}</small>
      <span className={styles.tags}>
        <small>{sources[prompt.source]}</small>
        {prompt.variantGroup === null ? null : (
          <Tag>
            <Trans>Variant of {prompt.variantGroup}</Trans>
          </Tag>
        )}
        {warnings.length === 0 ? null : (
          <span title={warnings.map(warningWords).join("\n")}>
            <Tag tone="warn">
              <Plural value={warnings.length} one="# warning" other="# warnings" />
            </Tag>
          </span>
        )}
      </span>
    </>
  );
}

type Act = "duplicate" | "variant" | "regenerate" | "archive" | "restore" | "delete";

function PromptActions({ siteId, prompt, onRegenerate }: { siteId: string; prompt: Prompt; onRegenerate: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const params = { path: { siteId, promptId: prompt.id } };
  const isArchived = prompt.status === "archived";
  const actions: Action<Act>[] = [
    { id: "duplicate", words: t`Duplicate` },
    ...(isArchived ? [] : [{ id: "variant" as const, words: t`Create A/B variant` }]),
    ...(prompt.source === "generated" && !isArchived ? [{ id: "regenerate" as const, words: t`Regenerate…` }] : []),
    isArchived ? { id: "restore", words: t`Restore` } : { id: "archive", words: t`Archive` },
    { id: "delete", words: t`Delete`, isBad: true },
  ];
  const read = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["prompts", siteId] });
  const becomes = (status: PromptStatus, words: string): void => {
    pendingDeletions.delete({
      id: prompt.id,
      words,
      send: async (isLeaving) => {
        await ask(api.PATCH("/api/v1/prompts/{siteId}/{promptId}", { params, body: { status }, keepalive: isLeaving }));
        await read();
      },
    });
  };
  const onAction = (act: Act): void => {
    if (act === "regenerate") onRegenerate();
    else if (act === "archive") becomes("archived", t`“${prompt.name}” is archived.`);
    else if (act === "restore") becomes("active", t`“${prompt.name}” is active again.`);
    else if (act === "delete") {
      pendingDeletions.delete({
        id: prompt.id,
        words: t`“${prompt.name}” is deleted.`,
        send: async (isLeaving) => {
          await ask(api.DELETE("/api/v1/prompts/{siteId}/{promptId}", { params, keepalive: isLeaving }));
          await read();
        },
      });
    } else
      void navigate({
        to: "/sites/$siteId/prompts/$promptId",
        params: { siteId, promptId: "new" },
        search: act === "variant" ? { variantOf: prompt.id } : { like: prompt.id },
      });
  };
  return <ActionMenu label={t`Actions for ${prompt.name}`} actions={actions} onAction={onAction} />;
}
