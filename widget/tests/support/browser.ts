/**
 * A browser with the shipped file in it, and a separate page per test. The test moves its clock, and the example
 * service is behind `fetch`. Errors that the widget throws into the page are collected in `errors`.
 */

import { readdirSync, readFileSync } from "node:fs";
import { JSDOM, VirtualConsole, type DOMWindow } from "jsdom";
import { examplePayload, SITE, type SiteChanges } from "./example_site";
import { Service } from "./service";

export const ORIGIN = "https://askline.test";
const DIST = new URL("../../dist/", import.meta.url);
/** jsdom loads no modules: `import()` calls the page's `load`, which runs the named file. */
const runnable = (name: string) => readFileSync(new URL(name, DIST), "utf8").replace(/\bimport\(/g, "window.load(");
const WIDGET = runnable("widget.js");
/** For each file, the code that runs it in a page and returns its exports. */
const PARTS = new Map(
  readdirSync(new URL("widget/", DIST)).map((name) => {
    const text = runnable(`widget/${name}`).replace(/\bimport\.meta\.url/g, "window.loadedFrom");
    const exported = /export\{([^}]*)\};?\s*$/.exec(text);
    const members = (exported?.[1] ?? "").split(",").map((pair) => pair.split(" as ").reverse().join(":"));
    return [name, `(()=>{${text.slice(0, exported?.index)};return {${members.join()}}})()`] as const;
  }),
);

export interface PageOptions {
  readonly site?: SiteChanges;
  readonly service?: Service;
  readonly url?: string;
  readonly referrer?: string;
  readonly html?: string;
  /** Attributes of the widget's tag; without `data-site` the page starts it itself. */
  readonly tag?: Readonly<Record<string, string>>;
  /** What another page of the same site left in local storage. */
  readonly stored?: Readonly<Record<string, string>>;
  readonly navigator?: Readonly<Record<string, unknown>>;
  /** Whether the other files can be loaded; otherwise only the first one and the one that finds the place run. */
  readonly loads?: boolean;
  /** Whether the service has a newer release than the page's first file, and none of its parts. */
  readonly answersAfresh?: boolean;
  /** How often requests for `page_copy` fail before the current release has it. */
  readonly lacksPageCopy?: number;
  /** Changes the browser before the page's first script. */
  readonly prepare?: (window: DOMWindow) => void;
}

const HTML = `<!doctype html><html lang="en"><head><title>Slow bread</title></head>
<body><main><article><h1>Slow bread</h1><p>Flour, water, salt and time.</p></article></main></body></html>`;

export class Browser {
  readonly service: Service;
  readonly window: DOMWindow;
  readonly errors: unknown[] = [];
  /** Whether the files after the first one can be loaded. */
  loads = true;
  #answersAfresh = false;
  #lacksPageCopy = 0;
  readonly #loaded = new Map<string, unknown>();
  #now = Date.parse("2026-11-20T12:00:00Z");
  #lastTimer = 0;
  #timers: { readonly id: number; readonly at: number; readonly run: () => void; readonly every: number | null }[] = [];

  private constructor(options: PageOptions) {
    this.service = options.service ?? new Service(examplePayload(options.site));
    const virtualConsole = new VirtualConsole();
    virtualConsole.on("jsdomError", (error) => this.errors.push(error));
    const { window } = new JSDOM(options.html ?? HTML, {
      url: options.url ?? "https://example.com/bread",
      ...(options.referrer && { referrer: options.referrer }),
      runScripts: "outside-only",
      pretendToBeVisual: true,
      virtualConsole,
      beforeParse: (view) => {
        this.#equip(view, options);
      },
    });
    this.window = window;
  }

  /** Opens a page with the widget, and lets it settle. */
  static async open(options: PageOptions = {}): Promise<Browser> {
    const browser = new Browser(options);
    browser.loads = options.loads ?? true;
    browser.#answersAfresh = options.answersAfresh ?? false;
    browser.#lacksPageCopy = options.lacksPageCopy ?? 0;
    await browser.runTag(options.tag ?? { "data-site": SITE });
    // The second file is loaded when the page is idle.
    await browser.wait(1);
    return browser;
  }

  /** Puts a tag of the widget into the page and runs it, as the browser does. */
  async runTag(attributes: Readonly<Record<string, string>>): Promise<void> {
    const { document } = this.window;
    const script = document.createElement("script");
    // A type that jsdom does not run: the file runs below, with this tag as its own.
    script.type = "text/plain";
    script.src = `${ORIGIN}/widget.js`;
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
    document.body.append(script);
    Object.defineProperty(document, "currentScript", { value: script, configurable: true });
    this.window.eval(WIDGET);
    Object.defineProperty(document, "currentScript", { value: null, configurable: true });
    await this.settle();
  }

  #equip(view: DOMWindow, { stored = {}, navigator = {}, prepare }: PageOptions): void {
    const { service } = this;
    class Request {
      readonly keepalive = true;
    }
    Object.defineProperty(Request.prototype, "keepalive", { value: true });
    Object.assign(view, { fetch: service.fetch, Request, TextDecoder });
    Object.defineProperty(view.navigator, "sendBeacon", { value: service.beacon, configurable: true });
    for (const [name, value] of Object.entries(navigator)) {
      Object.defineProperty(view.navigator, name, { value, configurable: true });
    }
    for (const [key, value] of Object.entries(stored)) view.localStorage.setItem(key, value);
    const clock = (view as unknown as { Date: DateConstructor }).Date;
    clock.now = () => this.#now;
    const timer = (run: () => void, after: unknown = 0, every: number | null = null) => {
      // A delay that is not a number counts as 0.
      this.#timers.push({ id: ++this.#lastTimer, at: this.#now + (Number(after) || 0), run, every });
      return this.#lastTimer;
    };
    Object.defineProperty(view, "load", {
      configurable: true,
      value: (url: string) => this.#load(url.split("/").at(-1) ?? "", view),
    });
    Object.assign(view, {
      clearTimeout: (timer: number) => {
        this.#timers = this.#timers.filter(({ id }) => id !== timer);
      },
      clearInterval: (timer: number) => {
        this.#timers = this.#timers.filter(({ id }) => id !== timer);
      },
      setTimeout: timer,
      setInterval: (run: () => void, every: number) => timer(run, every, every),
      requestAnimationFrame: (run: () => void) => setImmediate(run),
    });
    prepare?.(view);
  }

  #load(name: string, view: DOMWindow): Promise<unknown> {
    if (!this.loads && !name.startsWith("place-")) return Promise.reject(new Error("blocked"));
    // A file runs once; if it throws, it counts as not loaded.
    return new Promise((resolve) => {
      const isAfresh = this.#answersAfresh || (name.startsWith("page_copy-") && this.#lacksPageCopy-- > 0);
      const key = `${name} ${isAfresh}`;
      Object.defineProperty(view, "loadedFrom", { value: `${ORIGIN}/widget/${name}`, configurable: true });
      if (!this.#loaded.has(key)) this.#loaded.set(key, view.eval(PARTS.get(isAfresh ? "afresh.js" : name) ?? ""));
      resolve(this.#loaded.get(key));
    });
  }

  /** Waits for everything that needs no time. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 12; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#timers
        .filter(({ at }) => at <= this.#now)
        .forEach((due) => {
          this.#timers.splice(this.#timers.indexOf(due), 1);
          if (due.every !== null) this.#timers.push({ ...due, at: due.at + due.every });
          due.run();
        });
    }
  }

  async wait(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (!due) break;
      this.#now = due.at;
      this.#timers.splice(this.#timers.indexOf(due), 1);
      if (due.every !== null) this.#timers.push({ ...due, at: due.at + due.every });
      due.run();
      await this.settle();
    }
    this.#now = end;
    await this.settle();
  }

  /** Navigates to another address of the site, as a script of the page does. */
  async navigate(path: string, title?: string): Promise<void> {
    this.window.history.pushState(null, "", path);
    if (title !== undefined) this.window.document.title = title;
    await this.wait(2_500);
  }

  get hosts(): Element[] {
    return [...this.window.document.querySelectorAll("askline-widget")];
  }

  get host(): Element {
    const [host] = this.hosts;
    if (!host) throw new Error("The page has no widget.");
    return host;
  }

  get root(): ShadowRoot {
    const { shadowRoot } = this.host;
    if (!shadowRoot) throw new Error("The widget has no shadow root.");
    return shadowRoot;
  }

  links(selector: string): HTMLAnchorElement[] {
    return [...this.root.querySelectorAll<HTMLAnchorElement>(`${selector} a`)];
  }

  /** The link or button with the text `text`. */
  find(text: string): HTMLElement {
    const all = [...this.root.querySelectorAll<HTMLElement>("a, button, summary")];
    const found = all.find((element) => says(element) === text);
    if (!found) throw new Error(`Nothing says '${text}': ${all.map(says).join(", ")}`);
    return found;
  }

  async click(text: string): Promise<void> {
    const { MouseEvent } = this.window;
    const found = this.find(text);
    // jsdom cannot follow links, and logs that.
    found.addEventListener("click", (event) => {
      event.preventDefault();
    });
    found.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, cancelable: true }));
    await this.settle();
  }

  /** The number of timers that are still running. */
  get timers(): number {
    return this.#timers.length;
  }

  get note(): string {
    return Array.from(this.root.querySelectorAll("[role=status]"), (node) => node.textContent).join("");
  }

  stored(key: string): string | null {
    return this.window.localStorage.getItem(key);
  }
}

/** The text on a control, or its screen-reader label if it shows only a sign. */
export function says(element: Element): string {
  const label = element.getAttribute("aria-label");
  if (label !== null) return label;
  // For a question, only the question itself, without the rest of the sentence.
  const question = element.querySelector("small")?.previousElementSibling;
  if (question) return question.textContent;
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll("i")) hidden.remove();
  return copy.textContent;
}
