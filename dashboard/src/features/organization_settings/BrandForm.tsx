// The brand that reports and shared links carry instead of Askline's. With a preview.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FileTrigger } from "react-aria-components";

import { api, ask, type Schemas } from "../../api/client";
import { organizationQuery } from "../../api/queries";
import { Button } from "../../ui/elements/Button";
import { TextField } from "../../ui/fields/fields";
import { Switch } from "../../ui/fields/Switch";
import settings from "../../ui/forms/settings.module.css";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { Bar, Note } from "../../ui/page/page";
import { accentStyle } from "../shared/brand/brand";
import "./logo_words";
import styles from "./BrandForm.module.css";
import { base64Of, brandUpdate, brandValues, MAX_LOGO_BYTES, pickedColor, type BrandValues } from "./brand_form";

const MAX_NAME_CHARACTERS = 100;
const FIELDS = ["brand.name", "brand.accent", "brand.replyTo"];
/** Askline's own accent, where the picker starts. */
const OWN_ACCENT = "#0b6e63";

type Organization = Schemas["Organization"];

export function BrandForm({ organization }: { organization: Organization }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [values, setValues] = useState(() => brandValues(organization));
  const set = (change: Partial<BrandValues>): void => {
    setValues((now) => ({ ...now, ...change }));
  };
  const save = async (brand: Schemas["BrandUpdate"] | null): Promise<void> => {
    const path = { orgId: organization.id };
    const saved = await ask(api.PATCH("/api/v1/orgs/{orgId}", { params: { path }, body: { brand } }));
    queryClient.setQueryData(organizationQuery(organization.id).queryKey, saved);
    setValues(brandValues(saved));
  };
  return (
    <div className={settings.part}>
      <p>
        <Trans>Reports, their emails and shared links carry it instead of Askline’s name.</Trans>
      </p>
      <SubmitForm
        place="card"
        fields={FIELDS}
        act={<Trans>Save brand</Trans>}
        sent={<Trans>Saved.</Trans>}
        work={() => save(brandUpdate(values))}
      >
        <div className={settings.two}>
          <TextField
            label={t`Brand name`}
            name="brand.name"
            isRequired
            maxLength={MAX_NAME_CHARACTERS}
            value={values.name}
            onChange={(name) => {
              set({ name });
            }}
          />
          <TextField
            label={t`Replies go to`}
            name="brand.replyTo"
            type="email"
            value={values.replyTo}
            onChange={(replyTo) => {
              set({ replyTo });
            }}
            hint={t`For emails with reports. Empty: the address of this instance.`}
          />
        </div>
        <div className={styles.color}>
          <TextField
            label={t`Color`}
            name="brand.accent"
            placeholder="#1d4f91"
            value={values.accent}
            onChange={(accent) => {
              set({ accent });
            }}
            hint={t`Shown darker or lighter where it could not be read. Empty: Askline’s own.`}
          />
          <input
            type="color"
            aria-label={t`Choose a color`}
            value={pickedColor(values.accent, OWN_ACCENT)}
            onChange={({ target }) => {
              set({ accent: target.value });
            }}
          />
        </div>
        <Logo
          organization={organization}
          logo={values.logoPng}
          onChange={(logoPng) => {
            set({ logoPng });
          }}
        />
        <Switch
          isSelected={values.measuredWith}
          onChange={(measuredWith) => {
            set({ measuredWith });
          }}
        >
          <Trans>Say “measured with Askline” in the foot</Trans>
        </Switch>
        <Preview organization={organization} values={values} />
      </SubmitForm>
      {organization.brand === null ? null : (
        <SubmitForm place="card" look="plain" act={<Trans>Remove brand</Trans>} work={() => save(null)}>
          {null}
        </SubmitForm>
      )}
    </div>
  );
}

interface LogoProps {
  organization: Organization;
  logo: string | null | undefined;
  onChange: (logo: string | null) => void;
}

function Logo({ organization, logo, onChange }: LogoProps) {
  const { t } = useLingui();
  const [isTooLarge, setTooLarge] = useState(false);
  const hasLogo = shownLogo(organization, logo) !== null;
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setTooLarge(file.size > MAX_LOGO_BYTES);
    if (file.size <= MAX_LOGO_BYTES) onChange(await base64Of(file));
  };
  return (
    <div role="group" aria-label={t`Logo`} className={styles.logo}>
      <span>
        <Trans>Logo: a PNG of at most 64 KiB and 2,000 × 2,000 pixels</Trans>
      </span>
      <Bar>
        <FileTrigger acceptedFileTypes={["image/png"]} onSelect={(files) => void choose(files?.[0])}>
          <Button>{hasLogo ? <Trans>Choose another logo</Trans> : <Trans>Choose a logo</Trans>}</Button>
        </FileTrigger>
        {hasLogo ? (
          <Button
            onPress={() => {
              onChange(null);
            }}
          >
            <Trans>Remove logo</Trans>
          </Button>
        ) : null}
      </Bar>
      {isTooLarge ? (
        <div role="alert">
          <Note tone="bad">
            <Trans>This file is larger than 64 KiB.</Trans>
          </Note>
        </div>
      ) : null}
    </div>
  );
}

/** The address of the logo that the form would store; null for none. */
function shownLogo({ brand }: Organization, logo: string | null | undefined): string | null {
  if (logo === undefined) return brand?.logoUrl ?? null;
  return logo === null ? null : `data:image/png;base64,${logo}`;
}

/** The head and the foot of a report. A color that was not saved yet is shown as it was typed. */
function Preview({ organization, values }: { organization: Organization; values: BrandValues }) {
  const { t } = useLingui();
  const logo = shownLogo(organization, values.logoPng);
  const { brand } = organization;
  const typed = pickedColor(values.accent, OWN_ACCENT);
  const saved = brand?.accent === typed ? brand.readableAccent : null;
  const tones = { text: typed, shape: typed, onShape: "#ffffff" };
  const accent = values.accent.trim() === "" ? null : (saved ?? { light: tones, dark: tones });
  return (
    <section className={styles.preview} aria-label={t`Preview`} style={accentStyle(accent)}>
      <header>
        {logo === null ? null : <img src={logo} alt="" />}
        <span>
          <strong>{values.name}</strong>
          <small>
            <Trans>Report</Trans>
          </small>
        </span>
      </header>
      <p>
        <Trans>Links and marks have this color.</Trans>
      </p>
      {values.measuredWith ? (
        <small>
          <Trans>measured with Askline</Trans>
        </small>
      ) : null}
    </section>
  );
}
