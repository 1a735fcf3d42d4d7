// The fields of a shared link.

import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";

import type { Schemas } from "../../../api/client";
import { CheckboxList } from "../../../ui/fields/CheckboxList";
import { Checkbox, PasswordField, SelectField, TextAreaField, TextField } from "../../../ui/fields/fields";
import { Switch } from "../../../ui/fields/Switch";
import { Loading } from "../../../ui/loading/Loaded";
import { part } from "../../../ui/loading/part";
import { nameOfPlatform } from "../platforms/platforms";
import { platformsOf } from "../platforms/site_platforms";
import { todayIn } from "../period/period";
import { DAYS, ENDS, frameOf, limitsOf, selectableDays, type LinkForm } from "./link_form";
import styles from "./LinkDialog.module.css";
import { canBeLimited, PANELS, type Panel } from "./panels";
import type { SharedLink } from "./queries";

/** The calendar is large, and most links need none. */
const DayField = part(
  () => import("../../../ui/fields/DayField").then(({ DayField: component }) => component),
  Loading,
);

const MAX_NAME_CHARACTERS = 100;
/** No figure is older. */
const FIRST_DAY = "2020-01-01";
const ALL = "all";

/** The fields that show their own errors, by the first name of their paths. */
export const LINK_FIELDS = ["name", "panels", "filter", "range", "expiresAt", "password", "embed"] as const;

interface FieldsProps {
  /** With its assistants, once it is loaded. */
  site: Schemas["SiteDetail"];
  form: LinkForm;
  onChange: (form: LinkForm) => void;
  /** The link that is changed. */
  link?: SharedLink;
}
type PartProps = Pick<FieldsProps, "form"> & { set: (changed: Partial<LinkForm>) => void };

export function LinkFields({ site, form, onChange, link }: FieldsProps) {
  const { t } = useLingui();
  const set = (changed: Partial<LinkForm>): void => {
    onChange({ ...form, ...changed });
  };
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
          set({ name });
        }}
      />
      <PanelsField form={form} set={set} />
      <TextField
        label={t`Only this page`}
        name="filter"
        value={form.page}
        onChange={(page) => {
          set({ page });
        }}
        placeholder="/guides/**"
        hint={t`A path, or a folder with /** at its end. Empty for the whole site.`}
      />
      <PlatformField site={site} form={form} set={set} />
      <DaysFields site={site} form={form} set={set} />
      <ExpirationFields form={form} set={set} />
      <Switch
        isSelected={form.notes}
        onChange={(notes) => {
          set({ notes });
        }}
      >
        {t`Show the notes on charts`}
      </Switch>
      <Switch
        isSelected={form.compare}
        onChange={(compare) => {
          set({ compare });
        }}
      >
        {t`Show the previous period`}
      </Switch>
      <AccessFields form={form} set={set} link={link} />
    </>
  );
}

function PanelsField({ form, set }: PartProps) {
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
  const limits = limitsOf(form);
  const note = limits.length === 0 ? undefined : t`Panels that cannot be limited in this way are left out.`;
  return (
    <CheckboxList
      label={t`Panels`}
      name="panels"
      isRequired
      isShort
      chosen={form.panels}
      onChoose={(chosen) => {
        set({ panels: PANELS.filter((panel) => chosen.includes(panel)) });
      }}
      {...(note === undefined ? {} : { note })}
    >
      {PANELS.map((panel) => (
        <Checkbox key={panel} value={panel} isDisabled={!canBeLimited(panel, limits)}>
          {panels[panel]}
        </Checkbox>
      ))}
    </CheckboxList>
  );
}

function PlatformField({ site, form: { platform }, set }: PartProps & { site: Schemas["SiteDetail"] }) {
  const { t } = useLingui();
  const networks = site.config.social.map(({ id }) => ({ id, name: nameOfPlatform(id) }));
  const named = platform === null || platform.isNetwork ? [] : [platform.id];
  return (
    <SelectField
      label={t`Only this assistant or network`}
      name="platforms"
      choices={[
        { id: ALL, label: t`All` },
        ...[...platformsOf(site, named), ...networks].map(({ id, name }) => ({ id, label: name })),
      ]}
      chosen={platform?.id ?? ALL}
      onChoose={(id) => {
        set({ platform: id === ALL ? null : { id, isNetwork: networks.some((network) => network.id === id) } });
      }}
    />
  );
}

function DaysFields({ site, form, set }: PartProps & Pick<FieldsProps, "site">) {
  const { t } = useLingui();
  const today = todayIn(site.timezone);
  const words: Readonly<Record<(typeof DAYS)[number], string>> = {
    "7": t`the last 7 days`,
    "30": t`the last 30 days`,
    "90": t`the last 90 days`,
    "365": t`the last 12 months`,
  };
  const usual = DAYS.map((id): { id: string; label: string } => ({ id, label: words[id] }));
  // A program may have chosen another number.
  const isUsual = form.days === "dates" || usual.some(({ id }) => id === form.days);
  const other = isUsual
    ? []
    : [
        {
          id: form.days,
          label: t`${plural(Number(form.days), { one: "the last # day", other: "the last # days" })}`,
        },
      ];
  return (
    <>
      <SelectField
        label={t`Days`}
        name="range"
        choices={[...usual, ...other, { id: "dates", label: t`fixed dates` }]}
        chosen={form.days}
        onChoose={(days) => {
          set({ days });
        }}
      />
      {form.days === "dates" ? (
        <div className={styles.twice}>
          <DayField
            label={t`From`}
            name="from"
            day={form.from}
            onChoose={(from) => {
              set({ from });
            }}
            min={FIRST_DAY}
            max={form.to === "" ? today : form.to}
          />
          <DayField
            label={t`To`}
            name="to"
            day={form.to}
            onChoose={(to) => {
              set({ to });
            }}
            min={form.from === "" ? FIRST_DAY : form.from}
            max={form.to > today ? form.to : today}
          />
        </div>
      ) : null}
    </>
  );
}

function ExpirationFields({ form, set }: PartProps) {
  const { t } = useLingui();
  const [days] = useState(() => selectableDays(form, Date.now()));
  const words: Readonly<Record<LinkForm["end"], string>> = {
    "7": t`in 7 days`,
    "30": t`in 30 days`,
    "90": t`in 90 days`,
    "365": t`in a year`,
    date: t`on a date`,
    never: t`never`,
  };
  return (
    <>
      <SelectField
        label={t`Expires`}
        name="expiresAt"
        choices={ENDS.map((id) => ({ id, label: words[id] }))}
        chosen={form.end}
        onChoose={(end) => {
          set({ end });
        }}
      />
      {form.end === "date" ? (
        <DayField
          label={t`Last day`}
          name="lastDay"
          day={form.lastDay}
          onChoose={(lastDay) => {
            set({ lastDay });
          }}
          hint={t`Valid through the end of this day, in your local time.`}
          {...days}
        />
      ) : null}
    </>
  );
}

function AccessFields({ form, set, link }: PartProps & { link: SharedLink | undefined }) {
  const { t } = useLingui();
  const hasPassword = link?.hasPassword === true;
  return (
    <>
      <PasswordField
        label={hasPassword ? t`New password` : t`Password`}
        name="password"
        value={form.password}
        isDisabled={form.removesPassword}
        onChange={(password) => {
          set({ password });
        }}
        autoComplete="new-password"
        hint={
          hasPassword
            ? t`Empty keeps the password. A new one ends what is open.`
            : t`Empty for none. At least 10 characters.`
        }
      />
      {hasPassword ? (
        <Switch
          isSelected={form.removesPassword}
          onChange={(removesPassword) => {
            set(removesPassword ? { removesPassword, password: "" } : { removesPassword });
          }}
        >
          {t`Remove the password`}
        </Switch>
      ) : null}
      <TextAreaField
        label={t`Allowed origins for embedding`}
        name="embed"
        rows={2}
        value={form.origins}
        onChange={(origins) => {
          set({ origins });
        }}
        placeholder="https://example.com"
        hint={t`One per line. Empty: the link cannot be embedded. Not together with a password.`}
      />
      {link === undefined || form.origins.trim() === "" ? null : (
        <div className={styles.code}>
          <small>{t`The frame to paste. Replace ${link.maskedToken} by the token in the link’s address, after #.`}</small>
          <code>{frameOf(link.id, link.maskedToken)}</code>
        </div>
      )}
    </>
  );
}
