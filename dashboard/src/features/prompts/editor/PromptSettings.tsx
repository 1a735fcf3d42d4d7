// Where and when a prompt is used: kind, language, assistants, status, variant group and weight.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { platformsOf } from "../../shared/platforms/site_platforms";
import { CheckboxList } from "../../../ui/fields/CheckboxList";
import { Checkbox, SelectField, TextField } from "../../../ui/fields/fields";
import { MAX_WEIGHT, type PromptForm } from "./prompt_form";
import styles from "./PromptSettings.module.css";
import {
  EVERY_LANGUAGE,
  KINDS,
  languagesWith,
  useKindNames,
  useLanguageName,
  useStatusNames,
  STATUSES,
} from "../../shared/prompts/words";

interface PromptSettingsProps {
  site: Schemas["SiteDetail"];
  form: PromptForm;
  set: (change: Partial<PromptForm>) => void;
}

export function PromptSettings({ site, form, set }: PromptSettingsProps) {
  const { t } = useLingui();
  const kinds = useKindNames();
  const statuses = useStatusNames();
  const languageName = useLanguageName();
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t`Kind`}
          name="kind"
          choices={KINDS.map((id) => ({ id, label: kinds[id] }))}
          chosen={form.kind}
          onChoose={(kind) => {
            set({ kind });
          }}
          hint={t`The widget button that sends it.`}
        />
        <SelectField
          label={t`Language of the page`}
          name="language"
          choices={languagesWith([form.language]).map((id) => ({ id, label: languageName(id) }))}
          chosen={form.language}
          onChoose={(language) => {
            set({ language });
          }}
          hint={
            form.language === EVERY_LANGUAGE
              ? t`Offered on every page.`
              : t`Offered on pages in this language. Other pages use the closest match.`
          }
        />
      </div>
      <Platforms site={site} form={form} set={set} />
      <div className={styles.pair}>
        <SelectField
          label={t`State`}
          name="status"
          choices={STATUSES.map((id) => ({ id, label: statuses[id] }))}
          chosen={form.status}
          onChoose={(status) => {
            set({ status });
          }}
          hint={form.status === "active" ? t`Readers see it within minutes.` : t`Readers don’t see it.`}
        />
        <TextField
          label={t`Variant group`}
          name="variantGroup"
          value={form.variantGroup}
          onChange={(variantGroup) => {
            set({ variantGroup });
          }}
          maxLength={40}
          hint={t`Prompts with the same group and language share the traffic. Leave empty for no group.`}
        />
      </div>
      {form.variantGroup.trim() === "" ? null : (
        <TextField
          label={t`Weight`}
          name="weight"
          inputMode="numeric"
          value={String(form.weight)}
          maxLength={4}
          onChange={(typed) => {
            set({ weight: Math.min(MAX_WEIGHT, Number(typed.replace(/\D/g, ""))) });
          }}
          hint={t`Relative weight: 100 and 100 split evenly; a prompt with 0 is never shown.`}
        />
      )}
    </>
  );
}

function Platforms({ site, form, set }: PromptSettingsProps) {
  const { t } = useLingui();
  const isForAll = form.platformIds.length === 0;
  const platforms = platformsOf(site, form.platformIds);
  return (
    <CheckboxList
      label={t`Assistants`}
      name="platformIds"
      isShort
      chosen={form.platformIds}
      onChoose={(platformIds) => {
        set({ platformIds });
      }}
      note={
        isForAll ? t`Applies to all assistants unless you choose some.` : t`Uncheck all to use it for every assistant.`
      }
    >
      {platforms.map(({ id, name }) => (
        <Checkbox key={id} value={id}>
          {name}
        </Checkbox>
      ))}
    </CheckboxList>
  );
}
