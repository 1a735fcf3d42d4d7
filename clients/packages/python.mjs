// Writes the generated part of the Python package `askline`.
// It has the types of the schemas, and a method for each operation.

import {
  capitalized,
  checkDistinct,
  firstSentence,
  operationsOf,
  queryOfData,
  queryOfFiles,
  resolved,
  snake,
  withVerb,
} from "./document.mjs";

/** @typedef {import("./document.mjs").Operation} Operation */
/** @typedef {import("./document.mjs").Parameter} Parameter */

const HEAD = "# Written by clients/generate.mjs from the OpenAPI document; do not edit.\n";

/** Words of the language and names of built-in types that no parameter may have. */
const RESERVED = ["from", "format", "type", "id"];
const KEYWORDS = [
  "False",
  "None",
  "True",
  "and",
  "as",
  "assert",
  "async",
  "await",
  "break",
  "class",
  "continue",
  "def",
  "del",
  "elif",
  "else",
  "except",
  "finally",
  "for",
  "from",
  "global",
  "if",
  "import",
  "in",
  "is",
  "lambda",
  "nonlocal",
  "not",
  "or",
  "pass",
  "raise",
  "return",
  "try",
  "while",
  "with",
  "yield",
];

/**
 * The files by their names.
 * @param {any} document
 * @returns {Record<string, string>}
 */
export function python(document) {
  return {
    "types.py": HEAD + types(document),
    "_operations.py": HEAD + methods(document),
    "_version.py": `${HEAD}VERSION = ${JSON.stringify(document.info.version)}\n`,
  };
}

/** @param {any} document */
function types(document) {
  /** @type {string[]} */
  const written = [];
  for (const [name, schema] of Object.entries(document.components.schemas)) declare(written, name, schema);
  return `"""The objects of requests and responses.

Strings of responses whose values a later release may extend are plain \`\`str\`\`.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

${written.join("\n")}`;
}

/**
 * Writes a type with a name, after those of its inner objects, which have no names in the document.
 * @param {string[]} written
 * @param {string} name
 * @param {any} schema
 */
function declare(written, name, schema) {
  const about = firstSentence(schema.description);
  if (schema.properties === undefined || schema.anyOf !== undefined) {
    const comment = about === "" ? "" : `# ${about}\n`;
    written.push(
      `${comment}${name}: TypeAlias = ${JSON.stringify(typeOf(written, name, schema)).replaceAll('\\"', "'")}\n`,
    );
    return;
  }
  const required = schema.required ?? [];
  const fields = Object.entries(schema.properties).map(([field, one]) => {
    const type = typeOf(written, name + capitalized(field), one);
    return { field, type: required.includes(field) ? type : `NotRequired[${type}]` };
  });
  const text = JSON.stringify(about);
  if (fields.every(({ field }) => /^[a-zA-Z_]\w*$/.test(field) && !KEYWORDS.includes(field))) {
    const lines = fields.map(({ field, type }) => `    ${field}: ${type}\n`).join("");
    written.push(`class ${name}(TypedDict):\n${about === "" ? "" : `    ""${text}""\n`}${lines}`);
    return;
  }
  const lines = fields.map(
    ({ field, type }) => `    ${JSON.stringify(field)}: ${JSON.stringify(type).replaceAll('\\"', "'")},\n`,
  );
  written.push(
    `${about === "" ? "" : `# ${about}\n`}${name} = TypedDict(${JSON.stringify(name)}, {\n${lines.join("")}})\n`,
  );
}

/**
 * @param {string[]} written where inner objects are declared
 * @param {string} name that an inner object gets
 * @param {any} schema
 * @returns {string}
 */
function typeOf(written, name, schema) {
  if (schema === true || schema === undefined || schema === null) return "Any";
  if (schema.$ref !== undefined) return schema.$ref.split("/").pop();
  const literal = (/** @type {unknown[]} */ values) => {
    const texts = values
      .filter((value) => value !== null)
      .map((value) => (value === true ? "True" : value === false ? "False" : JSON.stringify(value)));
    return `Literal[${texts.join(", ")}]${values.includes(null) ? " | None" : ""}`;
  };
  if (schema.const !== undefined) return literal([schema.const]);
  if (schema.enum !== undefined) return literal(schema.enum);
  const all = [schema.type ?? []].flat();
  if (schema.anyOf !== undefined) {
    const choices = schema.anyOf.map((/** @type {any} */ one, /** @type {number} */ place) =>
      typeOf(written, `${name}Choice${place + 1}`, one),
    );
    return [...new Set(choices)].join(" | ");
  }
  if (all.length === 0 && schema.properties === undefined) return "Any";
  const one = (/** @type {string} */ type) => {
    if (type === "string") return "str";
    if (type === "integer") return "int";
    if (type === "number") return "float";
    if (type === "boolean") return "bool";
    if (type === "null") return "None";
    if (type === "array") return `list[${typeOf(written, `${name}Item`, schema.items)}]`;
    if (schema.properties === undefined)
      return typeof schema.additionalProperties === "object"
        ? `dict[str, ${typeOf(written, `${name}Value`, schema.additionalProperties)}]`
        : "dict[str, Any]";
    declare(written, name, schema);
    return name;
  };
  return (all.length === 0 ? ["object"] : all).map(one).join(" | ");
}

/** @param {any} document */
function methods(document) {
  const written = operationsOf(document).flatMap((operation) => methodsOf(document, operation));
  checkDistinct(written.map(({ name }) => name));
  return `"""A method for each operation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from . import types as t
from ._transport import Answer, Options, SavedFile, Transport


class Operations:
    """A method for each operation."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

${written.map(({ code }) => code).join("\n")}`;
}

/**
 * @param {any} document
 * @param {Operation} operation
 */
function methodsOf(document, operation) {
  const { id, summary, data, item, files } = operation;
  /** @type {{ name: string, code: string }[]} */
  const made = [];
  const add = (
    /** @type {string} */ name,
    /** @type {string} */ more,
    /** @type {Parameter[]} */ query,
    /** @type {string} */ result,
    /** @type {string} */ how,
  ) => made.push({ name, code: method(document, operation, name, `${summary}${more}`, query, result, how) });
  const type = (/** @type {any} */ schema) => outer(document, schema);
  if (data !== null) add(id, ".", queryOfData(operation), `Answer[${type(data)}]`, "send");
  if (item !== null)
    add(
      withVerb(id, "iterate"),
      ": every row, page by page.",
      queryOfData(operation).filter(({ name }) => name !== "cursor"),
      `Iterator[${type(item)}]`,
      "items",
    );
  if (files) add(withVerb(id, "download"), ": a file.", queryOfFiles(document, operation), "SavedFile", "file");
  return made;
}

/**
 * A type as the methods name it. Schemas without a name are resolved to plain types.
 * @param {any} document
 * @param {any} schema
 */
function outer(document, schema) {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").pop();
    return document.components.schemas[name] === undefined ? outer(document, resolved(document, schema)) : `t.${name}`;
  }
  /** @type {string[]} */
  const inner = [];
  const type = typeOf(inner, "_", schema).replace(/\b[A-Z]\w+\b/g, (name) =>
    document.components.schemas[name] === undefined ? name : `t.${name}`,
  );
  return inner.length === 0 ? type : "dict[str, Any]";
}

/**
 * @param {any} document
 * @param {Operation} operation
 * @param {string} name
 * @param {string} about
 * @param {Parameter[]} query
 * @param {string} result
 * @param {string} how the method of the transport
 */
function method(document, { method, path, pathParameters, body, takesKey, isPublic }, name, about, query, result, how) {
  const type = (/** @type {any} */ schema) => outer(document, schema);
  const named = (/** @type {string} */ parameter) =>
    RESERVED.includes(parameter) ? `${parameter}_` : snake(parameter);
  const first = [
    ...pathParameters.map((one) => `${named(one.name)}: ${type(one.schema)}`),
    ...(body?.required ? [`body: ${type(body.schema)}${body.text ? " | str" : ""}`] : []),
  ];
  const rest = [
    ...query.filter(({ required }) => required).map((one) => `${named(one.name)}: ${type(one.schema)}`),
    ...(body !== null && !body.required ? [`body: ${type(body.schema)} | None = None`] : []),
    ...query.filter(({ required }) => !required).map((one) => `${named(one.name)}: ${type(one.schema)} | None = None`),
    ...(body?.text ? ['content_type: str = "application/json"'] : []),
    "options: Options | None = None",
  ];
  const pathDictionary = `{${pathParameters.map((one) => `"${one.name}": ${named(one.name)}`).join(", ")}}`;
  const queryDictionary = `{${query.map((one) => `"${one.name}": ${named(one.name)}`).join(", ")}}`;
  const flags = [
    takesKey ? ", takes_key=True" : "",
    isPublic ? ", is_public=True" : "",
    body?.text ? ", content_type=content_type" : "",
  ].join("");
  return `    def ${name}(self, ${[...first, "*", ...rest].join(", ")}) -> ${result}:
        ""${JSON.stringify(about)}""
        return self._transport.${how}("${method}", "${path}", ${pathDictionary}, ${queryDictionary}, ${body === null ? "None" : "body"}, options${flags})
`;
}
