// The widget's heading and button label in each language. Also whether it counts views and clicks.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";

import { SelectField, TextField } from "../../../ui/fields/fields";
import { Card } from "../../../ui/page/page";
import { Switch } from "../../../ui/fields/Switch";
import type { Draft } from "../draft";
import { SettingMessages, memoPart, type PartProps } from "./part";
import { LANGUAGES } from "../preview/preview_page";
import type { Payload } from "../queries";
import styles from "../WidgetPage.module.css";

const MAX_LABEL_CHARACTERS = 120;

interface WordingPartProps extends PartProps<"labels"> {
  /** The labels that readers see, by language; undefined until they are loaded. */
  shown: Payload["labels"] | undefined;
}

export const WordingPart = memoPart(
  ["labels"],
  function WordingPart({ draft, set, warnings, shown }: WordingPartProps) {
    const { t, i18n } = useLingui();
    const [language, setLanguage] = useState<string>(i18n.locale.split("-")[0] ?? "en");
    const names = new Intl.DisplayNames([i18n.locale], { type: "language" });
    const tags = [...new Set([...LANGUAGES, ...Object.keys(draft.labels)])];
    const own = draft.labels[language] ?? {};
    const usual = (key: string): string => (own[key] === undefined ? (shown?.[language]?.[key] ?? "") : "");
    const change = (key: string, text: string): void => {
      const texts = Object.fromEntries(Object.entries({ ...own, [key]: text }).filter(([, words]) => words !== ""));
      const labels: Draft["labels"] = Object.fromEntries(
        Object.entries({ ...draft.labels, [language]: texts }).filter(([, words]) => Object.keys(words).length > 0),
      );
      set({ labels });
    };
    return (
      <Card title={t`Wording`}>
        <div className={styles.inside}>
          <SelectField
            label={t`Language`}
            chosen={language}
            onChoose={setLanguage}
            choices={tags.map((tag) => ({ id: tag, label: names.of(tag) ?? tag }))}
          />
          <TextField
            label={t`Heading`}
            name={`labels.${language}.title`}
            value={own.title ?? ""}
            onChange={(text) => {
              change("title", text);
            }}
            placeholder={usual("title")}
            maxLength={MAX_LABEL_CHARACTERS}
          />
          <TextField
            label={t`Button label`}
            name={`labels.${language}.menu`}
            value={own.menu ?? ""}
            onChange={(text) => {
              change("menu", text);
            }}
            placeholder={usual("menu")}
            maxLength={MAX_LABEL_CHARACTERS}
            hint={t`For widgets behind a button: the layouts Menu, Bar and Beside the title, and floating widgets. Leave empty for the default.`}
          />
          <SettingMessages at="labels" warnings={warnings} failure={null} />
        </div>
      </Card>
    );
  },
);

export const PrivacyPart = memoPart(
  ["privacy"],
  function PrivacyPart({ draft, set, warnings, failure }: PartProps<"privacy">) {
    const { t } = useLingui();
    const { privacy } = draft;
    return (
      <Card title={t`Analytics`}>
        <div className={styles.inside}>
          <Switch
            isSelected={privacy.track}
            onChange={(track) => {
              set({ privacy: { ...privacy, track } });
            }}
            hint={t`No cookies, no data about individual readers.`}
          >
            <Trans>Count views and clicks</Trans>
          </Switch>
          <Switch
            isSelected={privacy.respectDoNotTrack}
            isDisabled={!privacy.track}
            onChange={(respectDoNotTrack) => {
              set({ privacy: { ...privacy, respectDoNotTrack } });
            }}
          >
            <Trans>Respect Do Not Track</Trans>
          </Switch>
          <SettingMessages at="privacy" warnings={warnings} failure={failure} />
        </div>
      </Card>
    );
  },
);
