// Reads every operation of a later release with the client that openapi-generator's typescript-fetch generates.
import { readFileSync } from "node:fs";

import * as generated from "./client/index.js";

const { CLIENT_SERVER: basePath = "", CLIENT_NEW_VALUE: newValue = "", CLIENT_REQUESTS: file = "" } = process.env;
const configuration = new generated.Configuration({ basePath, accessToken: "ak_0" });

type Sent = { path: Record<string, string>; body?: unknown; bodySchema?: string };
const requests: Record<string, Sent> = JSON.parse(readFileSync(file, "utf8"));

/** A name as the generator writes it: listSites for list_sites. */
const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
/** A body as the generator's types have it, with dates and sets. */
const typed = (schema: string, body: unknown) => {
  const read: unknown = Reflect.get(generated, `${schema}FromJSON`);
  return typeof read === "function" ? read(body) : body;
};
const firstSmall = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1);

const apis: [string, unknown][] = Object.entries(generated).filter(([name]) => name.endsWith("Api"));
for (const [, Api] of apis) {
  const api = Reflect.construct(Api as new () => Record<string, unknown>, [configuration]);
  for (const [name, { path, body, bodySchema }] of Object.entries(requests)) {
    const operation = api[camel(name)];
    if (typeof operation !== "function" || (body !== undefined && bodySchema === undefined)) continue;
    const sent = bodySchema === undefined ? path : { ...path, [firstSmall(bodySchema)]: typed(bodySchema, body) };
    // If an answer is one of two types, this generator requires the fields of both.
    const answer: unknown = await operation.call(api, sent).catch(() => null);
    if ((JSON.stringify(answer) ?? "").includes(newValue)) console.log(`read ${name}`);
  }
}

// Compiles only if the type is open.
const monitors = await new generated.MonitorsApi(configuration).listMonitors({ siteId: "site_0" });
if (monitors.data.items[0]?.cadence !== "value_of_a_later_release") throw new Error("not what was sent");
