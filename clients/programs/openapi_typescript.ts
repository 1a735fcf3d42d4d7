// Ten tasks with the client of openapi-typescript and openapi-fetch.
import createClient from "openapi-fetch";

import type { components, paths } from "./api.js";

const {
  CLIENT_SERVER: baseUrl = "",
  CLIENT_EMAIL: email = "",
  CLIENT_PASSWORD: password = "",
  CLIENT_ORG: orgId = "",
} = process.env;
const siteId = process.env["CLIENT_SITE"] ?? "";

/** The data of a call that went well. */
function data<Envelope extends { data: unknown }>(answer: { data?: Envelope; error?: unknown }): Envelope["data"] {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data.data;
}

// With this media type, a response that could also be a file has the type of its JSON.
type Json = "application/json";
const anybody = createClient<paths, Json>({ baseUrl });
const { token } = data(await anybody.POST("/api/v1/auth/login", { body: { email, password } }));

const owner = createClient<paths, Json>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
const me = data(await owner.GET("/api/v1/me"));
const key = data(
  await owner.POST("/api/v1/keys", { params: { query: { orgId } }, body: { scopes: ["*"], name: "openapi-fetch" } }),
);

const program = createClient<paths, Json>({ baseUrl, headers: { authorization: `Bearer ${key.key ?? ""}` } });
const sites = data(await program.GET("/api/v1/sites", { params: { query: { limit: 10 } } }));
const clicks = data(
  await program.GET("/api/v1/analytics/{siteId}/ai", {
    params: { path: { siteId }, query: { days: 30, include: ["byPrompt", "seriesByPlatform"] } },
  }),
);
const pages = data(
  await program.GET("/api/v1/analytics/{siteId}/pages", { params: { path: { siteId }, query: { sort: "views" } } }),
);
const prompt = data(
  await program.POST("/api/v1/prompts/{siteId}", {
    params: { path: { siteId } },
    body: { name: "By a program", kind: "summary", text: "Summarize {{url}}" },
  }),
);
const events = data(
  await anybody.POST("/api/v1/events", {
    body: { siteId, type: "view", eventId: crypto.randomUUID(), url: "https://elsewhere.example/" },
  }),
);

const renamed = data(
  await program.PATCH("/api/v1/prompts/{siteId}/{promptId}", {
    params: { path: { siteId, promptId: prompt.id } },
    body: { name: "Renamed by a program" },
  }),
);
const rule = data(
  await program.POST("/api/v1/rules/{siteId}", {
    params: { path: { siteId } },
    body: { name: "By a program", priority: 900, match: { paths: ["/nowhere"] }, action: { type: "hide_widget" } },
  }),
);

const days: number = clicks.totals.days;
const paths: string[] = pages.items.map((page) => page.path ?? "other");
if (me.user.email !== email || days !== 30 || sites.items.length === 0 || paths.length === 0)
  throw new Error("not what was asked");
if (prompt.status !== "active" || events.dropped !== 1) throw new Error("not what was sent");
if (renamed.name !== "Renamed by a program" || rule.priority !== 900) throw new Error("not what was changed");
if (clicks.byPrompt === undefined || clicks.seriesByPlatform === undefined)
  throw new Error("not all that was included");

const missing = await program.GET("/api/v1/sites/{siteId}", {
  params: { path: { siteId: siteId.replace(/.$/, "0") } },
});
if (missing.error !== undefined && missing.error.error.code !== "NOT_FOUND")
  throw new Error(missing.error.error.message);
/** Only `true` if a type accepts any text. */
type IsOpen<Text> = string extends Text ? true : never;
type Schemas = components["schemas"];
// Compiles only if responses are open and requests are closed.
const open: [IsOpen<Schemas["Monitor"]["engines"][number]>, IsOpen<Schemas["Install"]["status"]>] = [true, true];
// @ts-expect-error: the service does not know such an engine
const engines: Schemas["MonitorCreate"]["engines"] = ["value_of_a_later_release"];
if (!open.every(Boolean) || engines.length !== 1) throw new Error("not what the compiler checked");
console.log("10 tasks done");
