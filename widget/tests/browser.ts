/**
 * A browser with the shipped file in it: a page of its own for each test, a clock that the test moves, and the example
 * service behind `fetch`. Anything that the widget throws into the page is collected in `errors`.
 */

import { readFileSync } from "node:fs";
import { JSDOM, VirtualConsole, type DOMWindow } from "jsdom";
import { examplePayload, SITE, type SiteChanges } from "./example_site";
import { Service } from "./service";

const WIDGET = readFileSync(new URL("../dist/widget.js", import.meta.url), "utf8");
export const ORIGIN = "https://askline.test";

export interface PageOptions {
  readonly site?: SiteChanges;
  readonly service?: Service;
  readonly url?: string;
  readonly referrer?: string;
  readonly html?: string;
  /** Attributes of the widget's tag; without `data-site` the page starts it by itself. */
  readonly tag?: Readonly<Record<string, string>>;
  /** What another page of the same site left in local storage. */
  readonly stored?: Readonly<Record<string, string>>;
  readonly navigator?: Readonly<Record<string, unknown>>;
  /** Changes the browser before the page's first script. */
  readonly prepare?: (window: DOMWindow) => void;
}

const HTML = `<!doctype html><html lang="en"><head><title>Slow bread</title></head>
<body><main><article><h1>Slow bread</h1><p>Flour, water, salt and time.</p></article></main></body></html>`;

export class Browser {
  readonly service: Service;
  readonly window: DOMWindow;
  readonly errors: unknown[] = [];
  #now = Date.parse("2026-11-20T12:00:00Z");
  #timers: { readonly at: number; readonly run: () => void; readonly every: number | null }[] = [];

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

  /** Opens a page that carries the widget, and lets it settle. */
  static async open(options: PageOptions = {}): Promise<Browser> {
    const browser = new Browser(options);
    await browser.runTag(options.tag ?? { "data-site": SITE });
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
    Object.assign(view, { fetch: service.fetch, Request });
    Object.defineProperty(view.navigator, "sendBeacon", { value: service.beacon, configurable: true });
    for (const [name, value] of Object.entries(navigator)) {
      Object.defineProperty(view.navigator, name, { value, configurable: true });
    }
    for (const [key, value] of Object.entries(stored)) view.localStorage.setItem(key, value);
    const clock = (view as unknown as { Date: DateConstructor }).Date;
    clock.now = () => this.#now;
    const timer = (run: () => void, after = 0, every: number | null = null) => {
      this.#timers.push({ at: this.#now + after, run, every });
      return this.#timers.length;
    };
    Object.assign(view, {
      setTimeout: timer,
      setInterval: (run: () => void, every: number) => timer(run, every, every),
      requestAnimationFrame: (run: () => void) => setImmediate(run),
    });
    prepare?.(view);
  }

  /** Lets everything happen that needs no time. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#timers.filter(({ at }) => at <= this.#now).forEach((due) => {
        this.#timers.splice(this.#timers.indexOf(due), 1);
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

  /** The page's script goes to another address of the site. */
  async navigate(path: string, title?: string): Promise<void> {
    this.window.history.pushState(null, "", path);
    if (title !== undefined) this.window.document.title = title;
    await this.wait(1_500);
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

  /** The link or button that says `text`. */
  find(text: string): HTMLElement {
    const all = [...this.root.querySelectorAll<HTMLElement>("a, button, summary")];
    const found = all.find((element) => element.textContent === text);
    if (!found) throw new Error(`Nothing says '${text}': ${all.map((element) => element.textContent).join(", ")}`);
    return found;
  }

  async click(text: string): Promise<void> {
    const { MouseEvent } = this.window;
    const found = this.find(text);
    // jsdom cannot follow a link, and says so.
    found.addEventListener("click", (event) => { event.preventDefault(); });
    found.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, cancelable: true }));
    await this.settle();
  }

  get note(): string {
    return this.root.querySelector("[role=status]")?.textContent ?? "";
  }

  stored(key: string): string | null {
    return this.window.localStorage.getItem(key);
  }
}
