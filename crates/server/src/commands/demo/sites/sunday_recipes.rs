//! A small blog for the organization on the Pro plan, without monitors.

use askline_domain::organizations::plan::Plan;

use crate::commands::demo::sample_site::{
    CRAWLERS, EVENING_HOURS, HOME_DEVICES, NETWORKS, Presses, Readers, SampleSite, Source, moving, page, steady,
};

/// The site.
pub const SITE: SampleSite = SampleSite {
    plan: Plan::Pro,
    name: "Sunday Recipes",
    domain: "sunday-recipes.example",
    timezone: "UTC",
    is_demo_page: false,
    questions: &["What can replace the eggs?"],
    pages: &[
        page("/", "Sunday Recipes", 10.0),
        page("/bread/sourdough", "Sourdough for a slow weekend", 16.0),
        page("/soup/minestrone", "Minestrone with what is there", 9.0),
    ],
    readers: Readers {
        views_per_day: 24.0,
        story: &[(90, 0.8), (0, 1.1)],
        weekdays: [0.8, 0.8, 0.8, 0.85, 1.0, 1.3, 1.5],
        hours: EVENING_HOURS,
        presses: Presses { ai: 0.06, question: 0.03, social: 0.02, copy: 0.02, crawler: 0.1 },
        assistants: &[steady("chatgpt", 70.0), steady("gemini", 20.0), steady("claude", 10.0)],
        networks: NETWORKS,
        sources: &[
            steady(Source::Within, 20.0),
            steady(Source::Direct, 30.0),
            steady(Source::Page("https://www.google.com/"), 40.0),
            moving(Source::Tagged("https://chatgpt.com/", "chatgpt.com"), 2.0, 6.0),
        ],
        devices: HOME_DEVICES,
        crawlers: CRAWLERS,
    },
    monitors: &[],
};
