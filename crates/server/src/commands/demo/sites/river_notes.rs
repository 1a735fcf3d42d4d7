//! A magazine about rivers. Seven weeks ago it published a guide that others link to, and engines began to cite it.

use askline_domain::{engines::Engine, organizations::plan::Plan};

use crate::commands::demo::sample_site::{
    CRAWLERS, EVENING_HOURS, HOME_DEVICES, NETWORKS, Presses, Readers, SampleMonitor, SamplePage, SampleSite, Share,
    Source, moving, page, said, steady,
};

/// The site.
pub const SITE: SampleSite = SampleSite {
    plan: Plan::Enterprise,
    name: "River Notes",
    domain: "river-notes.example",
    timezone: "Europe/Berlin",
    is_demo_page: true,
    questions: &[
        "Why do rivers bend instead of running straight?",
        "What is an oxbow lake and how long does it last?",
        "How can a town live beside a river that moves?",
        "What do the colors on a flood map mean?",
    ],
    pages: &[
        page("/demo/", "Why rivers wander", 26.0),
        SamplePage {
            path: "/guides/flood-maps",
            title: "How to read a flood map",
            share: 19.0,
            published_days_ago: 48,
        },
        page("/guides/reading-a-river", "Reading a river from its bank", 15.0),
        page("/guides/river-levels", "What a river gauge measures", 7.0),
        page("/articles/oxbow-lakes", "The life of an oxbow lake", 11.0),
        page("/articles/deltas", "What a delta remembers", 8.0),
        page("/articles/beavers", "Beavers as engineers", 7.0),
        page("/articles/dams", "When a dam comes down", 6.0),
        page("/articles/braided-rivers", "Rivers that cannot decide", 4.0),
        page("/", "River Notes", 14.0),
        page("/about", "About River Notes", 2.0),
    ],
    readers: Readers {
        views_per_day: 215.0,
        story: &[(90, 0.62), (50, 0.74), (48, 1.95), (45, 1.5), (40, 1.0), (0, 1.12)],
        weekdays: [1.02, 1.05, 1.06, 1.02, 0.95, 0.82, 0.98],
        hours: EVENING_HOURS,
        presses: Presses { ai: 0.070, question: 0.024, social: 0.016, copy: 0.012, crawler: 0.09 },
        assistants: &[
            moving("chatgpt", 54.0, 42.0),
            moving("claude", 11.0, 21.0),
            moving("perplexity", 12.0, 17.0),
            steady("google_ai_mode", 9.0),
            steady("gemini", 6.0),
            steady("grok", 3.0),
            steady("copilot", 3.0),
            steady("mistral", 2.0),
        ],
        networks: NETWORKS,
        sources: SOURCES,
        devices: HOME_DEVICES,
        crawlers: CRAWLERS,
    },
    monitors: &[FLOOD_RISK, BENDS, DAM_REMOVAL],
};

const SOURCES: &[Share<Source>] = &[
    steady(Source::Within, 30.0),
    steady(Source::Direct, 22.0),
    moving(Source::Page("https://www.google.com/"), 26.0, 22.0),
    steady(Source::Page("https://duckduckgo.com/"), 4.0),
    moving(Source::Tagged("https://chatgpt.com/", "chatgpt.com"), 2.0, 5.0),
    moving(Source::Page("https://www.perplexity.ai/"), 0.5, 3.0),
    moving(Source::Page("https://claude.ai/"), 0.3, 1.6),
    steady(Source::Page("https://gemini.google.com/"), 0.5),
    steady(Source::Page("https://copilot.microsoft.com/"), 0.4),
    steady(Source::Page("https://www.reddit.com/"), 3.0),
    moving(Source::Page("https://news.ycombinator.com/"), 0.2, 2.0),
    steady(Source::Page("https://anglers.example/links"), 2.0),
    moving(Source::Page("https://valley-town.example/high-water"), 0.1, 3.0),
    steady(Source::Campaign("newsletter", "email"), 4.0),
];

const FLOOD_RISK: SampleMonitor = SampleMonitor {
    query: "How do I find out whether a house near a river is at risk of flooding?",
    competitors: &["floods.example", "maps.example"],
    engines: &[
        (Engine::OpenAi, &[(90, 0), (40, 2)]),
        // A change that has been clear for weeks.
        (Engine::Perplexity, &[(90, 0), (46, 3)]),
        // Cited only in the newest run: too few answers for a clear change.
        (Engine::Anthropic, &[(90, 0), (1, 3)]),
    ],
    own: said(
        "Read what the map leaves out as well: groundwater, and streams that run in pipes below the street.",
        "/guides/flood-maps",
        "How to read a flood map",
    ),
    others: &[
        said(
            "Look the address up on an official flood map first.",
            "https://maps.example/flood-risk",
            "Flood risk by address",
        ),
        said(
            "Ask the neighbours and the insurer how high the water stood, and in which years.",
            "https://www.floods.example/check",
            "Check your address",
        ),
    ],
};

const BENDS: SampleMonitor = SampleMonitor {
    query: "Why do rivers bend instead of running straight?",
    competitors: &["earth-lessons.example"],
    engines: &[
        (Engine::OpenAi, &[(90, 1), (30, 2)]),
        (Engine::Perplexity, &[(90, 3)]),
        (Engine::Anthropic, &[(90, 1)]),
    ],
    own: said(
        "The current goes round a bend like a corkscrew: it takes soil from the outer bank and drops it at the inner one.",
        "/demo/",
        "Why rivers wander",
    ),
    others: &[
        said(
            "A small obstacle is enough to push the current to one side.",
            "https://earth-lessons.example/meanders",
            "Meanders, explained",
        ),
        said(
            "On flat ground the loops grow until the river cuts through their neck.",
            "https://field-guide.example/rivers/oxbows",
            "Oxbow lakes",
        ),
    ],
};

const DAM_REMOVAL: SampleMonitor = SampleMonitor {
    query: "What happens to a river when a dam is removed?",
    competitors: &["dams.example"],
    engines: &[
        // A lost citation, which has been clear for some days.
        (Engine::OpenAi, &[(90, 3), (44, 0)]),
        (Engine::Perplexity, &[(90, 2)]),
        (Engine::Anthropic, &[(90, 1)]),
    ],
    own: said(
        "Within weeks the river cuts into the mud of the old lake and carries it to the sea.",
        "/articles/dams",
        "When a dam comes down",
    ),
    others: &[
        said(
            "Fish return to the upper reaches within a year or two.",
            "https://www.dams.example/removal",
            "What removal changes",
        ),
        said(
            "Most of the stored sediment moves in the first two floods.",
            "https://field-guide.example/rivers/sediment",
            "Sediment",
        ),
    ],
};
