// Writes src/generated/api.d.ts, services.ts and figures.ts from the OpenAPI document of the binary.
// Run `node generate_client.mjs < openapi.json`. All error responses have the same body, the envelope with an error, so they are
// not written for each operation.

import { writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const parts = [];
for await (const part of process.stdin) parts.push(part);
const document = JSON.parse(Buffer.concat(parts).toString("utf8"));

for (const operations of Object.values(document.paths)) {
  for (const operation of Object.values(operations)) {
    if (operation.responses === undefined) continue;
    // Examples are for readers of the document; the types do not need them.
    for (const parameter of operation.parameters ?? []) delete parameter.example;
    const bodies = [operation.requestBody, ...Object.values(operation.responses)];
    for (const content of bodies.flatMap((body) => Object.values(body?.content ?? {}))) delete content.example;
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!status.startsWith("2")) delete operation.responses[status];
      delete response.headers;
      // Downloads are links; the client reads only JSON.
      for (const type of Object.keys(response.content ?? {}))
        if (type !== "application/json") delete response.content[type];
    }
  }
}
for (const parameter of Object.values(document.components.parameters)) delete parameter.example;
closeLists(document);
// Removes the parts that no operation refers to any longer, and the messages that webhooks send to other programs.
delete document.components.responses;
delete document.components.headers;
delete document.webhooks;
const figures = document["x-figures"];
delete document["x-figures"];
const head = "// Written by generate_client.mjs from the OpenAPI document of the binary; do not edit.\n\n";
const out = new URL(process.argv[2] ?? "src/generated/api.d.ts", `file://${process.cwd()}/`);
const names = document["x-services"];
delete document["x-services"];
await writeFile(out, head + astToString(await openapiTS(document)));
await writeFile(new URL("figures.ts", out), head + textsOf(figures));

/** The names and definitions of the figures that the dashboard explains, as texts that are translated. */
function textsOf(all) {
  const message = (text) => `msg\`${text.replaceAll("`", "").replaceAll("'", "’")}\``;
  const explained = all.filter(({ isExplained, schemas }) => isExplained && schemas.length === 0);
  const lines = explained.map(
    ({ field, name, definition }) =>
      `  ${field}: {\n    name: ${message(name)},\n    what: ${message(definition)},\n  },\n`,
  );
  return `import { msg } from "@lingui/core/macro";\n\nexport const FIGURES = {\n${lines.join("")}} as const;\n`;
}

const entries = Object.entries(names).map(([id, name]) => `  ${id}: ${JSON.stringify(name)},\n`);
const services = `/** The names of services by their ids. */
export const SERVICE_NAMES: Readonly<Record<string, string | undefined>> = {\n${entries.join("")}};\n`;
await writeFile(new URL(out.href.replace(/api\.d\.ts$/, "services.ts")), head + services);

/**
 * Closes the lists of values that the document leaves open for other programs. The dashboard is part of the program that
 * answers it, so it knows every value, and the compiler finds where one has no words.
 */
function closeLists(part) {
  if (typeof part !== "object" || part === null) return;
  const { "x-extensible-enum": values, ...others } = part;
  if (Array.isArray(values)) {
    part.enum = [others.type].flat().includes("null") ? [...values, null] : values;
    delete part["x-extensible-enum"];
  }
  for (const each of Object.values(part)) closeLists(each);
}
