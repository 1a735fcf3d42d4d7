// "What happens on this address?" The service's own answer: which rules count, why the others do not, and what each assistant gets.

import { Trans, useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";

import { nameOfPlatform } from "../analytics/platforms";
import { Mark } from "../analytics/Mark";
import { ApiFailure } from "../../api/failure";
import { Loading } from "../../shell/states";
import { Button } from "../../ui/Button";
import { SelectField, TextField } from "../../ui/fields";
import { Info } from "../../ui/Info";
import { Card, Note, Tag } from "../../ui/page";
import { LoadProblem } from "../../ui/Problem";
import { languagesWith, useLanguageName } from "../prompts/words";
import type { Rule, Trial } from "./queries";
import styles from "./RuleTester.module.css";
import type { RulesSearch } from "./search";
import { useActionNames, useSkipWords } from "./words";

const USUAL_LANGUAGE = "en";

interface RuleTesterProps {
  domain: string;
  search: RulesSearch;
  trial: UseQueryResult<Trial>;
  rules: readonly Rule[];
  promptName: (id: string) => string | undefined;
  onTry: (change: RulesSearch) => void;
}

export function RuleTester({ domain, search, trial, rules, promptName, onTry }: RuleTesterProps) {
  const { t } = useLingui();
  const languageName = useLanguageName();
  const [url, setUrl] = useState(search.url ?? "");
  const [language, setLanguage] = useState(search.language ?? USUAL_LANGUAGE);
  const { error, refetch, isFetching } = trial;
  const problem = error instanceof ApiFailure ? (error.fields.url?.[0] ?? error.fields.language?.[0]) : undefined;
  return (
    <Card
      title={t`Test a URL`}
      end={<Info about={t`Test a URL`}><Trans>Uses the same logic as the widget. No page is fetched and nothing is counted.</Trans></Info>}
    >
      <Form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = addressOf(url, domain);
          setUrl(wanted);
          onTry({ url: wanted === "" ? undefined : wanted, language: language === USUAL_LANGUAGE ? undefined : language });
          if (wanted === search.url) void refetch();
        }}
      >
        <TextField label={t`Address`} value={url} onChange={setUrl} placeholder={`https://${domain}/pricing`} maxLength={2048} isRequired />
        <SelectField label={t`Language of the page`} choices={languagesWith([language]).filter((tag) => tag !== "*").map((id) => ({ id, label: languageName(id) }))} chosen={language} onChoose={setLanguage} />
        <Button type="submit" isPending={isFetching}><Trans>Test</Trans></Button>
        {search.url === undefined ? null : <Button look="quiet" onPress={() => { setUrl(""); onTry({ url: undefined, language: undefined }); }}><Trans>Clear</Trans></Button>}
      </Form>
      <div role="status">
        {search.url === undefined ? null : problem !== undefined ? <div className={styles.result}><Note tone="bad">{problem}</Note></div>
          : error !== null ? <LoadProblem failure={error} onRetry={() => void refetch()} />
            : trial.data === undefined ? <Loading />
              : <Result trial={trial.data} rules={rules} promptName={promptName} isOld={trial.isPlaceholderData} />}
      </div>
    </Card>
  );
}

/** A path alone is one of the site's. */
function addressOf(typed: string, domain: string): string {
  const text = typed.trim();
  if (text === "" || /^[a-z]+:\/\//i.test(text)) return text;
  return text.startsWith("/") ? `https://${domain}${text}` : `https://${text}`;
}

function Result({ trial, rules, promptName, isOld }: { trial: Trial; rules: readonly Rule[]; promptName: (id: string) => string | undefined; isOld: boolean }) {
  const { t, i18n } = useLingui();
  const actions = useActionNames();
  const skipWords = useSkipWords();
  const { matched, skipped, shown, resolved, questions } = trial;
  const or = new Intl.ListFormat(i18n.locale, { type: "conjunction" });
  return (
    <div className={styles.result} data-old={isOld || undefined}>
      <p className={styles.verdict}>
        {shown ? <Tag tone="good"><Trans>The widget is shown</Trans></Tag> : <Tag tone="warn"><Trans>The widget is hidden</Trans></Tag>}
        {matched.length === 0 ? <Trans>No rule applies: readers get the site’s own prompts and questions.</Trans> : <Trans>Decided by {or.format(matched.map(({ name }) => `“${name}”`))}.</Trans>}
      </p>
      <div className={styles.columns}>
        <section>
          <h3><Trans>Rules</Trans></h3>
          <ol className={styles.rules}>
            {matched.map(({ ruleId, name, action }) => <li key={ruleId}><span><strong>{name}</strong> · {actions[action]}</span><Tag tone="good"><Trans>applies</Trans></Tag></li>)}
            {skipped.map(({ ruleId, reason }) => <li key={ruleId}><span>{rules.find(({ id }) => id === ruleId)?.name ?? t`Deleted rule`}</span><Tag>{skipWords[reason]}</Tag></li>)}
            {matched.length + skipped.length === 0 ? <li className={styles.none}><Trans>The site has no rules.</Trans></li> : null}
          </ol>
        </section>
        {shown ? (
          <section>
            <h3><Trans>What readers are offered</Trans></h3>
            {questions.length === 0 ? <p className={styles.none}><Trans>No questions are suggested.</Trans></p> : <ul className={styles.questions}>{questions.map(({ id, text }) => <li key={id}>{text}</li>)}</ul>}
            <ul className={styles.offers}>
              {byPrompt(resolved).map(({ prompt, promptId, platforms }) => (
                <li key={`${promptId ?? ""} ${prompt}`}>
                  <span className={styles.platforms}>{platforms.map((platform) => <span key={platform}><Mark id={platform} />{nameOfPlatform(platform)}</span>)}</span>
                  <blockquote>{prompt}</blockquote>
                  <small>{promptId === null ? t`the built-in prompt` : (promptName(promptId) ?? t`a deleted prompt`)}</small>
                </li>
              ))}
            </ul>
            <p className={styles.none}><Trans>The preview shows the page’s address in place of its title, and the first of several variants.</Trans></p>
          </section>
        ) : null}
      </div>
    </div>
  );
}

/** Assistants that get the same words stand together. */
function byPrompt(resolved: Trial["resolved"]): { prompt: string; promptId: string | null; platforms: string[] }[] {
  const groups = new Map<string, { prompt: string; promptId: string | null; platforms: string[] }>();
  for (const { platform, prompt, promptId } of resolved) {
    const key = `${promptId ?? ""} ${prompt}`;
    const group = groups.get(key) ?? { prompt, promptId, platforms: [] };
    group.platforms.push(platform);
    groups.set(key, group);
  }
  return [...groups.values()];
}
