// Twenty everyday tasks in the dashboard, each done in the shortest way. Each starts on the overview of a site in a
// fresh browser. A step is a click, a key that does something, a choice in a list, or a filled field, however long its
// text. Looking at what is already on the screen is not a step.

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

/**
 * What a task does with the page. Each call is one step. `otherSite`: a site that is not open, and the key for its
 * place.
 * @typedef {{ page: Page, otherSite: { digit: string, id: string }, key: (key: string) => Promise<void>, press: (locator: Locator) => Promise<void>, fill: (locator: Locator, text: string) => Promise<void> }} TaskSteps
 */

/**
 * `peers`: the fewest steps among Plausible, Umami, Rybbit and OpenPanel, counted from their public documents and not
 * measured in a running one; null if none has the task. `seen`: what is on the screen when it is done.
 * @typedef {{ name: string, peers: number | null, of: string, run: (steps: TaskSteps) => Promise<void>, seen: (page: Page) => Locator }} Task
 */

/** @param {Page} page @param {string} name */
const panel = (page, name) => page.getByRole("region", { name, exact: true });
/** @param {Page} page @param {string} name */
const titled = (page, name) => page.getByRole("heading", { name, level: 1 });

/** @type {Task[]} */
export const TASKS = [
  {
    name: "The last seven days",
    peers: 1,
    of: "Plausible (key W)",
    run: ({ key }) => key("w"),
    seen: (page) => page.getByRole("link", { name: "7 days" }).and(page.locator("[aria-current]")),
  },
  {
    name: "Better or worse than the period before",
    peers: 0,
    of: "Plausible, Rybbit",
    run: async () => {},
    seen: (page) => page.getByText("previous period", { exact: true }).first(),
  },
  {
    name: "The pages that matter most",
    peers: 0,
    of: "all four",
    run: async () => {},
    seen: (page) => panel(page, "Pages").getByRole("link", { name: /^\// }).first(),
  },
  {
    name: "All figures of one page",
    peers: 1,
    of: "Plausible, Umami, Rybbit",
    run: ({ page, press }) =>
      press(
        panel(page, "Pages")
          .getByRole("link", { name: /^\/guides\// })
          .first(),
      ),
    seen: (page) => page.getByText(/^Page: \/guides\//),
  },
  {
    name: "All figures of one source",
    peers: 1,
    of: "Plausible, Umami, Rybbit",
    run: ({ page, press }) => press(panel(page, "Assistants").getByRole("link", { name: "ChatGPT" })),
    seen: (page) => page.getByText("Assistant: ChatGPT"),
  },
  {
    name: "Two filters at once",
    peers: 2,
    of: "Plausible, Umami, Rybbit",
    run: async ({ page, press }) => {
      await press(panel(page, "Assistants").getByRole("link", { name: "ChatGPT" }));
      await press(
        panel(page, "Pages")
          .getByRole("link", { name: /^\/guides\// })
          .first(),
      );
    },
    seen: (page) => page.getByText(/^Page: \/guides\//),
  },
  {
    name: "Who is here now",
    peers: 1,
    of: "Plausible, Umami",
    run: ({ page, press }) => press(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Live" })),
    seen: (page) => titled(page, "Live"),
  },
  {
    name: "Two days of one's own",
    peers: 3,
    of: "Plausible (key C, two days)",
    run: async ({ page, press }) => {
      await press(page.getByRole("button", { name: /–|Choose dates/ }).first());
      const days = page
        .getByRole("dialog", { name: "Choose dates" })
        .getByRole("gridcell")
        .getByRole("button", { disabled: false });
      await press(days.nth(0));
      await press(days.nth(1));
    },
    seen: (page) => page.getByRole("button", { name: /–/ }).first(),
  },
  {
    name: "One page among all",
    peers: 2,
    of: "Plausible (Details, search)",
    run: async ({ page, press, fill }) => {
      await press(panel(page, "Pages").getByRole("link", { name: /^All \d+ pages/ }));
      await fill(page.getByRole("searchbox").first(), "flood");
    },
    seen: (page) => page.getByRole("table").getByText(/flood/).first(),
  },
  {
    name: "The figures as a file",
    peers: 2,
    of: "Plausible (menu, export)",
    run: async ({ page, press }) => {
      await Promise.all([page.waitForEvent("download"), press(page.getByRole("button", { name: "CSV", exact: true }))]);
    },
    seen: (page) => titled(page, "Overview"),
  },
  {
    name: "Another site",
    peers: 1,
    of: "Plausible (keys 1 to 9)",
    run: async ({ page, key, otherSite: { digit, id } }) => {
      await key(digit);
      await page.waitForURL(new RegExp(id));
    },
    seen: (page) => titled(page, "Overview"),
  },
  {
    name: "All sites at a glance",
    peers: 1,
    of: "Plausible, Rybbit",
    run: ({ page, press }) => press(page.getByRole("link", { name: "All sites" })),
    seen: (page) => titled(page, "All sites"),
  },
  {
    name: "A new site and its snippet",
    peers: 4,
    of: "Plausible, Umami (at least: the list, add, domain, save)",
    run: async ({ page, press, fill }) => {
      await press(page.getByRole("navigation", { name: "Main" }).getByRole("button").first());
      await press(page.getByRole("menuitem", { name: "Add a site" }));
      await fill(page.getByLabel("Domain"), "twenty-tasks.example");
      await press(page.getByRole("button", { name: "Add the site" }));
    },
    seen: (page) => page.getByText(/data-site=/).first(),
  },
  {
    name: "A colleague",
    peers: 4,
    of: "Rybbit, OpenPanel (at least: members, invite, address, send)",
    run: async ({ page, press, fill }) => {
      await press(page.getByRole("link", { name: "Organization" }));
      await press(page.getByRole("button", { name: "Invite someone" }).first());
      await fill(page.getByLabel("Email"), "twenty@example.org");
      await press(page.getByRole("button", { name: "Create link" }));
    },
    seen: (page) => page.getByText("Copy the link now and send it yourself.", { exact: false }),
  },
  {
    name: "A key for a program",
    peers: 5,
    of: "Plausible (account, API keys, new, name, create)",
    run: async ({ page, press, fill }) => {
      await press(page.getByRole("link", { name: "Organization" }));
      await press(page.getByRole("link", { name: "API keys" }));
      await press(page.getByRole("button", { name: "Create key" }).first());
      await fill(page.getByRole("dialog").getByLabel("Name"), "Twenty tasks");
      await press(page.getByRole("dialog").getByRole("button", { name: "Create key" }));
    },
    seen: (page) => page.getByText("Copy it now").first(),
  },
  {
    name: "The days of another time zone",
    peers: 4,
    of: "Plausible (settings, list, zone, save)",
    run: async ({ page, press }) => {
      await press(page.getByRole("link", { name: "Site settings" }));
      await press(page.getByRole("button", { name: /Time zone/ }));
      await press(page.getByRole("option", { name: "Africa/Abidjan" }));
      await press(page.getByRole("button", { name: "Save" }));
    },
    seen: (page) => page.getByText("Saved", { exact: true }),
  },
  {
    name: "My own visits left out",
    peers: 4,
    of: "Plausible (settings, shields, add this address, save)",
    run: async ({ page, press }) => {
      await press(page.getByRole("link", { name: "Site settings" }));
      await press(page.getByRole("link", { name: "Exclude my visits" }));
    },
    seen: (page) => titled(page, "Site settings"),
  },
  {
    name: "Am I cited, and where",
    peers: null,
    of: "",
    run: (steps) =>
      steps.press(steps.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Citations" })),
    seen: (page) => titled(page, "Citations"),
  },
  {
    name: "Another text behind the buttons",
    peers: null,
    of: "",
    run: async ({ page, press, fill }) => {
      await press(page.getByRole("link", { name: "Prompts" }));
      await press(page.getByRole("link", { name: "New prompt" }));
      await fill(page.getByLabel("Name", { exact: true }), "Twenty tasks");
      await fill(page.getByLabel("Text", { exact: true }), "Name the three facts of {{url}} that matter most.");
      await press(page.getByRole("button", { name: "Save" }));
    },
    seen: (page) => page.getByRole("link", { name: "Twenty tasks" }),
  },
  {
    name: "What changed here, and by whom",
    peers: null,
    of: "",
    run: async ({ page, press }) => {
      await press(page.getByRole("link", { name: "Organization" }));
      await press(page.getByRole("link", { name: "Audit log" }));
    },
    seen: (page) =>
      page
        .getByText(/entr(y|ies) in total/)
        .or(page.getByRole("button", { name: "Show more" }))
        .first(),
  },
];
