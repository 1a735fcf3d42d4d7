// Ten tasks with the client that openapi-generator's typescript-fetch generates.
import {
  AnalyticsApi,
  AuthApi,
  Configuration,
  AiClicksInclude,
  KeysApi,
  MeApi,
  PromptKind,
  PromptsApi,
  RuleActionType,
  RulesApi,
  Scope,
  SitesApi,
} from "./client/index.js";

const {
  CLIENT_SERVER: basePath = "",
  CLIENT_EMAIL: email = "",
  CLIENT_PASSWORD: password = "",
  CLIENT_ORG: orgId = "",
} = process.env;
const siteId = process.env["CLIENT_SITE"] ?? "";

const anyone = new Configuration({ basePath });
const { token } = (await new AuthApi(anyone).signIn({ credentials: { email, password } })).data;
const owner = new Configuration({ basePath, accessToken: token });
const me = (await new MeApi(owner).showMe()).data;
const { key } = (
  await new KeysApi(owner).createApiKey({
    orgId,
    apiKeyCreate: { scopes: new Set([Scope.Star]), name: "openapi-generator" },
  })
).data;
if (!key) throw new Error("no key");

const program = new Configuration({ basePath, accessToken: key });
const sites = await new SitesApi(program).listSites({ limit: 1 });
const analytics = new AnalyticsApi(program);
const clicks = (
  await analytics.showAiClicks({
    siteId,
    days: 30,
    include: [AiClicksInclude.ByPrompt, AiClicksInclude.SeriesByPlatform],
  })
).data;
const pages = (await analytics.showPages({ siteId })).data;
const prompts = new PromptsApi(program);
const prompt = (
  await prompts.createPrompt({
    siteId,
    promptCreate: { name: "By a fourth program", kind: PromptKind.Summary, text: "Summarize {{url}}" },
  })
).data;
const renamed = (
  await prompts.updatePrompt({ siteId, promptId: prompt.id, promptUpdate: { name: "Renamed by a fourth program" } })
).data;
const rules = new RulesApi(program);
const rule = (
  await rules.createRule({
    siteId,
    ruleCreate: {
      name: "By a fourth program",
      priority: 900,
      match: { paths: new Set(["/nowhere"]) },
      action: { type: RuleActionType.HideWidget },
    },
  })
).data;
// Sends no events: if a body is one of two types, this generator requires the fields of both.
const listed = (await rules.listRules({ siteId, limit: 200 })).data;

const counted: number = clicks.series.reduce((sum, day) => sum + day.value, 0);
if (me.user.email !== email || sites.data.items.length !== 1 || pages.items.length === 0)
  throw new Error("not what was asked");
if (sites.meta.pagination.nextCursor === undefined) throw new Error("no cursor");
if (counted !== clicks.totals.aiClicks || !clicks.byPrompt || !clicks.seriesByPlatform)
  throw new Error("not all that was included");
if (prompt.status !== "active" || renamed.name !== "Renamed by a fourth program" || rule.priority !== 900)
  throw new Error("not what was sent");
if (!listed.items.some(({ id }) => id === rule.id)) throw new Error("the rule is not listed");
console.log("10 tasks done");
