// Stands in for a later release, which may add values and fields to every answer.
//
// Each list of values that the document says is open has a value that this document does not name, and each object a field
// that it does not name. Every optional field and every list has an entry, so that a client reads all that the document says.

import { createServer } from "node:http";

/** A value that no list of the document names. */
export const NEW_VALUE = "value_of_a_later_release";

/** A field that no object of the document has. */
const NEW_FIELD = { fieldOfALaterRelease: "text" };

/** Texts of which each pattern that is no id matches one. */
const TEXTS = [
  "text",
  "/page",
  "DE",
  "#336699",
  "c_house",
  "1.0",
  "1.0.0",
  "VALIDATION_FAILED",
  "https://example.com/?q={{prompt}}",
];

/**
 * Serves the document's operations until `end` is called.
 * @param {Record<string, any>} document
 * @returns {Promise<{ address: string, end: () => Promise<void> }>}
 */
export async function serveLaterRelease(document) {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(".", "[.]").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
      fixed: path.split("/").filter((part) => !part.startsWith("{")).length,
      operation,
    })),
  );
  // A path without a parameter wins over one with a parameter in the same place.
  routes.sort((one, other) => other.fixed - one.fixed);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "", "http://localhost").pathname;
    const found = routes.find(({ method, pattern }) => method === request.method && pattern.test(path));
    const [status, answer] = found
      ? answerOf(document, found.operation)
      : [404, { error: `no ${request.method} ${path}` }];
    request.resume();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}`,
    end: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
}

/**
 * The ids of the operations whose answers have an open list, that is those that a client must read.
 * @param {Record<string, any>} document
 * @param {(operation: any) => boolean} supports whether a client supports an operation
 */
export function operationsWithOpenLists(document, supports = () => true) {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const isOpen = (/** @type {any} */ operation) => JSON.stringify(answerOf(document, operation)[1]).includes(NEW_VALUE);
  return operations.filter((each) => supports(each) && isOpen(each)).map(({ operationId }) => operationId);
}

/**
 * What a client sends to each operation, by the operation's id: the parameters of the path, and a body with the name of its
 * schema.
 * @param {Record<string, any>} document
 */
export function requestsOf(document) {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  return Object.fromEntries(
    operations.map((operation) => {
      const parameters = (operation.parameters ?? []).map((/** @type {any} */ each) => resolved(document, each));
      const inPath = parameters.filter((/** @type {any} */ each) => each.in === "path");
      const schema = operation.requestBody?.content["application/json"]?.schema;
      return [
        operation.operationId,
        {
          path: Object.fromEntries(
            inPath.map((/** @type {any} */ each) => [each.name, sampleOf(document, each.schema, {})]),
          ),
          ...(schema && { body: sampleOf(document, schema, {}), bodySchema: schema.$ref?.split("/").pop() }),
        },
      ];
    }),
  );
}

/**
 * What a reference refers to; anything else is returned as it is.
 * @param {any} document
 * @param {any} part
 */
function resolved(document, part) {
  if (!part.$ref) return part;
  return part.$ref
    .slice(2)
    .split("/")
    .reduce((/** @type {any} */ at, /** @type {string} */ name) => at[name], document);
}

/**
 * The status and the body of an operation's first success; some only lead a browser on.
 * @param {Record<string, any>} document
 * @param {Record<string, any>} operation
 * @returns {[number, unknown]}
 */
function answerOf(document, operation) {
  const status = Object.keys(operation.responses).find((each) => /^2|^302$/.test(each)) ?? "200";
  const schema = operation.responses[status]?.content?.["application/json"]?.schema ?? {};
  return [status === "302" ? 200 : Number(status), sampleOf(document, schema, NEW_FIELD)];
}

/**
 * A value of a schema, with a new value in each open list.
 * @param {Record<string, any>} document
 * @param {any} schema
 * @param {Record<string, string>} more fields that each object has in addition
 * @param {string[]} within the references that lead here: one that leads to itself ends with null
 * @returns {unknown}
 */
function sampleOf(document, schema, more, within = []) {
  const sample = (/** @type {any} */ inner) => sampleOf(document, inner, more, within);
  if (within.includes(schema.$ref)) return null;
  if (schema.$ref) return sampleOf(document, resolved(document, schema), more, [...within, schema.$ref]);
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema["x-extensible-enum"]) return NEW_VALUE;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sample(choices.find((/** @type {any} */ choice) => choice.type !== "null"));
  const types = [schema.type ?? "object"].flat();
  const type = types.find((each) => each !== "null");
  if (type === "array")
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => sample(schema.items ?? {}));
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "string") return textOf(schema);
  if (types.length === 2 && !schema.properties && !schema.additionalProperties) return null;
  const properties = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sample(field)]);
  if (typeof schema.additionalProperties === "object") properties.push(["a", sample(schema.additionalProperties)]);
  return Object.fromEntries([...properties, ...Object.entries(schema.additionalProperties ? {} : more)]);
}

/**
 * A text of a schema.
 * @param {{ format?: string, pattern?: string, minLength?: number }} schema
 */
function textOf({ format, pattern, minLength = 0 }) {
  if (format === "date-time") return "2027-01-31T12:00:00.000Z";
  if (format === "date") return "2027-01-31";
  if (format === "uuid") return "0190b0f0-0000-7000-8000-000000000000";
  if (format === "uri") return "https://example.com/";
  if (format === "email") return "reader@example.com";
  const prefix = /^\^([a-z]+_)\[/.exec(pattern ?? "")?.[1];
  if (prefix) return `${prefix}${"0".repeat(26)}`;
  return (TEXTS.find((text) => new RegExp(pattern ?? "").test(text)) ?? "text").padEnd(minLength, "x");
}
