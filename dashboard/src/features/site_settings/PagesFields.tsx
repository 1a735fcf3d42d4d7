// Which addresses are one page, with a preview of a change.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import { siteQuery } from "../../api/queries";
import { Button } from "../../ui/elements/Button";
import { PagePath } from "../../ui/elements/PagePath";
import { Checkbox, TextAreaField } from "../../ui/fields/fields";
import { EditedForm } from "../../ui/forms/EditedForm";
import styles from "../../ui/forms/settings.module.css";
import { useEdited } from "../../ui/hooks/edited";
import { Bar, Note } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
import {
  changedFields,
  clashesOf,
  EVERYWHERE,
  formOf,
  hasParameter,
  mergedOf,
  settingsOf,
  withDistinct,
  withParameter,
  type Field,
  type PagesForm,
} from "./pages_form";

/** The number of merges and splits that are shown. */
const SHOWN = 10;

export function Pages({ site }: { site: Schemas["SiteDetail"] }) {
  const [isOpen, setOpen] = useState(site.install.proposedQueryParameters.length > 0);
  return isOpen ? (
    <PagesFields site={site} />
  ) : (
    <div className={styles.part}>
      <p>
        <Trans>
          Spellings of an address are one page: /x, /x/ and /x/index.html. Query parameters do not count unless you list
          them.
        </Trans>
      </p>
      <Bar>
        <Button
          onPress={() => {
            setOpen(true);
          }}
        >
          <Trans>Change what counts as a page…</Trans>
        </Button>
      </Bar>
    </div>
  );
}

function PagesFields({ site }: { site: Schemas["SiteDetail"] }) {
  const { t } = useLingui();
  const names: Record<Field, string> = {
    distinct: t`Separate pages`,
    queryParameters: t`Query parameters`,
    hashRoutes: t`Hash routes`,
  };
  const queryClient = useQueryClient();
  const reload = () => queryClient.query({ ...siteQuery(site.id), staleTime: 0 });
  const start = formOf(site.pages);
  const edited = useEdited({
    start,
    isChanged: (form, seen) => changedFields(form, seen).length > 0,
    clashesOf,
    mergedOf,
    read: async () => {
      const there = await reload();
      return { present: formOf(there.pages), version: `"${there.updatedAt}"` };
    },
    write: async (form, _seen, version) => {
      await ask(
        api.PATCH("/api/v1/sites/{siteId}", {
          params: { path: { siteId: site.id }, header: { "If-Match": version } },
          body: { pages: settingsOf(form) },
        }),
      );
      return formOf((await reload()).pages);
    },
  });
  const { form, seen, set } = edited;
  const isDistinct = (what: string) => form.distinct.split("\n").includes(what);
  const proposed = site.install.proposedQueryParameters.filter((name) => !hasParameter(form, name));
  return (
    <EditedForm edited={edited} what={site.name} names={names}>
      <Checkbox
        isSelected={isDistinct("trailing_slash")}
        onChange={(isSelected) => {
          set(withDistinct(form, "trailing_slash", isSelected));
        }}
      >
        <Trans>Count /x and /x/ as two pages</Trans>
      </Checkbox>
      <Checkbox
        isSelected={isDistinct("index_files")}
        onChange={(isSelected) => {
          set(withDistinct(form, "index_files", isSelected));
        }}
      >
        <Trans>Count /x/ and /x/index.html as two pages</Trans>
      </Checkbox>
      <TextAreaField
        label={names.queryParameters}
        name="queryParameters"
        rows={3}
        value={form.queryParameters}
        onChange={(queryParameters) => {
          set({ queryParameters });
        }}
        placeholder="p"
        hint={t`Parameters that lead to another page, one per line, at most five. After a name, you can add the paths where it counts, such as: id /shop/**`}
      />
      {proposed.map((name) => (
        <Note key={name}>
          <Trans>
            The canonical links of your pages name the parameter “{name}”, so it probably leads to another page.
          </Trans>
          <Button
            onPress={() => {
              set(withParameter(form, name));
            }}
          >
            <Trans>Add “{name}”</Trans>
          </Button>
        </Note>
      ))}
      <Checkbox
        isSelected={form.hashRoutes !== ""}
        onChange={(isSelected) => {
          set({ hashRoutes: isSelected ? EVERYWHERE : "" });
        }}
      >
        <Trans>Count addresses such as /#/prices as pages of their own</Trans>
      </Checkbox>
      {changedFields(form, seen).length > 0 ? (
        <Preview key={JSON.stringify(form)} siteId={site.id} form={form} />
      ) : null}
    </EditedForm>
  );
}

function Preview({ siteId, form }: { siteId: string; form: PagesForm }) {
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["pages preview", siteId, form],
    queryFn: ({ signal }) =>
      ask(
        api.POST("/api/v1/sites/{siteId}/pages/preview", {
          params: { path: { siteId } },
          body: { pages: settingsOf(form) },
          signal,
        }),
      ),
    enabled: isAsked,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <>
      <Note tone="warn">
        <Trans>
          Pages that become one are added up within minutes. What was counted for them cannot be separated again.
        </Trans>
      </Note>
      <Bar>
        <Button
          isPending={isFetching}
          onPress={() => {
            setAsked(true);
          }}
        >
          <Trans>Preview changes</Trans>
        </Button>
      </Bar>
      {error === null ? null : <NotLoaded error={error} refetch={refetch} />}
      {data === undefined ? null : <Compared preview={data} />}
    </>
  );
}

function Compared({ preview }: { preview: Schemas["PagesPreview"] }) {
  const { t } = useLingui();
  const { pageCount, pageCountAfter, mergeCount, splitCount, merges, splits } = preview;
  return (
    <div role="status">
      <p>
        <Trans>
          Pages now: {pageCount}. Pages after the change: {pageCountAfter}.
        </Trans>
      </p>
      {preview.isComplete ? null : (
        <p>
          <Trans>The site has more pages than a preview examines.</Trans>
        </p>
      )}
      {mergeCount + splitCount === 0 ? (
        <p>
          <Trans>No stored page changes.</Trans>
        </p>
      ) : null}
      <Groups label={t`Pages that become one`} count={mergeCount} groups={merges} />
      <Groups label={t`Pages that are separated from now on`} count={splitCount} groups={splits} />
    </div>
  );
}

function Groups({ label, count, groups }: { label: string; count: number; groups: readonly Schemas["PageGroup"][] }) {
  if (count === 0) return null;
  const more = count - Math.min(groups.length, SHOWN);
  return (
    <>
      <p>{label}</p>
      <ul>
        {groups.slice(0, SHOWN).map(({ page, pageCount, pages }) => (
          <li key={page}>
            <PagePath path={page} />
            {": "}
            {pages.map((path, index) => (
              <span key={path}>
                {index === 0 ? "" : ", "}
                <PagePath path={path} />
              </span>
            ))}
            {pageCount > pages.length ? ", …" : ""}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p>
          <Plural value={more} one="and # more page" other="and # more pages" />
        </p>
      ) : null}
    </>
  );
}
