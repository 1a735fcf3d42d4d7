//! The sites of a demonstration: what they are called, what is on them, and how busy they are.

use askline_domain::plan::Plan;

/// One site.
pub struct SampleSite {
    /// Whose.
    pub plan: Plan,
    /// What it is called.
    pub name: &'static str,
    /// Its domain.
    pub domain: &'static str,
    /// The zone whose days count.
    pub timezone: &'static str,
    /// Whether the page at `/demo/` belongs to it.
    pub is_demo_page: bool,
    /// Views on an ordinary weekday at the end of the three months.
    pub views_per_day: u32,
    /// Suggested questions.
    pub questions: &'static [&'static str],
    /// Its pages: path, title, and how often each is read against the others.
    pub pages: &'static [(&'static str, &'static str, u32)],
}

/// All of them. Two belong to one organization, so that a list has something to list.
pub const SAMPLE_SITES: [SampleSite; 3] = [
    SampleSite {
        plan: Plan::Enterprise,
        name: "River Notes",
        domain: "localhost",
        timezone: "Europe/Berlin",
        is_demo_page: true,
        views_per_day: 240,
        questions: &[
            "Why do rivers bend instead of running straight?",
            "What is an oxbow lake and how long does it last?",
            "How can a town live beside a river that moves?",
        ],
        pages: &[
            ("/demo/", "Why rivers wander", 30),
            ("/guides/reading-a-river", "Reading a river from its bank", 18),
            ("/guides/flood-maps", "How to read a flood map", 14),
            ("/articles/oxbow-lakes", "The life of an oxbow lake", 11),
            ("/articles/deltas", "What a delta remembers", 9),
            ("/articles/beavers", "Beavers as engineers", 8),
            ("/articles/dams", "When a dam comes down", 6),
            ("/", "River Notes", 16),
            ("/about", "About River Notes", 3),
        ],
    },
    SampleSite {
        plan: Plan::Enterprise,
        name: "Garden Shop",
        domain: "shop.example.com",
        timezone: "America/New_York",
        is_demo_page: false,
        views_per_day: 70,
        questions: &["Which of these plants lives in full shade?", "When is the best time to plant it?"],
        pages: &[
            ("/", "Garden Shop", 20),
            ("/perennials", "Perennials", 14),
            ("/perennials/hosta", "Hosta 'Blue Angel'", 9),
            ("/tools/secateurs", "Secateurs that can be repaired", 8),
            ("/journal/soil", "What your soil is telling you", 12),
        ],
    },
    SampleSite {
        plan: Plan::Pro,
        name: "Recipe Book",
        domain: "recipes.example.net",
        timezone: "UTC",
        is_demo_page: false,
        views_per_day: 35,
        questions: &["What can replace the eggs?"],
        pages: &[
            ("/", "Recipe Book", 10),
            ("/bread/sourdough", "Sourdough for a slow weekend", 16),
            ("/soup/minestrone", "Minestrone with what is there", 9),
        ],
    },
];
