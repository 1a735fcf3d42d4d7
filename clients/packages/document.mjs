// Reads the OpenAPI document: the operations as the packages for programs offer them.

/** @typedef {any} Schema */
/** @typedef {{ name: string, required: boolean, schema: Schema }} Parameter */
/**
 * `data` and `meta`: schemas of the envelope's members, null if there is no envelope. `item`: the schema of a list's rows, if it is
 * read page by page. `files`: whether it can answer with a file. `text`: whether the body can also be text.
 * @typedef {{ id: string, method: string, path: string, summary: string, pathParameters: Parameter[], query: Parameter[],
 *   body: { schema: Schema, required: boolean, text: boolean } | null, takesKey: boolean, isPublic: boolean,
 *   data: Schema | null, meta: Schema | null, item: Schema | null, files: boolean }} Operation
 */

const METHODS = ["get", "post", "put", "patch", "delete"];
/** Parameters of files alone. */
const OF_FILES = ["format", "table"];

/**
 * Follows references.
 * @param {any} document
 * @param {any} value
 * @returns {any}
 */
export function resolved(document, value) {
  if (value?.$ref === undefined) return value;
  const found = value.$ref
    .slice(2)
    .split("/")
    .reduce((/** @type {any} */ place, /** @type {string} */ name) => place[name], document);
  return resolved(document, found);
}

/**
 * The operations, sorted by their ids.
 * @param {any} document
 * @returns {Operation[]}
 */
export function operationsOf(document) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) =>
      operation(document, path, method, item[method]),
    ),
  );
  return operations.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * @param {any} document
 * @param {string} path
 * @param {string} method
 * @param {any} described
 * @returns {Operation}
 */
function operation(document, path, method, described) {
  const parameters = described.parameters.map((/** @type {any} */ one) => resolved(document, one));
  const within = (/** @type {string} */ place) =>
    parameters
      .filter((/** @type {any} */ one) => one.in === place)
      .map(({ name, required, schema }) => ({ name, required, schema }));
  const successes = Object.entries(described.responses).filter(([status]) => status.startsWith("2"));
  const contents = successes.map(([, response]) => resolved(document, response).content ?? {});
  const envelope = contents.map((content) => content["application/json"]?.schema?.properties).find((one) => one?.data);
  const data = envelope?.data ?? null;
  const pathParameters = within("path");
  const item = within("query").some(({ name }) => name === "cursor")
    ? resolved(document, data)?.properties?.items?.items
    : undefined;
  const bodies = described.requestBody?.content ?? {};
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    pathParameters,
    query: within("query"),
    body:
      described.requestBody === undefined
        ? null
        : {
            schema: bodies["application/json"].schema,
            required: described.requestBody.required,
            // A body of events may be sent as text/plain, which is also JSON.
            text: Object.keys(bodies).some((type) => !["application/json", "text/plain"].includes(type)),
          },
    takesKey: within("header").some(({ name }) => name === "Idempotency-Key"),
    isPublic: described.security.length === 0,
    data,
    meta: envelope?.meta ?? null,
    item: item ?? null,
    files: contents.some(
      (content) => data === null || Object.keys(content).some((type) => type !== "application/json"),
    ),
  };
}

/**
 * The query parameters of an operation's data, without those of its files.
 * @param {Operation} operation
 */
export function queryOfData({ query, files }) {
  const hasTable = query.some(({ name }) => name === "table");
  return files ? query.filter(({ name }) => !OF_FILES.includes(name) && !(hasTable && name === "language")) : query;
}

/**
 * The query parameters of an operation's files. A format other than JSON must be named if the operation has data as well.
 * @param {any} document
 * @param {Operation} operation
 * @returns {Parameter[]}
 */
export function queryOfFiles(document, { query, data }) {
  return query.map((one) => {
    if (one.name !== "format" || data === null) return one;
    const values = resolved(document, one.schema).enum.filter((/** @type {string} */ value) => value !== "json");
    return { name: one.name, required: true, schema: { enum: values } };
  });
}

/**
 * The name of the method that reads the pages of a list, or a file: another verb with the same object.
 * @param {string} id
 * @param {string} verb
 */
export const withVerb = (id, verb) => id.replace(/^[a-z]+/, verb);

/**
 * The first sentence of a description, without Markdown.
 * @param {string | undefined} description
 */
export function firstSentence(description = "") {
  const [sentence] = description.replace(/\s+/g, " ").split(/(?<=[.:;]) |\*\//);
  return sentence.replaceAll("`", "").trim();
}

/** Words of an id as one word with capitals. @param {string} id */
export const camel = (id) => id.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** A name with capitals as words with underscores. @param {string} name */
export const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param {string} word */
export const capitalized = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Fails if two methods of a client have the same name.
 * @param {string[]} names
 */
export function checkDistinct(names) {
  const twice = names.filter((name, place) => names.indexOf(name) !== place);
  if (twice.length > 0) throw new Error(`Two methods are called ${twice.join(", ")}.`);
}
