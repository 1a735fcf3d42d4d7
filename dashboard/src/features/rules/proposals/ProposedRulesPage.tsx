// `/sites/:siteId/rules/proposed`: rules for single pages, generated from their content. Readers see them only after
// someone approves them here.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";

import { LinkButton } from "../../../ui/elements/Button";
import { Card, Empty, PageHead } from "../../../ui/page/page";
import { Loaded } from "../../../ui/loading/Loaded";
import { useForms } from "../../../words/forms";
import { LeftOut } from "./SkippedPages";
import { useDismissedIds } from "../../shared/rules/waiting";
import { proposedQuery } from "./proposals";
import { ProposalChoice } from "./ProposalChoice";
import { RulesGate } from "../../shared/rules/RulesGate";

export function ProposedRulesPage() {
  const { siteId } = useParams({ from: "/shell/sites/$siteId/rules/proposed" });
  return <RulesGate>{() => <Proposals siteId={siteId} />}</RulesGate>;
}

function Proposals({ siteId }: { siteId: string }) {
  const { t } = useLingui();
  const forms = useForms();
  const dismissed = useDismissedIds();
  const query = useQuery(proposedQuery(siteId));
  const { data } = query;
  const generated = data?.generatedAt ?? null;
  return (
    <>
      <PageHead
        title={t`Proposed rules`}
        guide="rules#proposed-rules"
        help={
          <Trans>
            Questions and texts for a single page, written from its content. Approved texts become rules, which you can
            edit or delete like any other.
          </Trans>
        }
      >
        <LinkButton to="/sites/$siteId/rules" params={{ siteId }}>
          <Trans>All rules</Trans>
        </LinkButton>
      </PageHead>
      <Loaded query={query} card={t`Proposed rules`}>
        {(data) =>
          data.jobId === null ? (
            <Card label={t`Proposed rules`}>
              <Empty
                title={t`No proposed rules yet`}
                action={
                  <LinkButton
                    look="primary"
                    to="/sites/$siteId/prompts"
                    params={{ siteId }}
                    search={{ generate: true }}
                  >
                    <Trans>Generate from my pages…</Trans>
                  </LinkButton>
                }
              >
                <Trans>
                  Askline can read your pages and write questions that fit each of them. They wait here until you
                  approve them.
                </Trans>
              </Empty>
            </Card>
          ) : (
            <>
              <ProposalChoice
                siteId={siteId}
                proposals={data.items.filter(({ id }) => !dismissed.has(id))}
                generated={generated === null ? "" : t`Updated ${forms.moment(generated)}`}
              />
              <LeftOut leftOut={data.leftOut} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
