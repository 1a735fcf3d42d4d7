// Draws the API reference from this instance's OpenAPI document. Writes text only, never HTML, so that
// nothing in the document can become markup.
"use strict";

const METHODS = ["get", "post", "put", "patch", "delete"];
const MAX_DEPTH = 6;

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== undefined && value !== null) made.setAttribute(name, value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null) made.append(child);
  }
  return made;
}

/**
 * Text as paragraphs, lists (lines that begin with "* ") and code (between lines of ```), with `code` between backticks. A
 * line goes on with the one before it, unless an empty line separates them.
 */
function prose(text) {
  const parts = [];
  let list = null;
  let lines = [];
  const end = () => {
    if (lines.length > 0) {
      const content = inline(lines.join(" "));
      if (list === null) parts.push(element("p", {}, content));
      else list.append(element("li", {}, content));
    }
    lines = [];
  };
  for (const [place, block] of (text ?? "").split("```").entries()) {
    if (place % 2 === 1) {
      parts.push(element("pre", {}, element("code", {}, block.replace(/^\w*\n/, "").trimEnd())));
      continue;
    }
    for (const line of block.split("\n").map((each) => each.trim())) {
      if (line === "" || line.startsWith("* ")) {
        end();
        if (line === "") list = null;
        else if (list === null) parts.push((list = element("ul")));
      }
      if (line !== "") lines.push(line.replace(/^\* /, ""));
    }
    end();
    list = null;
  }
  return parts;
}

function inline(text) {
  return text.split("`").map((part, place) => {
    if (place % 2 === 0) return part;
    const isErrorCode = /^[A-Z][A-Z_]{4,}$/.test(part);
    const code = element("code", {}, part);
    return isErrorCode ? element("a", { href: `/docs/errors#${part}` }, code) : code;
  });
}

class Reference {
  constructor(openapi) {
    this.openapi = openapi;
  }

  resolve(schema) {
    let found = schema;
    for (let step = 0; step < 10 && found && typeof found === "object" && "$ref" in found; step += 1) {
      const path = found.$ref.replace(/^#\//, "").split("/");
      found = path.reduce((place, name) => place?.[name.replace(/~1/g, "/").replace(/~0/g, "~")], this.openapi);
    }
    return found === undefined || typeof found === "boolean" ? {} : found;
  }

  typeName(schema) {
    if (schema === undefined || typeof schema === "boolean") return "any";
    if ("$ref" in schema) {
      const resolved = this.resolve(schema);
      const isComposite = resolved.properties || resolved.oneOf || resolved.anyOf;
      return isComposite ? schema.$ref.split("/").pop() : this.typeName(resolved);
    }
    if ("const" in schema) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    const known = schema["x-extensible-enum"];
    if (known) {
      const isNullable = [schema.type].flat().includes("null");
      return [...known.map((value) => JSON.stringify(value)), "other", ...(isNullable ? ["null"] : [])].join(" | ");
    }
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return [...new Set(choices.map((choice) => this.typeName(choice)))].join(" | ");
    const types = [schema.type ?? "any"].flat();
    return types
      .map((type) =>
        type === "array"
          ? `${this.typeName(schema.items)}[]`
          : schema.format && type === "string"
            ? schema.format
            : type,
      )
      .join(" | ");
  }

  limits(schema) {
    const found = this.resolve(schema);
    const words = [];
    const add = (name, label) => {
      if (found[name] !== undefined && found[name] !== null) words.push(`${label} ${JSON.stringify(found[name])}`);
    };
    add("minimum", "at least");
    add("maximum", "at most");
    add("minLength", "characters at least");
    add("maxLength", "characters at most");
    add("minItems", "items at least");
    add("maxItems", "items at most");
    add("default", "default");
    add("pattern", "matches");
    return words.join(", ");
  }

  /** All properties of an object, including those of its `allOf` parts. */
  properties(schema) {
    const found = this.resolve(schema);
    const parts = [found, ...(found.allOf ?? []).map((part) => this.resolve(part))];
    return {
      required: new Set(parts.flatMap((part) => part.required ?? [])),
      properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
    };
  }

  fields(schema, depth = 0, seen = []) {
    const found = this.resolve(schema);
    if (depth > MAX_DEPTH || seen.includes(found)) return null;
    const next = [...seen, found];
    if (found.items) return this.fields(found.items, depth, next);
    const choices = (found.oneOf ?? found.anyOf)?.filter((choice) => this.resolve(choice).type !== "null");
    if (choices?.length === 1) return this.fields(choices[0], depth, next);
    if (choices) {
      const drawn = choices.map((choice) => this.fields(choice, depth, next)).filter((list) => list !== null);
      return drawn.length === 0
        ? null
        : element(
            "div",
            { class: "choices" },
            drawn.map((list) => element("div", {}, list)),
          );
    }
    const { required, properties } = this.properties(found);
    const names = Object.keys(properties);
    if (names.length === 0) return null;
    return element(
      "dl",
      { class: "fields" },
      names.map((name) => {
        const property = properties[name];
        const resolved = this.resolve(property);
        const inner = this.fields(property, depth + 1, next);
        return [
          element(
            "dt",
            {},
            element("code", {}, name),
            " ",
            element("span", { class: "type" }, this.typeName(property)),
            required.has(name) ? element("span", { class: "required" }, "required") : null,
          ),
          element(
            "dd",
            {},
            prose(property?.description ?? resolved.description),
            this.limits(property) ? element("p", { class: "limits" }, this.limits(property)) : null,
            inner === null ? null : element("details", {}, element("summary", {}, "Fields"), inner),
          ),
        ];
      }),
    );
  }

  /** A value of the schema's form, for examples. */
  example(schema, depth = 0) {
    const found = this.resolve(schema);
    if (found.example !== undefined) return found.example;
    if (found.examples?.length) return found.examples[0];
    if (found.default !== undefined && found.default !== null) return found.default;
    if (found.const !== undefined) return found.const;
    const values = found.enum ?? found["x-extensible-enum"];
    if (values) return values.find((value) => value !== null);
    const choice = (found.oneOf ?? found.anyOf)?.find((each) => this.resolve(each).type !== "null");
    if (choice) return this.example(choice, depth);
    const type = [found.type].flat().find((each) => each !== "null");
    if (type === "array") return depth > MAX_DEPTH ? [] : [this.example(found.items, depth + 1)];
    if (type === "integer" || type === "number") return found.minimum ?? 1;
    if (type === "boolean") return true;
    if (type === "object" || found.properties) {
      const { required, properties } = this.properties(found);
      const names = Object.keys(properties).filter((name) => required.has(name));
      return Object.fromEntries(
        (depth > MAX_DEPTH ? [] : names).map((name) => [name, this.example(properties[name], depth + 1)]),
      );
    }
    if (found.format === "date-time") return "2026-01-31T12:00:00.000Z";
    const prefix = /^\^([a-z]+)_\[/.exec(found.pattern ?? "");
    return prefix ? `${prefix[1]}_01j0000000000000000000000` : "…";
  }

  curl(method, path, operation) {
    const query = (operation.parameters ?? []).filter(
      (each) => this.resolve(each).in === "query" && this.resolve(each).required,
    );
    const filled =
      query.length === 0 ? path : `${path}?${query.map((each) => `${this.resolve(each).name}=…`).join("&")}`;
    const address = filled.replace(/\{(\w+)\}/g, (_, name) => `$${name.replace(/([A-Z])/g, "_$1").toUpperCase()}`);
    const lines = [`curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}"${location.origin}${address}"`];
    const schemes = (operation.security ?? []).flatMap((each) => Object.keys(each));
    if (schemes.includes("apiKey")) lines.push(`-H "Authorization: Bearer $ASKLINE_KEY"`);
    else if (schemes.includes("session")) lines.push(`-H "Authorization: Bearer $ASKLINE_SESSION"`);
    const body = operation.requestBody?.content ?? {};
    const [mediaType] = Object.keys(body);
    if (mediaType !== undefined) {
      lines.push(`-H "Content-Type: ${mediaType}"`);
      lines.push(`-d '${JSON.stringify(this.example(body[mediaType].schema)).replace(/'/g, "'\\''")}'`);
    }
    return lines.join(" \\\n  ");
  }

  operation(method, path, operation) {
    const parameters = (operation.parameters ?? []).map((each) => this.resolve(each));
    const body = operation.requestBody?.content ?? {};
    const scope = operation["x-required-scope"];
    return element(
      "section",
      { class: "operation", id: operation.operationId },
      element(
        "h3",
        {},
        element("a", { href: `#${operation.operationId}` }, operation.summary ?? operation.operationId),
      ),
      element(
        "p",
        { class: "line" },
        element("span", { class: `method ${method}` }, method.toUpperCase()),
        " ",
        element("code", {}, path),
        scope ? element("span", { class: "scope" }, "scope ", element("code", {}, scope)) : null,
      ),
      prose(operation.description),
      parameters.length === 0 ? null : element("h4", {}, "Parameters"),
      parameters.length === 0
        ? null
        : element(
            "dl",
            { class: "fields" },
            parameters.map((each) => [
              element(
                "dt",
                {},
                element("code", {}, each.name),
                " ",
                element("span", { class: "type" }, `${this.typeName(each.schema)} in ${each.in}`),
                each.required ? element("span", { class: "required" }, "required") : null,
              ),
              element(
                "dd",
                {},
                prose(each.description ?? this.resolve(each.schema).description),
                this.limits(each.schema) ? element("p", { class: "limits" }, this.limits(each.schema)) : null,
              ),
            ]),
          ),
      Object.entries(body).map(([mediaType, content]) => [
        element("h4", {}, "Body ", element("code", {}, mediaType)),
        this.fields(content.schema) ??
          element("p", { class: "type" }, element("code", {}, this.typeName(content.schema))),
      ]),
      element("h4", {}, "Example"),
      element("pre", {}, element("code", {}, this.curl(method, path, operation))),
      element("h4", {}, "Responses"),
      Object.entries(operation.responses ?? {}).map(([status, response]) => this.response(status, response)),
    );
  }

  response(status, reference) {
    const response = this.resolve(reference);
    const content = Object.entries(response.content ?? {});
    const isRefusal = Number(status) >= 400;
    return element(
      "details",
      { class: isRefusal ? "response refusal" : "response", open: isRefusal ? null : "" },
      element(
        "summary",
        {},
        element("span", { class: "status" }, status),
        isRefusal ? " " + this.codes(response.description) : "",
      ),
      prose(response.description),
      isRefusal
        ? null
        : content.map(([mediaType, { schema }]) => [
            element("p", {}, element("code", {}, mediaType)),
            this.fields(schema),
          ]),
    );
  }

  codes(description) {
    return [...(description ?? "").matchAll(/^\* `([A-Z_]+)`/gm)].map((match) => match[1]).join(", ");
  }

  draw() {
    const byTag = new Map();
    for (const [path, item] of Object.entries(this.openapi.paths)) {
      for (const method of METHODS) {
        const operation = item[method];
        if (operation === undefined) continue;
        const [tag] = operation.tags ?? ["other"];
        byTag.set(tag, [...(byTag.get(tag) ?? []), { method, path, operation }]);
      }
    }
    const contents = [];
    const sections = [];
    for (const [tag, rows] of byTag) {
      contents.push(
        element("h2", {}, tag),
        element(
          "ul",
          {},
          rows.map(({ method, path, operation }) =>
            element(
              "li",
              {
                "data-words":
                  `${method} ${path} ${operation.summary} ${operation["x-required-scope"] ?? ""} ${tag}`.toLowerCase(),
              },
              element(
                "a",
                { href: `#${operation.operationId}` },
                element("span", { class: `method ${method}` }, method.toUpperCase()),
                " ",
                operation.summary,
              ),
            ),
          ),
        ),
      );
      sections.push(
        element("h2", { id: `tag-${tag}` }, tag),
        prose(this.openapi.tags.find(({ name }) => name === tag)?.description),
        rows.map(({ method, path, operation }) => this.operation(method, path, operation)),
      );
    }
    document.getElementById("contents").replaceChildren(...contents);
    document.getElementById("operations").replaceChildren(...sections.flat(Infinity));
  }
}

function listenToFilter() {
  const filter = document.getElementById("filter");
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const list of document.querySelectorAll("#contents ul")) {
      for (const item of list.children) item.hidden = !words.every((word) => item.dataset.words.includes(word));
      list.hidden = [...list.children].every((item) => item.hidden);
      list.previousElementSibling.hidden = list.hidden;
    }
  });
}

async function start() {
  const response = await fetch("/api/v1/openapi.json");
  if (!response.ok) throw new Error(`The document answered ${response.status}.`);
  new Reference(await response.json()).draw();
  listenToFilter();
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

start().catch((error) => {
  document
    .getElementById("operations")
    .replaceChildren(
      element(
        "p",
        { role: "alert" },
        `The reference cannot be drawn: ${error.message} `,
        element("a", { href: "/api/v1/openapi.json" }, "Read the document itself."),
      ),
    );
});
