// Sends requests: credential, timeout, retries, idempotency keys, pages. It knows no operation.

import { AsklineError, ConnectionError, NotModifiedError, TimeoutError, errorOf } from "./errors.js";
import type { ApiError } from "./errors.js";

/** How to reach an instance. */
export interface Settings {
  /** The address of the instance, such as `https://askline.example.com`. */
  baseUrl: string;
  /** An API key (`ak_…`), or a session token (`st_…`); left out for operations that need none. */
  token?: string | undefined;
  /** How long one attempt may take, in milliseconds; 30,000 by default. */
  timeoutMs?: number | undefined;
  /** How often a request is sent again; 2 by default, 0 for never. */
  maxRetries?: number | undefined;
  /** The longest wait before a retry, in milliseconds; 60,000 by default. A longer `Retry-After` is an error at once. */
  maxWaitMs?: number | undefined;
  /** Sends a request; the runtime's own `fetch` by default. */
  fetch?: typeof fetch | undefined;
}

/** What is said about one request, besides its parameters. */
export interface Options {
  /** The key under which a `POST` is carried out once. A new one is made for each call if it is left out. */
  idempotencyKey?: string | undefined;
  /** Makes a change only if this `etag` is current, otherwise fails with `PreconditionFailedError`. */
  ifMatch?: string | undefined;
  /** Reads only if this `etag` is not current, otherwise fails with `NotModifiedError`. */
  ifNoneMatch?: string | undefined;
  /** Ends the request, and the wait before a retry. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
}

/** A response. */
export interface Answer<Data, Meta> {
  data: Data;
  meta: Meta;
  status: number;
  /** Identifies the state that was read, for `ifMatch` and `ifNoneMatch`. */
  etag: string | null;
  /** The path of what was created or started. */
  location: string | null;
  /** Whether this is the response to an earlier request with the same key. */
  replayed: boolean;
  headers: Headers;
}

/** A file. */
export interface SavedFile {
  bytes: Uint8Array;
  contentType: string;
  /** The name that the service gives it. */
  name: string | null;
  headers: Headers;
}

/** Method, path, whether an idempotency key is accepted, whether it is called without a credential. */
export type Call = readonly [method: string, path: string, takesKey?: boolean, isPublic?: boolean];

interface PageMeta {
  pagination?: { hasMore: boolean; nextCursor: string | null };
}

const DEFAULTS = { timeoutMs: 30_000, maxRetries: 2, maxWaitMs: 60_000 };
/** Methods whose repetition has the same result. */
const IDEMPOTENT = ["GET", "HEAD", "PUT", "DELETE"];

/** Sends the requests of a client. */
export class Transport {
  readonly #settings: Settings;
  readonly #address: string;
  readonly #client: string;

  constructor(settings: Settings, version: string) {
    this.#address = settings.baseUrl.replace(/\/+$/, "");
    if (!/^https?:\/\/[^/]/.test(this.#address)) throw new AsklineError("baseUrl must begin with https:// or http://.");
    this.#settings = settings;
    this.#client = `askline-api-typescript/${version}`;
  }

  async send<Data, Meta>(call: Call, input: object, options: Options = {}): Promise<Answer<Data, Meta>> {
    const { response, bytes } = await this.#answered(call, input, options, "application/json");
    const { data, meta } = json(bytes) as { data: Data; meta: Meta };
    const { headers, status } = response;
    const replayed = headers.get("idempotency-replayed") === "true";
    return { data, meta, status, etag: headers.get("etag"), location: headers.get("location"), replayed, headers };
  }

  /** The rows of a list, page by page. */
  async *items<Row>(call: Call, input: object, options: Options = {}): AsyncGenerator<Row, void> {
    let cursor: string | null = null;
    do {
      const page: Answer<{ items: Row[] }, PageMeta> = await this.send(
        call,
        cursor === null ? input : { ...input, cursor },
        options,
      );
      yield* page.data.items;
      cursor = page.meta.pagination?.hasMore === true ? page.meta.pagination.nextCursor : null;
    } while (cursor !== null);
  }

  async file(call: Call, input: object, options: Options = {}): Promise<SavedFile> {
    const { response, bytes } = await this.#answered(call, input, options, "*/*");
    const { headers } = response;
    const disposition = headers.get("content-disposition") ?? "";
    const [, name] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
    const [, plain] = /filename="([^"]*)"/.exec(disposition) ?? [];
    const contentType = headers.get("content-type") ?? "application/octet-stream";
    return { bytes, contentType, name: name === undefined ? (plain ?? null) : decodeURIComponent(name), headers };
  }

  async #answered(call: Call, input: object, options: Options, accept: string) {
    const [method, , takesKey = false] = call;
    const { maxRetries, maxWaitMs } = this.#withDefaults(options);
    // One key for all attempts, so that a change whose answer was lost is not made twice.
    const key = takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const isRepeatable = IDEMPOTENT.includes(method) || key !== undefined;
    for (let attempt = 0; ; attempt += 1) {
      const result = await this.#attempt(call, input, { ...options, idempotencyKey: key }, accept);
      if (!(result instanceof AsklineError)) return result;
      // A conditional change that was made although its answer was lost would be refused the second time.
      const isUncertain = result instanceof ConnectionError && options.ifMatch !== undefined;
      const wait = waitBefore(result, attempt);
      if (!isRepeatable || isUncertain || wait === null || wait > maxWaitMs || attempt >= maxRetries) throw result;
      await pause(wait, options.signal);
    }
  }

  #withDefaults(options: Options) {
    const { timeoutMs, maxRetries, maxWaitMs } = this.#settings;
    return {
      timeoutMs: options.timeoutMs ?? timeoutMs ?? DEFAULTS.timeoutMs,
      maxRetries: options.maxRetries ?? maxRetries ?? DEFAULTS.maxRetries,
      maxWaitMs: maxWaitMs ?? DEFAULTS.maxWaitMs,
    };
  }

  /** Sends a request once; returns the error instead if no answer came, or a refusal. */
  async #attempt(call: Call, input: object, options: Options, accept: string) {
    const { timeoutMs } = this.#withDefaults(options);
    const [method, path, , isPublic = false] = call;
    const { url, body, contentType } = requestOf(this.#address + path, input);
    const headers: Record<string, string> = { accept, "user-agent": this.#client };
    if (this.#settings.token !== undefined && !isPublic) headers["authorization"] = `Bearer ${this.#settings.token}`;
    if (body !== undefined) headers["content-type"] = contentType;
    if (options.idempotencyKey !== undefined) headers["idempotency-key"] = options.idempotencyKey;
    if (options.ifMatch !== undefined) headers["if-match"] = options.ifMatch;
    if (options.ifNoneMatch !== undefined) headers["if-none-match"] = options.ifNoneMatch;
    const late = AbortSignal.timeout(timeoutMs);
    const signal = options.signal === undefined ? late : AbortSignal.any([late, options.signal]);
    try {
      // A credential is never sent to the address that a redirect names.
      const request: RequestInit = { method, headers, signal, redirect: "error" };
      if (body !== undefined) request.body = body;
      const response = await (this.#settings.fetch ?? fetch)(url, request);
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (response.status === 304) return new NotModifiedError("What ifNoneMatch names is still current.");
      return response.ok ? { response, bytes } : errorOf(response.status, json(bytes), response.headers);
    } catch (cause) {
      options.signal?.throwIfAborted();
      return late.aborted
        ? new TimeoutError(`No answer arrived within ${timeoutMs} ms.`, { cause })
        : new ConnectionError(`The request to ${this.#address} failed.`, { cause });
    }
  }
}

/** The address with its parameters, and the body. */
function requestOf(template: string, input: object) {
  const { body, contentType = "application/json", ...parameters } = input as Record<string, unknown>;
  const rest = new URLSearchParams();
  let address = template;
  for (const [name, value] of Object.entries(parameters)) {
    const place = `{${name}}`;
    if (address.includes(place)) address = address.replace(place, () => encodeURIComponent(String(value)));
    else for (const one of [value].flat()) if (one !== undefined && one !== null) rest.append(name, String(one));
  }
  const query = rest.toString();
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  return { url: query === "" ? address : `${address}?${query}`, body: text, contentType: String(contentType) };
}

/** How long to wait before a retry, in milliseconds; `null` if a retry cannot help. */
function waitBefore(error: AsklineError, attempt: number): number | null {
  const { retryable = error instanceof ConnectionError, retryAfter = null } = error as Partial<ApiError>;
  if (!retryable) return null;
  return retryAfter === null ? 500 * 2 ** attempt * (0.5 + Math.random() / 2) : retryAfter * 1000;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
    if (signal?.aborted) reject(signal.reason);
  });
}

function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
