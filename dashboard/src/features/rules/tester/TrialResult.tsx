// The result of testing an address: which rules apply, and what each assistant gets. For the other rules, it says why
// they do not apply.

import { Trans, useLingui } from "@lingui/react/macro";

import { nameOfPlatform } from "../../shared/platforms/platforms";
import { Mark } from "../../shared/platforms/Mark";
import { Tag } from "../../../ui/page/page";
import type { Rule, RuleTest } from "../queries";
import styles from "./RuleTester.module.css";
import { useActionNames, useSkipReasons } from "../words";

interface TrialResultProps {
  trial: RuleTest;
  rules: readonly Rule[];
  promptName: (id: string) => string | undefined;
  isOld: boolean;
}

export function TrialResult({ trial, rules, promptName, isOld }: TrialResultProps) {
  const { t, i18n } = useLingui();
  const actions = useActionNames();
  const skipWords = useSkipReasons();
  const { matched, skipped, shown, resolved, questions } = trial;
  const or = new Intl.ListFormat(i18n.locale, { type: "conjunction" });
  return (
    <div className={styles.result} data-old={isOld || undefined}>
      <p className={styles.verdict}>
        {shown ? (
          <Tag tone="good">
            <Trans>The widget is shown</Trans>
          </Tag>
        ) : (
          <Tag tone="warn">
            <Trans>The widget is hidden</Trans>
          </Tag>
        )}
        {matched.length === 0 ? (
          <Trans>No rule applies, so the widget settings decide.</Trans>
        ) : (
          <Trans>Matching rules: {or.format(matched.map(({ name }) => t`“${name}”`))}.</Trans>
        )}
      </p>
      <div className={styles.columns}>
        <section>
          <h3>
            <Trans>Rules</Trans>
          </h3>
          <ol className={styles.rules}>
            {matched.map(({ ruleId, name, action }) => (
              <li key={ruleId}>
                <span>
                  <strong>{name}</strong> · {actions[action]}
                </span>
                <Tag tone="good">
                  <Trans>applies</Trans>
                </Tag>
              </li>
            ))}
            {skipped.map(({ ruleId, reason }) => (
              <li key={ruleId}>
                <span>{rules.find(({ id }) => id === ruleId)?.name ?? t`Deleted rule`}</span>
                <Tag>{skipWords[reason]}</Tag>
              </li>
            ))}
            {matched.length + skipped.length === 0 ? (
              <li className={styles.none}>
                <Trans>The site has no rules.</Trans>
              </li>
            ) : null}
          </ol>
        </section>
        {shown ? (
          <section>
            <h3>
              <Trans>What readers see</Trans>
            </h3>
            {questions.length === 0 ? (
              <p className={styles.none}>
                <Trans>No questions are suggested.</Trans>
              </p>
            ) : (
              <ul className={styles.questions}>
                {questions.map(({ id, text }) => (
                  <li key={id}>{text}</li>
                ))}
              </ul>
            )}
            <ul className={styles.offers}>
              {byPrompt(resolved).map(({ prompt, promptId, platforms }) => (
                <li key={`${promptId ?? ""} ${prompt}`}>
                  <span className={styles.platforms}>
                    {platforms.map((platform) => (
                      <span key={platform}>
                        <Mark id={platform} />
                        {nameOfPlatform(platform)}
                      </span>
                    ))}
                  </span>
                  <blockquote>{prompt}</blockquote>
                  <small>
                    {promptId === null ? t`the built-in prompt` : (promptName(promptId) ?? t`a deleted prompt`)}
                  </small>
                </li>
              ))}
            </ul>
            <p className={styles.none}>
              <Trans>
                The preview shows the page’s address in place of its title, and the first of several variants.
              </Trans>
            </p>
          </section>
        ) : null}
      </div>
    </div>
  );
}

/** Groups assistants that get the same text. */
function byPrompt(resolved: RuleTest["resolved"]): { prompt: string; promptId: string | null; platforms: string[] }[] {
  const groups = new Map<string, { prompt: string; promptId: string | null; platforms: string[] }>();
  for (const { platform, prompt, promptId } of resolved) {
    const key = `${promptId ?? ""} ${prompt}`;
    const group = groups.get(key) ?? { prompt, promptId, platforms: [] };
    group.platforms.push(platform);
    groups.set(key, group);
  }
  return [...groups.values()];
}
