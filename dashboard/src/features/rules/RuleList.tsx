// The rules in order. A rule is moved by dragging its handle, with the keys that the handle's description names, or
// with the menu.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Button as AriaButton, DropIndicator, GridList, GridListItem, useDragAndDrop } from "react-aria-components";

import { api, ask } from "../../api/client";
import { ActionMenu, type Action } from "../../ui/dialogs/ActionMenu";
import { Icon } from "../../ui/elements/Icon";
import { pendingDeletions } from "../../ui/hooks/pending_deletions";
import { Note, Tag } from "../../ui/page/page";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { useForms, useNow } from "../../words/forms";
import { movedIds } from "./order";
import { isOutdated } from "./outdated";
import { MAX_RULES, rulesQuery, type Rule } from "./queries";
import { bodyOf, formOf } from "./editor/rule_form";
import styles from "./RuleList.module.css";
import type { Outcome } from "./outcome";
import { timeState, useActionWords, useMatchWords, useSkipReasons, useTimeWords } from "./words";

const MINUTE_MS = 60_000;

interface RuleListProps {
  siteId: string;
  /** The rules that are shown, in order. */
  rules: readonly Rule[];
  /** All rules, including those whose deletion can still be undone: a request for a new order must name every rule. */
  all: readonly Rule[];
  promptName: (id: string) => string | undefined;
  outcome: Outcome | undefined;
  onOpen: (ruleId: string) => void;
}

export function RuleList({ siteId, rules, all, promptName, outcome, onOpen }: RuleListProps) {
  const { t } = useLingui();
  const forms = useForms();
  const queryClient = useQueryClient();
  const { failure, send } = useSubmission();
  const { queryKey } = rulesQuery(siteId);
  const order = (taken: ReadonlySet<string>, to: { id: string; side: "before" | "after" }): void => {
    const ruleIds = movedIds(
      all.map(({ id }) => id),
      taken,
      to,
    );
    if (ruleIds.every((id, place) => id === all[place]?.id)) return;
    // Shows the new order immediately, before the service answers.
    queryClient.setQueryData(
      queryKey,
      ruleIds.flatMap((id) => all.filter((rule) => rule.id === id)),
    );
    void send(async () => {
      try {
        const { items } = await ask(
          api.PUT("/api/v1/rules/{siteId}/order", { params: { path: { siteId } }, body: { ruleIds } }),
        );
        queryClient.setQueryData(queryKey, items);
      } finally {
        await queryClient.invalidateQueries({ queryKey });
      }
    });
  };
  const { dragAndDropHooks } = useDragAndDrop<Rule>({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": rules.find(({ id }) => id === key)?.name ?? "" })),
    onReorder: ({ keys, target }) => {
      if (target.dropPosition !== "on")
        order(new Set([...keys].map(String)), { id: String(target.key), side: target.dropPosition });
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles.drop} />,
  });
  const change = async (rule: Rule, enabled: boolean): Promise<void> => {
    await send(async () => {
      const body = bodyOf({ ...formOf(rule), enabled }, rule);
      await ask(
        api.PUT("/api/v1/rules/{siteId}/{ruleId}", {
          params: { path: { siteId, ruleId: rule.id }, header: { "If-Match": `"${rule.updatedAt}"` } },
          body,
        }),
      );
    });
    await queryClient.invalidateQueries({ queryKey });
  };
  const remove = (rule: Rule): void => {
    pendingDeletions.delete({
      id: rule.id,
      words: t`“${rule.name}” is deleted.`,
      send: async (isLeaving) => {
        await ask(
          api.DELETE("/api/v1/rules/{siteId}/{ruleId}", {
            params: { path: { siteId, ruleId: rule.id } },
            keepalive: isLeaving,
          }),
        );
        await queryClient.invalidateQueries({ queryKey });
      },
    });
  };
  const onAction = (rule: Rule, place: number, act: Act): void => {
    const neighbor = rules[act === "up" ? place - 1 : place + 1];
    if (act === "edit") onOpen(rule.id);
    else if (act === "switch") void change(rule, !rule.enabled);
    else if (act === "delete") remove(rule);
    else if (neighbor !== undefined)
      order(new Set([rule.id]), { id: neighbor.id, side: act === "up" ? "before" : "after" });
  };
  return (
    <>
      {failure === null ? null : (
        <div className={styles.problem}>
          {isOutdated(failure, "ruleIds") ? (
            <Note tone="bad" isAlert>
              <Trans>
                Your change was not saved: someone else added, edited, moved or deleted rules in the meantime. This is
                the current list. Try again.
              </Trans>
            </Note>
          ) : (
            <FormProblem failure={failure} />
          )}
        </div>
      )}
      <GridList
        aria-label={t`Rules, in order`}
        items={rules.map((rule, place) => ({
          ...rule,
          place,
          outcome: outcome?.get(rule.id),
          isTried: outcome !== undefined,
          last: rules.length - 1,
        }))}
        dragAndDropHooks={dragAndDropHooks}
        className={styles.list}
        onAction={(key) => {
          onOpen(String(key));
        }}
      >
        {(item) => (
          <RuleItem
            rule={item}
            promptName={promptName}
            onAction={(act) => {
              onAction(item, item.place, act);
            }}
          />
        )}
      </GridList>
      <p className={styles.caption}>
        <Plural value={rules.length} one="# rule" other="# rules" />{" "}
        <Trans>(at most {forms.number(MAX_RULES)}). For each action, the first matching rule applies.</Trans>
      </p>
    </>
  );
}

type Act = "edit" | "switch" | "up" | "down" | "delete";

interface Item extends Rule {
  place: number;
  last: number;
  isTried: boolean;
  outcome: ReturnType<Outcome["get"]>;
}

function RuleItem({
  rule,
  promptName,
  onAction,
}: {
  rule: Item;
  promptName: RuleListProps["promptName"];
  onAction: (act: Act) => void;
}) {
  const { t } = useLingui();
  const now = useNow(MINUTE_MS);
  const actionWords = useActionWords();
  const matchWords = useMatchWords();
  const timeWords = useTimeWords();
  const skipWords = useSkipReasons();
  const { name, enabled, place, last, outcome } = rule;
  const state = timeState(rule, now);
  const actions: Action<Act>[] = [
    { id: "edit", words: t`Edit` },
    { id: "switch", words: enabled ? t`Disable` : t`Enable` },
    ...(place === 0 ? [] : [{ id: "up" as const, words: t`Move up` }]),
    ...(place === last ? [] : [{ id: "down" as const, words: t`Move down` }]),
    { id: "delete", words: t`Delete`, isBad: true },
  ];
  return (
    <GridListItem
      id={rule.id}
      textValue={name}
      className={styles.rule}
      data-off={!enabled || state === "ended" || undefined}
    >
      <AriaButton slot="drag" className={styles.grip} aria-label={t`Move ${name}`}>
        <Icon name="grip" />
      </AriaButton>
      <span className={styles.place}>{place + 1}</span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span>{actionWords(rule.action, promptName)}</span>
        <small>{matchWords(rule.match)}</small>
      </span>
      <span className={styles.tags}>
        {enabled ? null : (
          <Tag>
            <Trans>Off</Trans>
          </Tag>
        )}
        {state === "always" ? null : (
          <Tag tone={state === "runs" ? "good" : "calm"}>{state === "ended" ? t`ended` : timeWords(rule)}</Tag>
        )}
        {!rule.isTried || outcome === undefined ? null : outcome === "counts" ? (
          <Tag tone="good">
            <Trans>applies</Trans>
          </Tag>
        ) : (
          <Tag>{skipWords[outcome]}</Tag>
        )}
      </span>
      <ActionMenu label={t`Actions for ${name}`} actions={actions} onAction={onAction} />
    </GridListItem>
  );
}
