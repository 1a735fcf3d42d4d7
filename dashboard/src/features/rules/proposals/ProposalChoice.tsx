// The proposals of each page, with their full texts. Some or all are approved in one step, or dismissed with time to
// undo it.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CheckboxGroup } from "react-aria-components";

import { api, ask } from "../../../api/client";
import { Button, LinkButton } from "../../../ui/elements/Button";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { Checkbox } from "../../../ui/fields/fields";
import { pendingDeletions } from "../../../ui/hooks/pending_deletions";
import { Card, Empty, Note } from "../../../ui/page/page";
import styles from "./ProposalChoice.module.css";
import { dismissalId } from "../../shared/rules/waiting";
import { byPage, pathOf, type Proposal, type ProposedPage } from "./proposals";
import { isOutdated } from "../outdated";
import { MAX_RULES, rulesQuery } from "../queries";
import "../../../words/policy";

interface ProposalChoiceProps {
  siteId: string;
  proposals: readonly Proposal[];
  /** When the proposals were generated, in words. */
  generated: string;
}

/** The result of the last click: the number of created rules, or that the list has changed in the meantime. */
type ApprovalResult = { created: number } | "changed" | null;

export function ProposalChoice({ siteId, proposals, generated }: ProposalChoiceProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const [result, setResult] = useState<ApprovalResult>(null);
  const { data: rules } = useQuery(rulesQuery(siteId));
  // The selected ids in the order of the list, without proposals that are no longer in it.
  const ids = proposals.map(({ id }) => id).filter((id) => selected.includes(id));
  const room = rules === undefined ? MAX_RULES : MAX_RULES - rules.length;
  const path = { siteId };
  const read = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ["proposed", siteId] }),
      queryClient.invalidateQueries({ queryKey: ["rules", siteId] }),
    ]);
  const approve = async (): Promise<void> => {
    try {
      // Sends ids, so that only proposals that the person saw are approved.
      const { approved } = await ask(
        api.POST("/api/v1/rules/{siteId}/proposed/approve", { params: { path }, body: { ids, all: false } }),
      );
      setResult({ created: approved.length });
      setSelected([]);
    } catch (failure) {
      // Someone else has approved or dismissed some, or a new generation has replaced them.
      if (!isOutdated(failure, "ids")) throw failure;
      setResult("changed");
    }
    await read();
  };
  const dismiss = (): void => {
    pendingDeletions.delete({
      id: dismissalId(ids),
      words: ids.length === 1 ? t`One text dismissed.` : t`${ids.length} texts dismissed.`,
      send: async (isLeaving) => {
        try {
          await ask(
            api.POST("/api/v1/rules/{siteId}/proposed/dismiss", {
              params: { path },
              body: { ids, all: false },
              keepalive: isLeaving,
            }),
          );
        } finally {
          if (!isLeaving) await read();
        }
      },
    });
    setSelected([]);
    setResult(null);
  };
  return (
    <>
      <div role="status">{result === null ? null : <Outcome siteId={siteId} result={result} />}</div>
      {proposals.length === 0 ? (
        <Card label={t`Proposed rules`}>
          <Empty title={t`No texts to approve`}>
            <Trans>When you generate again, texts for new or changed pages can appear here.</Trans>
          </Empty>
        </Card>
      ) : (
        <Card label={t`Proposed rules`}>
          <div className={styles.bar}>
            <Checkbox
              isSelected={ids.length === proposals.length}
              isIndeterminate={ids.length > 0 && ids.length < proposals.length}
              onChange={(isAll) => {
                setSelected(isAll ? proposals.map(({ id }) => id) : []);
              }}
            >
              <Plural value={proposals.length} one="Select # text" other="Select all # texts" />
            </Checkbox>
            <small>{generated}</small>
            <span className={styles.space} />
            <Button isDisabled={ids.length === 0} onPress={dismiss}>
              <Trans>Dismiss</Trans>
            </Button>
            <Button
              look="primary"
              isDisabled={ids.length === 0 || ids.length > room}
              onPress={() => {
                setAsking(true);
              }}
            >
              {ids.length === 0 ? (
                <Trans>Approve…</Trans>
              ) : (
                <Plural value={ids.length} one="Approve #…" other="Approve #…" />
              )}
            </Button>
          </div>
          {ids.length > room ? (
            <div className={styles.note}>
              <Note tone="warn">
                <Plural
                  value={room}
                  _0="The site has reached its rule limit. Delete some rules first."
                  one="You can add only # more rule. Select fewer texts."
                  other="You can add only # more rules. Select fewer texts."
                />
              </Note>
            </div>
          ) : null}
          <CheckboxGroup aria-label={t`Texts by page`} value={ids} onChange={setSelected} className={styles.pages}>
            {byPage(proposals).map((page) => (
              <OfPage key={page.url} page={page} />
            ))}
          </CheckboxGroup>
        </Card>
      )}
      {isAsking ? (
        <ConfirmDialog
          title={ids.length === 1 ? t`Approve one text?` : t`Approve ${ids.length} texts?`}
          act={t`Approve`}
          look="primary"
          onConfirm={approve}
          onClose={() => {
            setAsking(false);
          }}
        >
          <Plural
            value={ids.length}
            one="The approved text becomes a rule for its page, live within five minutes."
            other="Approved texts become rules for their pages, live within five minutes."
          />
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Outcome({ siteId, result }: { siteId: string; result: Exclude<ApprovalResult, null> }) {
  if (result === "changed")
    return (
      <Note tone="warn">
        <Trans>
          The proposed rules have changed: someone else approved or dismissed some, or they were regenerated. Nothing
          was approved. This is the current list.
        </Trans>
      </Note>
    );
  return (
    <Note tone="good">
      <Plural value={result.created} one="# rule was created." other="# rules were created." />{" "}
      <LinkButton look="quiet" to="/sites/$siteId/rules" params={{ siteId }}>
        <Trans>View rules</Trans>
      </LinkButton>
    </Note>
  );
}

function OfPage({ page: { url, title, proposals } }: { page: ProposedPage }) {
  const { t } = useLingui();
  return (
    <section className={styles.page}>
      <h2>{title === "" ? pathOf(url) : title}</h2>
      <a href={url} target="_blank" rel="noopener noreferrer">
        {pathOf(url)}
      </a>
      {proposals.map(({ id, action }) => (
        <Checkbox key={id} value={id} hint={<Words action={action} />}>
          {action.type === "set_questions" ? t`Questions that the widget suggests` : t`Text after each prompt`}
        </Checkbox>
      ))}
    </section>
  );
}

function Words({ action }: { action: Proposal["action"] }) {
  if (action.type === "set_questions")
    return (
      <span className={styles.words}>
        {(action.questions ?? []).map(({ id, text }) => (
          <span key={id}>{text}</span>
        ))}
      </span>
    );
  return (
    <span className={styles.words}>
      <q>{action.text ?? ""}</q>
    </span>
  );
}
