// The fields of a shared link.

import { useLingui } from "@lingui/react/macro";

import { CheckboxList } from "../../../ui/fields/CheckboxList";
import { Checkbox, PasswordField, SelectField, TextAreaField, TextField } from "../../../ui/fields/fields";
import { Switch } from "../../../ui/fields/Switch";
import styles from "./CreateLinkDialog.module.css";
import { DAYS, ENDS, OF_WHOLE_SITE, PANELS, type LinkForm, type Panel } from "./link_form";

const MAX_NAME_CHARACTERS = 100;

export function LinkFields({ form, onChange }: { form: LinkForm; onChange: (form: LinkForm) => void }) {
  const { t } = useLingui();
  const panels: Readonly<Record<Panel, string>> = {
    figures: t`Figures`,
    chart: t`Chart`,
    loop: t`AI loop`,
    citations: t`Citations`,
    assistants: t`Assistants`,
    pages: t`Pages`,
    questions: t`Questions`,
    referrers: t`Traffic sources`,
    shares: t`Shares`,
    devices: t`Devices`,
    crawlers: t`Crawlers`,
    reads: t`Page reads of crawlers`,
  };
  const ends: Readonly<Record<LinkForm["end"], string>> = {
    "7": t`in 7 days`,
    "30": t`in 30 days`,
    "90": t`in 90 days`,
    "365": t`in a year`,
    never: t`never`,
  };
  const days: Readonly<Record<LinkForm["days"], string>> = {
    "7": t`the last 7 days`,
    "30": t`the last 30 days`,
    "90": t`the last 90 days`,
    "365": t`the last 12 months`,
  };
  const isLimited = form.page.trim() !== "";
  return (
    <>
      <TextField
        label={t`Name`}
        hint={t`Its viewers see it as the title.`}
        name="name"
        maxLength={MAX_NAME_CHARACTERS}
        isRequired
        autoFocus
        value={form.name}
        onChange={(name) => {
          onChange({ ...form, name });
        }}
      />
      <CheckboxList
        label={t`Panels`}
        name="panels"
        isRequired
        isShort
        chosen={form.panels}
        onChoose={(chosen) => {
          onChange({ ...form, panels: PANELS.filter((panel) => chosen.includes(panel)) });
        }}
        {...(isLimited ? { note: t`The AI loop and citations cannot be limited to pages, and are left out.` } : {})}
      >
        {PANELS.map((panel) => (
          <Checkbox key={panel} value={panel} isDisabled={isLimited && OF_WHOLE_SITE.includes(panel)}>
            {panels[panel]}
          </Checkbox>
        ))}
      </CheckboxList>
      <TextField
        label={t`Only this page`}
        name="filter.pages"
        value={form.page}
        onChange={(page) => {
          onChange({ ...form, page });
        }}
        placeholder="/guides/**"
        hint={t`A path, or a folder with /** at its end. Empty for the whole site.`}
      />
      <div className={styles.twice}>
        <SelectField
          label={t`Days`}
          name="range"
          choices={DAYS.map((id) => ({ id, label: days[id] }))}
          chosen={form.days}
          onChoose={(chosen) => {
            onChange({ ...form, days: chosen });
          }}
        />
        <SelectField
          label={t`Expires`}
          name="expiresAt"
          choices={ENDS.map((id) => ({ id, label: ends[id] }))}
          chosen={form.end}
          onChoose={(end) => {
            onChange({ ...form, end });
          }}
        />
      </div>
      <Switch
        isSelected={form.notes}
        onChange={(notes) => {
          onChange({ ...form, notes });
        }}
      >
        {t`Show the notes on charts`}
      </Switch>
      <Switch
        isSelected={form.compare}
        onChange={(compare) => {
          onChange({ ...form, compare });
        }}
      >
        {t`Show the previous period`}
      </Switch>
      <PasswordField
        label={t`Password`}
        name="password"
        value={form.password}
        onChange={(password) => {
          onChange({ ...form, password });
        }}
        autoComplete="new-password"
        hint={t`Empty for none. At least 10 characters.`}
      />
      <TextAreaField
        label={t`Allowed origins for embedding`}
        name="embed.origins"
        rows={2}
        value={form.origins}
        onChange={(origins) => {
          onChange({ ...form, origins });
        }}
        placeholder="https://example.com"
        hint={t`One per line. Empty: the link cannot be embedded. Not together with a password.`}
      />
    </>
  );
}
