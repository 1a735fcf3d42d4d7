// Eight routes by the functions that hey-api makes of the operations.
import { createApiKey, createPrompt, listSites, logIn, showAiClicks, showMe, showPages, takeEvents } from "./client/sdk.gen.js";
import { createClient, createConfig } from "./client/client/index.js";

const { CLIENT_SERVER: baseUrl = "", CLIENT_EMAIL: email = "", CLIENT_PASSWORD: password = "", CLIENT_ORG: orgId = "" } = process.env;
const siteId = process.env["CLIENT_SITE"] ?? "";

const clientOf = (token?: string | null) =>
  createClient(createConfig({ baseUrl, throwOnError: true, ...(token ? { auth: token } : {}) }));

const anybody = clientOf();
const logged = await logIn({ client: anybody, throwOnError: true, body: { email, password } });
const owner = clientOf(logged.data.data.token);
const me = await showMe({ client: owner, throwOnError: true });
const key = await createApiKey({ client: owner, throwOnError: true, query: { orgId }, body: { scopes: ["*"], name: "hey-api" } });

const program = clientOf(key.data.data.key);
const sites = await listSites({ client: program, throwOnError: true, query: { limit: 10 } });
const clicks = await showAiClicks({ client: program, throwOnError: true, path: { siteId }, query: { days: 30 } });
const pages = await showPages({ client: program, throwOnError: true, path: { siteId }, query: { sort: "views" } });
const prompt = await createPrompt({
  client: program, throwOnError: true, path: { siteId },
  body: { name: "By another program", kind: "summary", text: "Summarize {{url}}" },
});
const events = await takeEvents({
  client: anybody, throwOnError: true,
  body: { siteId, type: "view", eventId: crypto.randomUUID(), url: "https://elsewhere.example/" },
});

const counted: number = clicks.data.data.series.reduce((sum, day) => sum + day.value, 0);
if (typeof clicks.data === "string" || counted !== clicks.data.data.totals.aiClicks) throw new Error("the series is not the total");
if (me.data.data.user.email !== email || sites.data.data.items.length === 0 || pages.data.data.items.length === 0) throw new Error("not what was asked");
if (prompt.data.data.status !== "active" || events.data.data.dropped !== 1) throw new Error("not what was sent");
console.log("8 routes called");
