// Writes the generated part of `@askline/api`.
// It has the types of the schemas, and a method for each operation.

import { camel, checkDistinct, firstSentence, operationsOf, queryOfData, queryOfFiles, withVerb } from "./document.mjs";

/** @typedef {import("./document.mjs").Operation} Operation */
/** @typedef {import("./document.mjs").Parameter} Parameter */

const HEAD = "// Written by clients/generate.mjs from the OpenAPI document; do not edit.\n\n";

/**
 * The files by their names.
 * @param {any} document
 * @returns {Record<string, string>}
 */
export function typescript(document) {
  return { "types.ts": HEAD + types(document), "operations.ts": HEAD + methods(document) };
}

/** @param {any} document */
function types(document) {
  const open =
    "/** Values that are known; a later release may add others. */\nexport type Open<Known extends string> = Known | (string & {});\n\n";
  const declared = Object.entries(document.components.schemas).map(([name, schema]) => {
    const comment = firstSentence(schema.description);
    const about = comment === "" ? "" : `/** ${comment} */\n`;
    return schema.properties !== undefined && schema.anyOf === undefined
      ? `${about}export interface ${name} ${objectType(schema)}\n`
      : `${about}export type ${name} = ${typeOf(schema)};\n`;
  });
  return open + declared.join("");
}

/**
 * @param {any} schema
 * @returns {string}
 */
export function typeOf(schema) {
  if (schema === true || schema === undefined) return "unknown";
  if (schema.$ref !== undefined) return schema.$ref.split("/").pop();
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" | ");
  const all = [schema.type ?? []].flat();
  const known = schema["x-extensible-enum"];
  if (known !== undefined) {
    const list = `Open<${known.map((/** @type {string} */ value) => JSON.stringify(value)).join(" | ")}>`;
    return all.includes("null") ? `${list} | null` : list;
  }
  if (schema.anyOf !== undefined) {
    const choices = [...new Set(schema.anyOf.map(typeOf))].join(" | ");
    return schema.properties === undefined ? choices : `${objectType(schema)} & (${choices})`;
  }
  if (all.length === 0) return schema.properties === undefined ? "unknown" : objectType(schema);
  return all.map((type) => oneType(schema, type)).join(" | ");
}

/**
 * @param {any} schema
 * @param {string} type
 */
function oneType(schema, type) {
  if (type === "integer") return "number";
  if (type === "array") {
    const item = typeOf(schema.items);
    return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`;
  }
  return type === "object" ? objectType(schema) : type;
}

/** @param {any} schema */
function objectType({ properties, required = [], additionalProperties }) {
  if (properties === undefined)
    return `Record<string, ${typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown"}>`;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${keyOf(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`,
  );
  return `{ ${fields.join(" ")} }`;
}

/** @param {string} name */
const keyOf = (name) => (/^[a-zA-Z_]\w*$/.test(name) ? name : JSON.stringify(name));

/** @param {any} document */
function methods(document) {
  const operations = operationsOf(document);
  const written = operations.flatMap((operation) => methodsOf(document, operation));
  checkDistinct(written.map(({ name }) => name));
  const body = written.map(({ code }) => code).join("\n");
  const used = Object.keys(document.components.schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  const open = body.includes("Open<") ? ["Open"] : [];
  return `import type { Answer, Options, SavedFile, Transport } from "../transport.js";
import type { ${[...open, ...used].join(", ")} } from "./types.js";

/** The version of the document. */
export const VERSION = ${JSON.stringify(document.info.version)};

/** A method for each operation. */
export class Operations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

${body}}
`;
}

/**
 * The methods of an operation: one for its data, one that reads all pages of a list, one for its files.
 * @param {any} document
 * @param {Operation} operation
 */
function methodsOf(document, operation) {
  const { id, method, path, summary, takesKey, isPublic, data, meta, item, files } = operation;
  const call = [method, path, ...(takesKey || isPublic ? [takesKey] : []), ...(isPublic ? [true] : [])];
  const about = (/** @type {string} */ more) => `  /** ${summary}${more} */\n`;
  const args = call.map((value) => JSON.stringify(value)).join(", ");
  /** @type {{ name: string, code: string }[]} */
  const made = [];
  const add = (
    /** @type {string} */ name,
    /** @type {string} */ more,
    /** @type {Parameter[]} */ query,
    /** @type {string} */ result,
    /** @type {string} */ how,
  ) =>
    made.push({
      name,
      code: `${about(more)}  ${name}(${input(operation, query)}, options?: Options): ${result} {\n    return this.#transport.${how}([${args}], input, options);\n  }\n`,
    });
  if (data !== null)
    add(camel(id), ".", queryOfData(operation), `Promise<Answer<${typeOf(data)}, ${typeOf(meta)}>>`, "send");
  if (item !== null)
    add(
      camel(withVerb(id, "iterate")),
      ": every row, page by page.",
      queryOfData(operation).filter(({ name }) => name !== "cursor"),
      `AsyncGenerator<${typeOf(item)}, void>`,
      "items",
    );
  if (files)
    add(camel(withVerb(id, "download")), ": a file.", queryOfFiles(document, operation), "Promise<SavedFile>", "file");
  return made;
}

/**
 * The parameter of a method: the parameters of the path and the query, and the body.
 * @param {Operation} operation
 * @param {Parameter[]} query
 */
function input({ pathParameters, body }, query) {
  const fields = [...pathParameters, ...query].map(
    ({ name, required, schema }) =>
      `${keyOf(name)}${required ? "" : "?"}: ${typeOf(schema)}${required ? "" : " | undefined"}`,
  );
  if (body !== null) {
    fields.push(`body${body.required ? "" : "?"}: ${typeOf(body.schema)}${body.text ? " | string" : ""}`);
    if (body.text) fields.push("contentType?: string");
  }
  const isOptional = fields.every((field) => /^[\w"]+\?:/.test(field));
  if (fields.length === 0) return "input: Record<string, never> = {}";
  return `input: { ${fields.join("; ")} }${isOptional ? " = {}" : ""}`;
}
