// The routes of the dashboard. An address holds the whole state of a page: a shared link shows the same page to
// everyone with access.

import type { QueryClient } from "@tanstack/react-query";
import {
  Outlet,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";

import { api, ask } from "./api/client";
import { ApiFailure } from "./api/failure";
import { meQuery, siteSummaryQuery } from "./api/queries";
import { onlyRead } from "./search_only";
import { signInAddress } from "./sign_in/next";
import { Shell } from "./shell/frame/Shell";
import { ShellFrame } from "./shell/frame/ShellFrame";
import { SiteGate } from "./shell/frame/SiteGate";
import { Absent, Failed } from "./shell/states";
import { liveQuery, overviewQuery } from "./features/shared/analytics/queries";
import {
  type OverviewSearch,
  readBoardSearch,
  readCrawlersSearch,
  readOverviewSearch,
  readPagesSearch,
  readQuestionsSearch,
} from "./features/shared/analytics/search";
import { keptSearch } from "./features/shared/period/kept";
import { readPeriodSearch, type PeriodSearch } from "./features/shared/period/period";
import { requestIn } from "./features/connect/app_request";
import { readAuditSearch } from "./features/audit/search";
import { readCitationsSearch } from "./features/citations/search";
import { readPageFileSearch } from "./features/page_file/search";
import { readPromptSearch, readPromptsSearch } from "./features/prompts/search";
import { readReportSearch } from "./features/report/search";
import { readRulesSearch } from "./features/rules/search";
import { readCreditsSearch } from "./features/credits/search";
import { readNotificationsSearch } from "./features/notifications/search";
import { readWebhooksSearch } from "./features/webhooks/search";

interface Context {
  queryClient: QueryClient;
}

/** The frame is shown if the response takes longer than this; after a faster response the page is shown immediately. */
const FRAME_AFTER_MS = 100;

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: Absent,
  errorComponent: Failed,
});

/** The parameters of a page that shows no figures of a period, with those that go along to pages that do. */
function withBar<Search extends object>(
  read: (search: Record<string, unknown>) => Search,
): (search: Record<string, unknown>) => Search & PeriodSearch {
  return (search) => ({ ...readPeriodSearch(search), ...read(search) });
}

/** Which keys the list shows: active ones, or all. And which key is open. */
function readKeysSearch({ show, open }: Record<string, unknown>): { show?: "all"; open?: string } {
  return {
    ...(show === "all" ? { show } : {}),
    ...(typeof open === "string" && /^key_[0-9a-z]{26}$/.test(open) ? { open } : {}),
  };
}

/**
 * Requests the overview's data immediately, without first waiting for the account. The overview's response includes the
 * site.
 */
export function prefetchOverview(queryClient: QueryClient, pathname: string, search: Record<string, unknown>): void {
  const siteId = /^\/sites\/([^/]+)\/overview$/.exec(pathname)?.[1];
  if (siteId === undefined) return;
  // The page repeats failed requests itself and shows the error.
  const none = (): undefined => undefined;
  void queryClient.query({ ...meQuery, staleTime: "static" }).catch(none);
  const overview = queryClient.query(overviewQuery(siteId, readOverviewSearch(search)));
  void overview.catch(none);
  // If the overview fails, for example because of an unknown filter, the site is requested separately, so that its page
  // can show the error.
  const summary = siteSummaryQuery(siteId);
  const readSummary = () => ask(api.GET("/api/v1/sites/{siteId}", { params: { path: { siteId } } }));
  void queryClient.query({ ...summary, queryFn: () => overview.then(({ site }) => site, readSummary) }).catch(none);
  void queryClient.query({ ...liveQuery(siteId), retry: false }).catch(none);
}

const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  component: Shell,
  // Without a frame, the window would stay white until the account is loaded.
  pendingComponent: ShellFrame,
  pendingMs: FRAME_AFTER_MS,
  pendingMinMs: 0,
  beforeLoad: async ({ context, location }) => {
    if (context.queryClient.getQueryData(meQuery.queryKey) === undefined)
      prefetchOverview(context.queryClient, location.pathname, location.search);
    try {
      await context.queryClient.query({ ...meQuery, staleTime: "static" });
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 401) {
        // The sign-in page is a separate document.
        window.location.replace(signInAddress(location.href));
        await new Promise(() => undefined);
      }
      throw failure;
    }
  },
  errorComponent: Failed,
});

const home = createRoute({
  getParentRoute: () => shell,
  path: "/",
  component: lazyRouteComponent(() => import("./features/sites/HomePage"), "HomePage"),
});
const account = createRoute({
  getParentRoute: () => shell,
  path: "/account",
  component: lazyRouteComponent(() => import("./features/account/AccountPage"), "AccountPage"),
});
const connect = createRoute({
  getParentRoute: () => shell,
  path: "/connect",
  validateSearch: onlyRead(requestIn),
  component: lazyRouteComponent(() => import("./features/connect/ConnectPage"), "ConnectPage"),
});
const organization = createRoute({
  getParentRoute: () => shell,
  path: "/orgs/$orgId",
  component: lazyRouteComponent(() => import("./shell/frame/OrganizationGate"), "OrganizationGate"),
});
const sites = createRoute({
  getParentRoute: () => organization,
  path: "/sites",
  validateSearch: onlyRead(readBoardSearch),
  component: lazyRouteComponent(() => import("./features/sites/BoardPage"), "BoardPage"),
});
const addSite = createRoute({
  getParentRoute: () => organization,
  path: "/sites/new",
  component: lazyRouteComponent(() => import("./features/add_site/AddSitePage"), "AddSitePage"),
});
const keys = createRoute({
  getParentRoute: () => organization,
  path: "/keys",
  validateSearch: onlyRead(readKeysSearch),
  component: lazyRouteComponent(() => import("./features/keys/KeysPage"), "KeysPage"),
});
const webhooks = createRoute({
  getParentRoute: () => organization,
  path: "/webhooks",
  validateSearch: onlyRead(readWebhooksSearch),
  component: lazyRouteComponent(() => import("./features/webhooks/WebhooksPage"), "WebhooksPage"),
});
const notifications = createRoute({
  getParentRoute: () => organization,
  path: "/notifications",
  validateSearch: onlyRead(readNotificationsSearch),
  component: lazyRouteComponent(() => import("./features/notifications/NotificationsPage"), "NotificationsPage"),
});
const members = createRoute({
  getParentRoute: () => organization,
  path: "/members",
  component: lazyRouteComponent(() => import("./features/members/MembersPage"), "MembersPage"),
});
const audit = createRoute({
  getParentRoute: () => organization,
  path: "/audit",
  validateSearch: onlyRead(readAuditSearch),
  component: lazyRouteComponent(() => import("./features/audit/AuditPage"), "AuditPage"),
});
const credits = createRoute({
  getParentRoute: () => organization,
  path: "/credits",
  validateSearch: onlyRead(readCreditsSearch),
  component: lazyRouteComponent(() => import("./features/credits/CreditsPage"), "CreditsPage"),
});
const signInRules = createRoute({
  getParentRoute: () => organization,
  path: "/sign-in",
  component: lazyRouteComponent(() => import("./features/sign_in_rules/SignInPage"), "SignInPage"),
});
const sharedLinks = createRoute({
  getParentRoute: () => organization,
  path: "/shared-links",
  component: lazyRouteComponent(() => import("./features/shared_links/SharedLinksPage"), "SharedLinksPage"),
});
const organizationSettings = createRoute({
  getParentRoute: () => organization,
  path: "/settings",
  component: lazyRouteComponent(
    () => import("./features/organization_settings/OrganizationSettingsPage"),
    "OrganizationSettingsPage",
  ),
});

const site = createRoute({
  getParentRoute: () => shell,
  path: "/sites/$siteId",
  component: SiteGate,
  search: { middlewares: [(link) => keptSearch(link)] },
});
const siteHome = createRoute({
  getParentRoute: () => site,
  path: "/",
  beforeLoad: ({ params }) => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw redirect({ to: "/sites/$siteId/overview", params });
  },
});
const start = createRoute({
  getParentRoute: () => site,
  path: "/start",
  validateSearch: onlyRead(readPeriodSearch),
  component: lazyRouteComponent(() => import("./features/add_site/StartPage"), "StartPage"),
});
const overview = createRoute({
  getParentRoute: () => site,
  path: "/overview",
  validateSearch: onlyRead<OverviewSearch>(readOverviewSearch),
  // Requested when the pointer is over a link, before the click. The page shows any error.
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    void context.queryClient.query(overviewQuery(params.siteId, deps)).catch(() => undefined),
  component: lazyRouteComponent(() => import("./features/overview/OverviewPage"), "OverviewPage"),
});
const report = createRoute({
  getParentRoute: () => site,
  path: "/report",
  validateSearch: onlyRead(readReportSearch),
  component: lazyRouteComponent(() => import("./features/report/ReportPage"), "ReportPage"),
});
const live = createRoute({
  getParentRoute: () => site,
  path: "/live",
  validateSearch: onlyRead(readPeriodSearch),
  component: lazyRouteComponent(() => import("./features/live/LivePage"), "LivePage"),
});
const pages = createRoute({
  getParentRoute: () => site,
  path: "/pages",
  validateSearch: onlyRead(readPagesSearch),
  component: lazyRouteComponent(() => import("./features/pages/PagesPage"), "PagesPage"),
});
const pageFile = createRoute({
  getParentRoute: () => site,
  path: "/pages/file",
  validateSearch: onlyRead(readPageFileSearch),
  component: lazyRouteComponent(() => import("./features/page_file/PageFilePage"), "PageFilePage"),
});
const questions = createRoute({
  getParentRoute: () => site,
  path: "/questions",
  validateSearch: onlyRead(readQuestionsSearch),
  component: lazyRouteComponent(() => import("./features/questions/QuestionsPage"), "QuestionsPage"),
});
const citations = createRoute({
  getParentRoute: () => site,
  path: "/citations",
  validateSearch: onlyRead(readCitationsSearch),
  component: lazyRouteComponent(() => import("./features/citations/CitationsPage"), "CitationsPage"),
});
const prompts = createRoute({
  getParentRoute: () => site,
  path: "/prompts",
  validateSearch: onlyRead(withBar(readPromptsSearch)),
  component: lazyRouteComponent(() => import("./features/prompts/PromptsPage"), "PromptsPage"),
});
const prompt = createRoute({
  getParentRoute: () => site,
  path: "/prompts/$promptId",
  validateSearch: onlyRead(withBar(readPromptSearch)),
  component: lazyRouteComponent(() => import("./features/prompts/PromptPage"), "PromptPage"),
});
const rules = createRoute({
  getParentRoute: () => site,
  path: "/rules",
  validateSearch: onlyRead(withBar(readRulesSearch)),
  component: lazyRouteComponent(() => import("./features/rules/RulesPage"), "RulesPage"),
});
const proposedRules = createRoute({
  getParentRoute: () => site,
  path: "/rules/proposed",
  validateSearch: onlyRead(readPeriodSearch),
  component: lazyRouteComponent(() => import("./features/rules/proposals/ProposedRulesPage"), "ProposedRulesPage"),
});
const widget = createRoute({
  getParentRoute: () => site,
  path: "/widget",
  validateSearch: onlyRead(readPeriodSearch),
  component: lazyRouteComponent(() => import("./features/widget/WidgetPage"), "WidgetPage"),
});
const crawlers = createRoute({
  getParentRoute: () => site,
  path: "/crawlers",
  validateSearch: onlyRead(readCrawlersSearch),
  component: lazyRouteComponent(() => import("./features/crawlers/CrawlersPage"), "CrawlersPage"),
});
const siteSettings = createRoute({
  getParentRoute: () => site,
  path: "/settings",
  validateSearch: onlyRead(readPeriodSearch),
  component: lazyRouteComponent(() => import("./features/site_settings/SiteSettingsPage"), "SiteSettingsPage"),
});

const tree = root.addChildren([
  shell.addChildren([
    home,
    account,
    connect,
    organization.addChildren([
      sites,
      addSite,
      keys,
      webhooks,
      notifications,
      members,
      signInRules,
      sharedLinks,
      credits,
      audit,
      organizationSettings,
    ]),
    site.addChildren([
      siteHome,
      start,
      overview,
      report,
      live,
      pages,
      pageFile,
      questions,
      citations,
      widget,
      prompts,
      prompt,
      rules,
      proposedRules,
      crawlers,
      siteSettings,
    ]),
  ]),
]);

export function newRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queryClient },
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultNotFoundComponent: Absent,
    defaultErrorComponent: Failed,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
