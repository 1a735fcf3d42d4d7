// Schemathesis compares the service with its OpenAPI document, against a demo. No call that the document allows or
// forbids ends in a 5xx, every response is as the document says, and a call that the document allows succeeds, or is
// refused for a reason in refused_though_valid.json. Each tested operation counts once for each caller. `make test-ci`
// tests a sixth of them, which depends on the commit, `make test-long` every one.
//
// It runs as three callers: with an owner's session, with a key that has every scope, and without credentials. Their
// operations are distributed in small lots over one run for each processor; each run has its own demo, and a new
// credential for each lot.

import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

import { runningPart, partOf } from "../../scripts/testing/parts.mjs";
import { ROOT, api, startDemo } from "../scenes/askline.mjs";

/**
 * Operations that would make all others fail: they remove the caller's session or the objects that all other operations
 * need.
 */
const ENDS_THE_CALLER = [
  "POST /auth/logout",
  "POST /auth/password",
  "POST /auth/revoke-all",
  "POST /keys/leaked",
  "DELETE /auth/sessions/{sessionId}",
  "DELETE /sites/{siteId}",
  "DELETE /orgs/{orgId}",
  "DELETE /orgs/{orgId}/members/me",
];
/**
 * Headers for which no schema can describe a valid value, so that random values are refused: an `Idempotency-Key` that
 * was used with another body, and the version of an object that has changed. The API's own suite tests both over HTTP.
 */
const HEADERS_OF_STATE = ["Idempotency-Key", "If-Match"];
/** The number of cases for each operation and phase. */
const CASES = 40;
/**
 * Cases for a session's operations that are also fully tested with a key, because the session differs only in its
 * caller.
 */
const CASES_ONCE_MORE = 10;
/** The number of operations in a lot: with more, a key would exceed its limit per minute. */
const OPERATIONS_OF_A_LOT = 6;
/**
 * Requests of a key per minute, below the 3,000 of its plan, because some operations alone have more cases than 3,000.
 */
const REQUESTS_OF_A_KEY = "2800/m";

const environment = join(ROOT, ".venv");
if (!existsSync(join(environment, "bin/schemathesis"))) {
  const steps = [
    ["python3", "-m", "venv", environment],
    [
      join(environment, "bin/pip"),
      "install",
      "--quiet",
      "--disable-pip-version-check",
      "-r",
      join(ROOT, "e2e/conformance/requirements.txt"),
    ],
  ];
  for (const [program, ...args] of steps) {
    if (spawnSync(program, args, { stdio: "inherit" }).status !== 0) process.exit(1);
  }
}

const SETTINGS = {
  ASKLINE_LIMITS__INTAKE_PER_MINUTE: "0",
  ASKLINE_LIMITS__CONFIG_PER_MINUTE: "0",
  ASKLINE_LIMITS__SESSION_PER_MINUTE: "0",
  ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0",
  ASKLINE_LIMITS__DOCUMENT_PER_MINUTE: "0",
  ASKLINE_LIMITS__FAILED_AUTHENTICATION_PER_MINUTE: "0",
  ASKLINE_AUTH__SIGNUP: "true",
};

/** @typedef {{ demo: import("../scenes/askline.mjs").Demo & { end: () => Promise<void> }, folder: string, fuzzed: string, config: string }} Place */
/** @type {Record<string, { takes: (schemes: string[]) => boolean, bearer: (demo: import("../scenes/askline.mjs").Demo) => Promise<string | null> }>} */
const CALLERS = {
  session: { takes: (schemes) => schemes.includes("session"), bearer: logIn },
  key: { takes: (schemes) => schemes.includes("apiKey"), bearer: newKey },
  nobody: { takes: (schemes) => schemes.length === 0, bearer: async () => null },
};

/** @type {Map<import("../scenes/askline.mjs").Demo, string>} */
const sessions = new Map();
const part = runningPart();
const isInPart = (/** @type {string} */ id) => part === null || partOf(id) === part;

const places = await Promise.all(Array.from({ length: availableParallelism() }, newPlace));
let passed = 0;
let failed = 0;
try {
  const document = JSON.parse(await readFile(places[0].fuzzed, "utf8"));
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security }]) => ({
      id: operationId,
      label: `${method.toUpperCase()} ${path.replace("/api/v1", "")}`,
      schemes: (security ?? []).flatMap((/** @type {object} */ one) => Object.keys(one)),
    })),
  );
  const lots = Object.entries(CALLERS).flatMap(([name, { takes }]) => {
    const taken = operations.filter(
      ({ id, label, schemes }) => takes(schemes) && !ENDS_THE_CALLER.includes(label) && isInPart(id),
    );
    console.log(`as ${name}: ${taken.length} operations`);
    const isOnceMore = (/** @type {{ schemes: string[] }} */ { schemes }) =>
      name === "session" && CALLERS.key.takes(schemes);
    return [
      ...lotsOf(
        name,
        taken.filter((one) => !isOnceMore(one)),
        CASES,
      ),
      ...lotsOf(name, taken.filter(isOnceMore), CASES_ONCE_MORE),
    ];
  });
  await Promise.all(
    places.map(async (place) => {
      for (let lot = lots.shift(); lot !== undefined; lot = lots.shift()) {
        const bearer = await CALLERS[lot.name].bearer(place.demo);
        const found = await run(place, lot, bearer, lot.name === "key" ? REQUESTS_OF_A_KEY : null);
        console.log(
          `as ${lot.name}: ${lot.ids.join(", ")}: ${found.passed} of ${found.passed + found.failed}${found.failed > 0 ? `\n${found.text}` : ""}`,
        );
        passed += found.passed;
        failed += found.failed;
      }
    }),
  );
} finally {
  for (const { demo, folder } of places) {
    await demo.end();
    await rm(folder, { recursive: true, force: true });
  }
}
console.log(`\n${passed} operations conform\n${failed} operations do not conform`);
process.exit(failed === 0 ? 0 : 1);

/**
 * @param {string} name of the caller
 * @param {{ id: string }[]} operations
 * @param {number} cases
 */
function lotsOf(name, operations, cases) {
  const ids = operations.map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / OPERATIONS_OF_A_LOT) }, (_, at) => ({
    name,
    cases,
    ids: ids.slice(at * OPERATIONS_OF_A_LOT, (at + 1) * OPERATIONS_OF_A_LOT),
  }));
}

/**
 * A demo, and its document as Schemathesis gets it.
 * @returns {Promise<Place>}
 */
async function newPlace() {
  const demo = await startDemo(SETTINGS);
  const folder = await mkdtemp(join(tmpdir(), "askline-conformance-"));
  const document = await (await fetch(`${demo.listening}/api/v1/openapi.json`)).json();
  const fuzzed = join(folder, "openapi.json");
  await writeFile(
    fuzzed,
    JSON.stringify(document, (name, value) => {
      if (name === "parameters" && Array.isArray(value))
        return value.filter((one) => !HEADERS_OF_STATE.includes(one.name ?? one.$ref.split("/").at(-1)));
      // What a `GET` returns is accepted in a request and ignored; Schemathesis considers `readOnly` fields forbidden.
      return value?.readOnly === true ? {} : value;
    }),
  );
  const [{ orgId }] = demo.organizations;
  const config = join(folder, "schemathesis.toml");
  await writeFile(
    config,
    `
[parameters]
"path.siteId" = "${demo.siteId}"
"path.orgId" = "${orgId}"
"query.orgId" = "${orgId}"

[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 409, 412, 413, 415, 422]

# An event or, in a partial import, a prompt that is wrong is refused by its index, and the request is taken.
[[operations]]
include-operation-id = "import_prompts"
checks.negative_data_rejection.expected-statuses = [200, 400, 401, 403, 404, 405, 409, 412, 413, 415, 422]

# A person comes back from a provider with any query, and is led to the page that says what is wrong with it.
[[operations]]
include-operation-id = "return_from_provider"
checks.negative_data_rejection.expected-statuses = [302, 400, 401, 403, 404, 405, 409, 412, 413, 415, 422]

[[operations]]
include-operation-id = "send_events"
checks.negative_data_rejection.expected-statuses = [202, 400, 401, 403, 404, 405, 409, 412, 413, 415, 422]
`,
  );
  return { demo, folder, fuzzed, config };
}

/**
 * The session of a demo, begun before wrong passwords were sent: those that come too often refuse the right one as well.
 * @param {import("../scenes/askline.mjs").Demo} demo
 */
async function logIn(demo) {
  const known = sessions.get(demo);
  if (known !== undefined && (await isValid(demo, known))) return known;
  const [{ email, password }] = demo.organizations;
  const { token } = await api(demo, "/auth/login", { method: "POST", body: { email, password } });
  sessions.set(demo, token);
  return /** @type {string} */ (token);
}

/**
 * @param {import("../scenes/askline.mjs").Demo} demo
 * @param {string} token
 */
async function isValid(demo, token) {
  const me = await fetch(`${demo.listening}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  return me.ok;
}

/** @param {import("../scenes/askline.mjs").Demo} demo */
async function newKey(demo) {
  const [{ orgId }] = demo.organizations;
  const made = await api(demo, `/keys?orgId=${orgId}`, {
    method: "POST",
    body: { scopes: ["*"] },
    bearer: await logIn(demo),
  });
  return /** @type {string} */ (made.key);
}

/**
 * One run of Schemathesis; returns how many operations passed and failed, and its output.
 * @param {Place} place
 * @param {{ ids: string[], cases: number }} lot operations, and how many cases each has
 * @param {string | null} bearer
 * @param {string | null} pace the maximum rate of requests, such as `2800/m`
 */
async function run({ demo, folder, fuzzed, config }, { ids, cases: count }, bearer, pace) {
  const junit = join(folder, "report.xml");
  await rm(junit, { force: true });
  const child = spawn(
    join(environment, "bin/schemathesis"),
    [
      "--config-file",
      config,
      "run",
      fuzzed,
      "--url",
      demo.listening,
      ...ids.flatMap((id) => ["--include-operation-id", id]),
      ...(pace === null ? [] : ["--rate-limit", pace]),
      ...(bearer === null ? [] : ["--header", `Authorization: Bearer ${bearer}`]),
      "--checks",
      "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,negative_data_rejection,no_refusal_without_a_reason",
      "--phases",
      "examples,coverage,fuzzing",
      "--max-examples",
      String(count),
      "--seed",
      "1",
      "--suppress-health-check",
      "all",
      "--warnings",
      "off",
      "--report",
      "junit",
      "--report-junit-path",
      junit,
      "--no-color",
    ],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, SCHEMATHESIS_HOOKS: join(ROOT, "e2e/conformance/refused_though_valid.py") },
    },
  );
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (text += part));
  const status = await new Promise((resolve) => child.on("error", () => resolve(1)).on("close", resolve));
  const report = await readFile(junit, "utf8").catch(() => "");
  const cases = [...report.matchAll(/<testcase [^>]*?(\/>|>[\s\S]*?<\/testcase>)/g)].map(([one]) => one);
  const bad = cases.filter((one) => /<(failure|error)/.test(one)).length;
  return { passed: cases.length - bad, failed: bad + (status !== 0 && bad === 0 ? 1 : 0), text };
}
