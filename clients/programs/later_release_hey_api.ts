// Reads every operation of a later release with the functions that hey-api generates.
import { readFileSync } from "node:fs";

import * as operations from "./client/sdk.gen.js";
import { createClient, createConfig } from "./client/client/index.js";

const { CLIENT_SERVER: baseUrl = "", CLIENT_NEW_VALUE: newValue = "", CLIENT_REQUESTS: file = "" } = process.env;
const client = createClient(createConfig({ baseUrl, throwOnError: true, auth: "ak_0" }));

type Sent = { path: Record<string, string>; body?: unknown };
const requests: Record<string, Sent> = JSON.parse(readFileSync(file, "utf8"));
const functions: Record<string, unknown> = { ...operations };

/** A name as the generator writes it: listSites for list_sites. */
const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

for (const [name, { path, body }] of Object.entries(requests)) {
  const operation = functions[camel(name)];
  if (typeof operation !== "function") continue;
  const { data } = await operation({ client, throwOnError: true, path, body });
  if (JSON.stringify(data ?? null).includes(newValue)) console.log(`read ${name}`);
}

// Compiles only if the type is open.
const { data } = await operations.listMonitors({ client, throwOnError: true, path: { siteId: "site_0" } });
if (data.data.items[0]?.engines[0] !== "value_of_a_later_release") throw new Error("not what was sent");
