// The requests of the page about rules.

import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, ask, askWhole, type Schemas } from "../../api/client";
import { readAllPages } from "../../api/all_pages";
import { sortedRules } from "./order";

export type Rule = Schemas["Rule"];
export type RuleTest = Schemas["RuleTestResult"];

/** The API's maximum page size. */
const MAX_ROWS = 200;
/** The maximum number of rules of a site. */
export const MAX_RULES = 1_000;
/** The number of pages on which patterns are tested while a person types. */
const MAX_TESTED_PAGES = 100;

/** Every rule of a site, in the order in which rules are tried. */
export const rulesQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["rules", siteId],
    queryFn: async ({ signal }) =>
      sortedRules(
        await readAllPages(MAX_ROWS, (query) =>
          askWhole(api.GET("/api/v1/rules/{siteId}", { params: { path: { siteId }, query }, signal })),
        ),
      ),
  });

export const ruleQuery = (siteId: string, ruleId: string) =>
  queryOptions({
    queryKey: ["rule", siteId, ruleId],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/rules/{siteId}/{ruleId}", { params: { path: { siteId, ruleId } }, signal })),
  });

/**
 * What the widget does at an address. The key begins with that of `rulesQuery`, so that it is reloaded after each
 * change of the rules.
 */
export const ruleTestQuery = (siteId: string, url: string, language: string | undefined) =>
  queryOptions({
    queryKey: ["rules", siteId, "trial", url, language],
    queryFn: ({ signal }) =>
      ask(
        api.POST("/api/v1/rules/{siteId}/test", {
          params: { path: { siteId } },
          body: { url, language: language ?? null, at: null },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The most viewed pages of the last 90 days. The form shows which of them a pattern matches. */
export const knownPagesQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["figures", siteId, "known-pages"],
    queryFn: async ({ signal }) => {
      const query = { days: 90, sort: "views" as const, limit: MAX_TESTED_PAGES };
      const { items } = await ask(
        api.GET("/api/v1/analytics/{siteId}/pages", { params: { path: { siteId }, query }, signal }),
      );
      return items.flatMap(({ path }) => (path?.startsWith("/") === true ? [path] : []));
    },
    staleTime: 60_000,
  });
