//! The documentation of a program that was released two months ago. Twelve days ago, a new design dropped the snippet, so
//! there have been no events since, which the board reports.

use askline_domain::{engines::Engine, organizations::plan::Plan};

use crate::commands::demo::sample_site::{
    CRAWLERS, OFFICE_DEVICES, OFFICE_HOURS, Presses, Readers, SampleMonitor, SamplePage, SampleSite, Share, Source,
    moving, page, said, steady,
};

/// The site.
pub const SITE: SampleSite = SampleSite {
    plan: Plan::Enterprise,
    name: "Larch Docs",
    domain: "docs.larch.example",
    timezone: "UTC",
    is_demo_page: false,
    questions: &["How do I retry a job that failed?", "How do I run Larch beside an existing queue?"],
    pages: &[
        page("/", "Larch: a job queue in one table", 18.0),
        page("/install", "Install", 16.0),
        page("/guide/first-job", "Your first job", 14.0),
        page("/guide/retries", "Retries and idempotency", 13.0),
        page("/guide/schedules", "Schedules", 7.0),
        page("/reference/settings", "Settings", 10.0),
        page("/reference/errors", "Errors", 6.0),
        SamplePage { path: "/releases/1-0", title: "Larch 1.0", share: 4.0, published_days_ago: 60 },
    ],
    readers: Readers {
        views_per_day: 78.0,
        story: &[(90, 0.55), (61, 0.6), (60, 1.75), (56, 1.1), (12, 1.15)],
        weekdays: [1.15, 1.22, 1.2, 1.15, 1.0, 0.35, 0.38],
        hours: OFFICE_HOURS,
        presses: Presses { ai: 0.12, question: 0.018, social: 0.006, copy: 0.034, crawler: 0.12 },
        assistants: &[
            moving("claude", 32.0, 44.0),
            moving("chatgpt", 38.0, 28.0),
            steady("github_copilot", 9.0),
            steady("cursor", 8.0),
            steady("perplexity", 6.0),
            steady("gemini", 4.0),
            steady("mistral", 3.0),
        ],
        networks: &[steady("x", 20.0), steady("linkedin", 18.0), steady("reddit", 30.0), moving("bluesky", 12.0, 24.0)],
        sources: SOURCES,
        devices: OFFICE_DEVICES,
        crawlers: CRAWLERS,
    },
    monitors: &[RETRY],
};

const SOURCES: &[Share<Source>] = &[
    steady(Source::Within, 44.0),
    steady(Source::Direct, 20.0),
    steady(Source::Page("https://www.google.com/"), 14.0),
    steady(Source::Page("https://duckduckgo.com/"), 4.0),
    steady(Source::Page("https://github.com/"), 8.0),
    moving(Source::Tagged("https://chatgpt.com/", "chatgpt.com"), 3.0, 5.0),
    moving(Source::Page("https://claude.ai/"), 2.0, 6.0),
    steady(Source::Page("https://www.perplexity.ai/"), 1.0),
    moving(Source::Page("https://news.ycombinator.com/"), 2.0, 0.5),
    steady(Source::Page("https://www.reddit.com/"), 2.0),
];

const RETRY: SampleMonitor = SampleMonitor {
    query: "How do I retry a failed background job without running it twice?",
    competitors: &["queues.example"],
    engines: &[(Engine::OpenAi, &[(90, 0), (60, 1), (30, 2)]), (Engine::Anthropic, &[(90, 1), (50, 3)])],
    own: said(
        "Write the result and the end of the job in one transaction, and a retry finds that nothing is left to do.",
        "/guide/retries",
        "Retries and idempotency",
    ),
    others: &[
        said(
            "Give each job a key of its own and refuse the second one.",
            "https://queues.example/idempotency",
            "Idempotency keys",
        ),
        said(
            "Wait longer after each failure, with some chance in it.",
            "https://backoff.example/jitter",
            "Back-off with jitter",
        ),
    ],
};
