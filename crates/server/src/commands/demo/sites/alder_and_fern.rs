//! A shop for plants and tools. Six weeks ago it moved to another address, and search engines lost it for ten days; since
//! then, one engine has not cited it for one of two questions.

use askline_domain::{engines::Engine, organizations::plan::Plan};

use crate::commands::demo::sample_site::{
    CRAWLERS, EVENING_HOURS, HOME_DEVICES, NETWORKS, Presses, Readers, SampleMonitor, SampleSite, Share, Source,
    moving, page, said, steady,
};

/// The site.
pub const SITE: SampleSite = SampleSite {
    plan: Plan::Enterprise,
    name: "Alder & Fern",
    domain: "alder-and-fern.example",
    timezone: "America/New_York",
    is_demo_page: false,
    questions: &[
        "Which of these plants lives in full shade?",
        "When is the best time to plant it?",
        "Can the blade be replaced?",
    ],
    pages: &[
        page("/", "Alder & Fern: plants and tools that last", 18.0),
        page("/plants/shade", "Perennials for shade", 15.0),
        page("/plants/hosta-blue-angel", "Hosta ‘Blue Angel’", 10.0),
        page("/plants/lady-fern", "Lady fern", 7.0),
        page("/tools/secateurs", "Secateurs that can be repaired", 12.0),
        page("/tools/hori-hori", "Hori-hori with a beech handle", 6.0),
        page("/journal/soil", "What your soil is telling you", 11.0),
        page("/journal/first-frost", "Before the first frost", 8.0),
        page("/delivery", "Delivery and returns", 4.0),
    ],
    readers: Readers {
        views_per_day: 74.0,
        story: &[(90, 0.92), (47, 1.05), (45, 0.4), (37, 0.36), (33, 0.88), (0, 1.02)],
        weekdays: [0.9, 0.85, 0.88, 0.92, 1.0, 1.28, 1.32],
        hours: EVENING_HOURS,
        presses: Presses { ai: 0.055, question: 0.030, social: 0.018, copy: 0.008, crawler: 0.1 },
        assistants: &[
            moving("chatgpt", 58.0, 50.0),
            moving("google_ai_mode", 12.0, 20.0),
            steady("perplexity", 9.0),
            steady("gemini", 9.0),
            steady("copilot", 5.0),
            steady("claude", 5.0),
            steady("meta_ai", 2.0),
        ],
        networks: NETWORKS,
        sources: SOURCES,
        devices: HOME_DEVICES,
        crawlers: CRAWLERS,
    },
    monitors: &[REPAIRABLE, SHADE],
};

const SOURCES: &[Share<Source>] = &[
    steady(Source::Within, 38.0),
    steady(Source::Direct, 16.0),
    steady(Source::Page("https://www.google.com/"), 24.0),
    steady(Source::Page("https://www.bing.com/"), 3.0),
    moving(Source::Tagged("https://chatgpt.com/", "chatgpt.com"), 2.0, 4.0),
    steady(Source::Page("https://www.perplexity.ai/"), 1.0),
    steady(Source::Page("https://gemini.google.com/"), 0.8),
    steady(Source::Page("https://www.pinterest.com/"), 4.0),
    steady(Source::Page("https://www.instagram.com/"), 3.0),
    steady(Source::Page("https://allotment.example/tools"), 2.0),
    steady(Source::Campaign("newsletter", "email"), 5.0),
    moving(Source::Campaign("autumn-sale", "cpc"), 0.5, 4.0),
];

const REPAIRABLE: SampleMonitor = SampleMonitor {
    query: "Which secateurs can be repaired instead of thrown away?",
    competitors: &["sharp-and-sons.example"],
    engines: &[
        // The citation was lost when the shop moved, and did not return.
        (Engine::OpenAi, &[(90, 3), (45, 0)]),
        (Engine::Perplexity, &[(90, 2)]),
    ],
    own: said(
        "Every part of this pair is sold on its own, down to the spring.",
        "/tools/secateurs",
        "Secateurs that can be repaired",
    ),
    others: &[
        said(
            "Look for a blade that is held by a bolt and not by a rivet.",
            "https://sharp-and-sons.example/secateurs/buying",
            "How to buy secateurs",
        ),
        said(
            "A whetstone and a drop of oil keep most of them for decades.",
            "https://allotment.example/sharpening",
            "Sharpening",
        ),
    ],
};

const SHADE: SampleMonitor = SampleMonitor {
    query: "Which perennials grow in full shade under trees?",
    competitors: &["sharp-and-sons.example", "green-corner.example"],
    engines: &[(Engine::OpenAi, &[(90, 1)]), (Engine::Perplexity, &[(90, 1), (40, 2)])],
    own: said(
        "Ferns, hostas and barrenwort take deep shade; give them leaf mold and water in the first summer.",
        "/plants/shade",
        "Perennials for shade",
    ),
    others: &[
        said(
            "Dry shade below trees is harder than shade beside a wall.",
            "https://green-corner.example/dry-shade",
            "Planting in dry shade",
        ),
        said(
            "Plant in autumn, while the soil is warm.",
            "https://allotment.example/calendar/autumn",
            "Autumn in the garden",
        ),
    ],
};
