// The form of a site. Sends only what was changed. If someone else changed the same fields, both versions are shown,
// and the person chooses.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../api/client";
import { siteQuery } from "../../api/queries";
import { useEdited } from "../../ui/hooks/edited";
import { EditedForm } from "../../ui/forms/EditedForm";
import { Switch } from "../../ui/fields/Switch";
import { TextAreaField, TextField } from "../../ui/fields/fields";
import { Note } from "../../ui/page/page";
import styles from "../../ui/forms/settings.module.css";
import { TimeZoneField } from "../../ui/fields/TimeZoneField";
import { RefusedOrigins } from "../shared/install/RefusedOrigins";
import { SameDomain } from "../shared/sites/SameDomain";
import { useSameDomain } from "../shared/sites/same_domain";
import { clashesOf, editOf, formOf, linesOf, mergedOf, type Field } from "./site_form";

const MAX_NAME_CHARACTERS = 100;
const MAX_CREDITS_DIGITS = 10;
const MAX_DOMAIN_CHARACTERS = 253;
const MAX_NOTE_CHARACTERS = 2_000;

export function SiteFields({ site }: { site: Schemas["SiteDetail"] }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const names: Record<Field, string> = {
    name: t`Name`,
    domain: t`Domain`,
    timezone: t`Time zone`,
    allowedOrigins: t`Allowed origins`,
    aliases: t`Brand names`,
    note: t`Note`,
    readPages: t`Texts of pages`,
    creditsPerMonth: t`Credits a month`,
  };
  const reload = () => queryClient.query({ ...siteQuery(site.id), staleTime: 0 });
  const edited = useEdited({
    start: formOf(site),
    isChanged: (form, seen) => Object.keys(editOf(form, seen)).length > 0,
    clashesOf,
    mergedOf,
    read: async () => {
      const there = await reload();
      return { present: formOf(there), version: `"${there.updatedAt}"` };
    },
    write: async (form, seen, version) => {
      await ask(
        api.PATCH("/api/v1/sites/{siteId}", {
          params: { path: { siteId: site.id }, header: { "If-Match": version } },
          body: editOf(form, seen),
        }),
      );
      const saved = await reload();
      await queryClient.invalidateQueries({ queryKey: ["sites", site.orgId] });
      return formOf(saved);
    },
  });
  const { form, seen, set } = edited;
  const sameDomain = useSameDomain(site.orgId, form.domain, site.id);
  return (
    <EditedForm edited={edited} what={site.name} names={names}>
      <div className={styles.two}>
        <TextField
          label={names.name}
          name="name"
          isRequired
          maxLength={MAX_NAME_CHARACTERS}
          value={form.name}
          onChange={(name) => {
            set({ name });
          }}
        />
        <TextField
          label={names.domain}
          name="domain"
          isRequired
          maxLength={MAX_DOMAIN_CHARACTERS}
          value={form.domain}
          onChange={(domain) => {
            set({ domain });
          }}
          hint={t`Links to this domain count as citations.`}
        />
      </div>
      {form.domain === seen.domain ? null : <SameDomain sites={sameDomain} />}
      <TimeZoneField
        chosen={form.timezone}
        onChoose={(timezone) => {
          set({ timezone });
        }}
      />
      <TextAreaField
        label={names.allowedOrigins}
        name="allowedOrigins"
        isRequired
        rows={3}
        value={form.allowedOrigins}
        onChange={(allowedOrigins) => {
          set({ allowedOrigins });
        }}
        hint={t`Only pages from these origins are counted. One per line, such as https://example.com.`}
      />
      <RefusedOrigins
        site={{ ...site, allowedOrigins: linesOf(form.allowedOrigins) }}
        onAllow={(origin) => {
          set({ allowedOrigins: `${form.allowedOrigins.trimEnd()}\n${origin}` });
        }}
      />
      <TextAreaField
        label={names.aliases}
        name="aliases"
        rows={2}
        value={form.aliases}
        onChange={(aliases) => {
          set({ aliases });
        }}
        hint={t`Names that AI answers may use for you, one per line: a former name, a product, another spelling.`}
      />
      <TextAreaField
        label={names.note}
        name="note"
        rows={3}
        maxLength={MAX_NOTE_CHARACTERS}
        value={form.note}
        onChange={(note) => {
          set({ note });
        }}
        hint={t`For your team. Readers never see it.`}
      />
      <TextField
        label={names.creditsPerMonth}
        name="creditsPerMonth"
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={MAX_CREDITS_DIGITS}
        value={form.creditsPerMonth}
        onChange={(creditsPerMonth) => {
          set({ creditsPerMonth });
        }}
        hint={t`A run that may cost more does not begin, and you are told at 80%. Empty for no limit of this site.`}
      />
      <Switch
        isSelected={form.readPages === "yes"}
        onChange={(isOn) => {
          set({ readPages: isOn ? "yes" : "no" });
        }}
        hint={t`Once a day, of the pages that engines cite and readers ask about most. robots.txt and noindex are obeyed.`}
      >
        <Trans>Read the texts of pages and show what changed</Trans>
      </Switch>
      {form.timezone === seen.timezone ? null : (
        <Note tone="warn">
          <Trans>Past days stay as they are. The new time zone applies to events from now on.</Trans>
        </Note>
      )}
    </EditedForm>
  );
}
