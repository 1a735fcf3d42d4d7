// What `@askline/api` does when a network fails, and when the service refuses.
import {
  Askline,
  ConnectionError,
  ForbiddenError,
  NotFoundError,
  NotModifiedError,
  PreconditionFailedError,
  RateLimitError,
  type Schemas,
  TimeoutError,
  ValidationError,
} from "@askline/api";

const { ASKLINE_URL: baseUrl = "", ASKLINE_FRONT: front = "", ASKLINE_TOKEN: token, ASKLINE_ORG: orgId } = process.env;
const siteId = process.env["CLIENT_SITE"] ?? "";

function check(is: boolean, what: string): void {
  if (!is) throw new Error(`not so: ${what}`);
}

async function refusal<Kind extends Error>(
  kind: abstract new (...args: never[]) => Kind,
  running: Promise<unknown>,
): Promise<Kind> {
  const error = await running.then(
    () => new Error("it was answered"),
    (cause: unknown) => cause,
  );
  if (error instanceof kind) return error;
  throw error;
}

const askline = new Askline({ baseUrl, token });
const lossy = new Askline({ baseUrl: `${front}/lossy`, token });

// The answer to the first attempt is lost: the second one has the same key, so one site is created.
const created = await lossy.createSite({ orgId, body: { domain: "lost-typescript.example" } });
check(created.replayed && created.location === `/api/v1/sites/${created.data.id}`, "the second attempt is a replay");
const mine = created.data.id;

// A change without a key is never sent twice.
await refusal(ConnectionError, lossy.updateSite({ siteId: mine, body: { name: "Renamed" } }));

// A front that is busy says when to come again.
const busy = new Askline({ baseUrl: `${front}/busy`, token });
check((await busy.listSites({ orgId })).data.items.length > 0, "the second attempt was answered");
const impatient = new Askline({ baseUrl: `${front}/busy`, token, maxWaitMs: 10 });
const unanswered = await refusal(Error, impatient.showSite({ siteId: mine }));
check("retryAfter" in unanswered && unanswered.retryAfter === 1, "a longer wait than allowed is an error");

await refusal(
  TimeoutError,
  new Askline({ baseUrl: `${front}/silent`, timeoutMs: 100, maxRetries: 1 }).showSignInOptions(),
);
const stop = new AbortController();
const stopped = new Askline({ baseUrl: `${front}/silent` }).showSignInOptions({}, { signal: stop.signal });
stop.abort(new RangeError("enough"));
await refusal(RangeError, stopped);

const invalid = await refusal(ValidationError, askline.createSite({ orgId, body: { domain: "https://a.example/" } }));
check(invalid.details[0]?.path === "domain" && invalid.requestId?.startsWith("req_") === true, "the field is named");
await refusal(NotFoundError, askline.showSite({ siteId: mine.replace(/.{6}$/, "zzzzzz") }));
const key = await askline.createApiKey({ orgId, body: { scopes: ["analytics:read"] } });
const program = new Askline({ baseUrl, token: key.data.key ?? "" });
check((await refusal(ForbiddenError, program.listSites())).requiredScope === "sites:read", "the scope is named");

const stale = { ifMatch: '"0"' };
await refusal(PreconditionFailedError, askline.replaceConfig({ siteId: mine, body: {} }, stale));
const clicks = await program.showAiClicks({ siteId, days: 7, include: ["byPrompt"] });
check(clicks.meta.range.to >= clicks.meta.range.from && clicks.data.series.length === 7, "a report has its days");
await refusal(
  NotModifiedError,
  program.showAiClicks({ siteId, days: 7, include: ["byPrompt"] }, { ifNoneMatch: clicks.etag ?? "" }),
);

const paged: Schemas.PageItem[] = [];
for await (const page of program.iteratePages({ siteId, limit: 2, sort: "path" })) paged.push(page);
const whole = (await program.showPages({ siteId, limit: 200, sort: "path" })).data.items;
check(paged.length > 2 && JSON.stringify(paged) === JSON.stringify(whole), "an iterator has the rows of every page");
const file = await program.downloadPages({ siteId, format: "csv", table: "pages" });
check(
  file.name?.endsWith(".csv") === true && new TextDecoder().decode(file.bytes).includes("Page"),
  "a file has its name",
);
// The public configuration refuses any credential, so none is sent.
check((await askline.showPublicConfig({ siteId })).data.version > 0, "the configuration is public");

const patient = { maxRetries: 0 };
const asking = async () => {
  for (let time = 0; time < 700; time += 1) await askline.showSignInOptions({}, patient);
};
const limited = await refusal(RateLimitError, asking());
check(limited.code === "RATE_LIMITED" && (limited.retryAfter ?? 0) >= 1 && limited.retryable, "429 says when to retry");
console.log("14 tasks done");
