// Ten tasks with the functions that hey-api generates for the operations.
import {
  createApiKey,
  createPrompt,
  createRule,
  updatePrompt,
  listSites,
  signIn,
  showAiClicks,
  showMe,
  showPages,
  sendEvents,
} from "./client/sdk.gen.js";
import { createClient, createConfig } from "./client/client/index.js";

const {
  CLIENT_SERVER: baseUrl = "",
  CLIENT_EMAIL: email = "",
  CLIENT_PASSWORD: password = "",
  CLIENT_ORG: orgId = "",
} = process.env;
const siteId = process.env["CLIENT_SITE"] ?? "";

const clientOf = (token?: string) =>
  createClient(createConfig({ baseUrl, throwOnError: true, ...(token ? { auth: token } : {}) }));

const anybody = clientOf();
const logged = await signIn({ client: anybody, throwOnError: true, body: { email, password } });
const owner = clientOf(logged.data.data.token);
const me = await showMe({ client: owner, throwOnError: true });
const key = await createApiKey({
  client: owner,
  throwOnError: true,
  query: { orgId },
  body: { scopes: ["*"], name: "hey-api" },
});

const program = clientOf(key.data.data.key ?? undefined);
const sites = await listSites({ client: program, throwOnError: true, query: { limit: 10 } });
const clicks = await showAiClicks({
  client: program,
  throwOnError: true,
  path: { siteId },
  query: { days: 30, include: ["byPrompt", "seriesByPlatform"] },
});
const pages = await showPages({ client: program, throwOnError: true, path: { siteId }, query: { sort: "views" } });
const prompt = await createPrompt({
  client: program,
  throwOnError: true,
  path: { siteId },
  body: { name: "By another program", kind: "summary", text: "Summarize {{url}}" },
});
const renamed = await updatePrompt({
  client: program,
  throwOnError: true,
  path: { siteId, promptId: prompt.data.data.id },
  body: { name: "Renamed by another program" },
});
const rule = await createRule({
  client: program,
  throwOnError: true,
  path: { siteId },
  body: { name: "By another program", priority: 900, match: { paths: ["/nowhere"] }, action: { type: "hide_widget" } },
});
const events = await sendEvents({
  client: anybody,
  throwOnError: true,
  body: { siteId, type: "view", eventId: crypto.randomUUID(), url: "https://elsewhere.example/" },
});

const counted: number = clicks.data.data.series.reduce((sum, day) => sum + day.value, 0);
if (counted !== clicks.data.data.totals.aiClicks) throw new Error("the series is not the total");
if (me.data.data.user.email !== email || sites.data.data.items.length === 0 || pages.data.data.items.length === 0)
  throw new Error("not what was asked");
if (prompt.data.data.status !== "active" || events.data.data.dropped !== 1) throw new Error("not what was sent");
if (renamed.data.data.name !== "Renamed by another program" || rule.data.data.priority !== 900)
  throw new Error("not what was changed");
if (clicks.data.data.byPrompt === undefined || clicks.data.data.seriesByPlatform === undefined)
  throw new Error("not all that was included");
console.log("10 tasks done");
