// `/sites/:siteId/rules`: rules that change the widget on some pages. They are listed in the order in which they are
// tried.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";

import { siteQuery } from "../../api/queries";
import { Button } from "../../ui/elements/Button";
import { useIsBeingDeleted } from "../../ui/hooks/pending_deletions";
import { Card, Empty, Note, PageHead } from "../../ui/page/page";
import { part } from "../../ui/loading/part";
import { Loaded, Loading } from "../../ui/loading/Loaded";
import { warningWords } from "../../words/warnings";
import { promptsQuery } from "../shared/prompts/queries";
import { outcomeOf } from "./outcome";
import { MAX_RULES, rulesQuery, ruleTestQuery } from "./queries";
import { RulesFile } from "./RulesFile";
import type { RulesSearch } from "./search";
import { WaitingProposals } from "../shared/rules/WaitingProposals";
import { RulesGate } from "../shared/rules/RulesGate";

// With dragging, which is larger than the rest of the page. It loads while the rules do.
const loadList = () => import("./RuleList").then(({ RuleList: component }) => component);
loadList().catch(() => undefined);
const RuleList = part(loadList, Loading);
const RuleTester = part(() => import("./tester/RuleTester").then(({ RuleTester: component }) => component), Loading);
const RuleSheet = part(() => import("./editor/RuleSheet").then(({ RuleSheet: component }) => component));

export function RulesPage() {
  return <RulesGate>{() => <Rules />}</RulesGate>;
}

function Rules() {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/rules" });
  const search = useSearch({ from: "/shell/sites/$siteId/rules" });
  const navigate = useNavigate({ from: "/sites/$siteId/rules" });
  const isBeingDeleted = useIsBeingDeleted();
  const { data, error, refetch } = useQuery(rulesQuery(siteId));
  const { data: site } = useQuery(siteQuery(siteId));
  const { data: prompts } = useQuery(promptsQuery(siteId));
  const trial = useQuery({
    ...ruleTestQuery(siteId, search.url ?? "", search.language),
    enabled: search.url !== undefined,
  });
  const tried = search.url === undefined || trial.error !== null ? undefined : trial.data;
  const rules = data?.filter(({ id }) => !isBeingDeleted(id));
  const promptName = (id: string): string | undefined =>
    prompts === undefined ? "…" : prompts.find((prompt) => prompt.id === id)?.name;
  const open = (to: string | undefined): void =>
    void navigate({ search: (now: RulesSearch) => ({ ...now, open: to }) });
  const create = (
    <Button
      look="primary"
      icon="plus"
      isDisabled={(data?.length ?? 0) >= MAX_RULES}
      onPress={() => {
        open("new");
      }}
    >
      <Trans>New rule</Trans>
    </Button>
  );
  const cut = (site?.config.warnings ?? []).filter(({ path }) => path === "rules");
  return (
    <>
      <PageHead
        title={t`Rules`}
        guide="rules"
        help={
          <Trans>
            Rules change what the widget asks, suggests or shows on certain pages. For each action, the first matching
            rule applies.
          </Trans>
        }
      >
        {rules === undefined || rules.length === 0 ? null : <RulesFile rules={rules} promptName={promptName} />}
        {create}
      </PageHead>
      <WaitingProposals siteId={siteId} />
      {cut.map((warning) => (
        <Note key={warning.code} tone="warn">
          {warningWords(warning)}
        </Note>
      ))}
      <RuleTester
        domain={site?.domain ?? ""}
        search={search}
        trial={trial}
        rules={data ?? []}
        promptName={promptName}
        onTry={(change) => void navigate({ search: (now: RulesSearch) => ({ ...now, ...change }), replace: true })}
      />
      <Card label={t`Rules`}>
        <Loaded
          query={{ data: rules, error, refetch }}
          empty={
            <Empty title={t`No rules yet`} action={create}>
              <Trans>
                Without rules, every page gets the site’s prompts and questions. A rule changes that for some pages:
                other questions on the pricing page, no widget at checkout.
              </Trans>
            </Empty>
          }
        >
          {(rules) => (
            <RuleList
              siteId={siteId}
              rules={rules}
              all={data ?? []}
              promptName={promptName}
              outcome={outcomeOf(tried)}
              onOpen={open}
            />
          )}
        </Loaded>
      </Card>
      {search.open === undefined || data === undefined || site === undefined ? null : (
        <RuleSheet
          key={search.open}
          site={site}
          prompts={prompts ?? []}
          ruleId={search.open}
          rules={data}
          onClose={() => {
            open(undefined);
          }}
        />
      )}
    </>
  );
}
