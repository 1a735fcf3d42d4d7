// Name and slug of an organization. If another owner also changed them, both versions are shown, and the person
// chooses.

import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../api/client";
import { meQuery, organizationQuery } from "../../api/queries";
import { useEdited } from "../../ui/hooks/edited";
import { EditedForm } from "../../ui/forms/EditedForm";
import { TextField } from "../../ui/fields/fields";
import styles from "../../ui/forms/settings.module.css";
import { clashesOf, editOf, formOf, mergedOf } from "./name_form";

const MAX_NAME_CHARACTERS = 100;
const MAX_SLUG_CHARACTERS = 40;

export function OrganizationName({ organization }: { organization: Schemas["Organization"] }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const names = { name: t`Name`, slug: t`Slug` };
  const path = { orgId: organization.id };
  const edited = useEdited({
    start: formOf(organization),
    isChanged: (form, seen) => Object.keys(editOf(form, seen)).length > 0,
    clashesOf,
    mergedOf,
    read: async () => {
      const read = await api.GET("/api/v1/orgs/{orgId}", { params: { path } });
      return { present: formOf(await ask(Promise.resolve(read))), version: read.response.headers.get("etag") ?? "*" };
    },
    write: async (form, seen, version) => {
      const saved = await ask(
        api.PATCH("/api/v1/orgs/{orgId}", {
          params: { path, header: { "If-Match": version } },
          body: editOf(form, seen),
        }),
      );
      queryClient.setQueryData(organizationQuery(organization.id).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      return formOf(saved);
    },
  });
  const { form, set } = edited;
  return (
    <EditedForm edited={edited} what={edited.seen.name} names={names}>
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
          label={names.slug}
          name="slug"
          isRequired
          maxLength={MAX_SLUG_CHARACTERS}
          value={form.slug}
          onChange={(slug) => {
            set({ slug });
          }}
          hint={t`Lowercase letters, digits and hyphens. Must be unique on this instance.`}
        />
      </div>
    </EditedForm>
  );
}
