// Tests which rules apply at an address, as the service evaluates them.

import { Trans, useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";

import { ApiFailure } from "../../../api/failure";
import { Button } from "../../../ui/elements/Button";
import { SelectField, TextField } from "../../../ui/fields/fields";
import { Info } from "../../../ui/dialogs/Info";
import { Card, Note } from "../../../ui/page/page";
import { part } from "../../../ui/loading/part";
import { Loading, NotLoaded } from "../../../ui/loading/Loaded";
import { languagesWith, useLanguageName } from "../../shared/prompts/words";
import type { Rule, RuleTest } from "../queries";
import styles from "./RuleTester.module.css";
import type { RulesSearch } from "../search";

const TrialResult = part(() => import("./TrialResult").then(({ TrialResult: component }) => component), Loading);

const DEFAULT_LANGUAGE = "en";

interface RuleTesterProps {
  domain: string;
  search: RulesSearch;
  trial: UseQueryResult<RuleTest>;
  rules: readonly Rule[];
  promptName: (id: string) => string | undefined;
  onTry: (change: RulesSearch) => void;
}

export function RuleTester({ domain, search, trial, rules, promptName, onTry }: RuleTesterProps) {
  const { t } = useLingui();
  const languageName = useLanguageName();
  const [url, setUrl] = useState(search.url ?? "");
  const [language, setLanguage] = useState(search.language ?? DEFAULT_LANGUAGE);
  const { error, refetch, isFetching } = trial;
  const problem = error instanceof ApiFailure ? (error.fields.url?.[0] ?? error.fields.language?.[0]) : undefined;
  return (
    <Card
      title={t`Test a URL`}
      end={
        <Info about={t`Test a URL`} guide="rules#in-the-dashboard">
          <Trans>Uses the same logic as the widget. No page is fetched and nothing is counted.</Trans>
        </Info>
      }
    >
      <Form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = addressOf(url, domain);
          setUrl(wanted);
          onTry({
            url: wanted === "" ? undefined : wanted,
            language: language === DEFAULT_LANGUAGE ? undefined : language,
          });
          if (wanted === search.url) void refetch();
        }}
      >
        <TextField
          label={t`URL`}
          value={url}
          onChange={setUrl}
          placeholder={`https://${domain}/pricing`}
          maxLength={2048}
          isRequired
        />
        <SelectField
          label={t`Language of the page`}
          choices={languagesWith([language])
            .filter((tag) => tag !== "*")
            .map((id) => ({ id, label: languageName(id) }))}
          chosen={language}
          onChoose={setLanguage}
        />
        <Button type="submit" isPending={isFetching}>
          <Trans>Test</Trans>
        </Button>
        {search.url === undefined ? null : (
          <Button
            look="quiet"
            onPress={() => {
              setUrl("");
              onTry({ url: undefined, language: undefined });
            }}
          >
            <Trans>Clear</Trans>
          </Button>
        )}
      </Form>
      <div role="status">
        {search.url === undefined ? null : problem !== undefined ? (
          <div className={styles.result}>
            <Note tone="bad">{problem}</Note>
          </div>
        ) : error !== null || trial.data === undefined ? (
          <NotLoaded error={error} refetch={refetch} />
        ) : (
          <TrialResult trial={trial.data} rules={rules} promptName={promptName} isOld={trial.isPlaceholderData} />
        )}
      </div>
    </Card>
  );
}

/** The address that a person typed. A path without a domain is completed with the site's domain. */
function addressOf(typed: string, domain: string): string {
  const text = typed.trim();
  if (text === "" || /^[a-z]+:\/\//i.test(text)) return text;
  return text.startsWith("/") ? `https://${domain}${text}` : `https://${text}`;
}
