//! The guide's chapters and pages, in their order.

/// A group of pages under one title.
pub(super) struct Chapter {
    /// The title.
    pub(super) title: &'static str,
    /// The pages.
    pub(super) pages: &'static [Page],
}

/// A file of `docs/`.
pub(super) struct Page {
    /// Its name without `.md`, and its address below `/docs/guide/`.
    pub(super) name: &'static str,
    /// Its content.
    pub(super) markdown: &'static str,
}

/// The first page of the guide.
pub(super) const FIRST: &str = "quick-start";

macro_rules! page {
    ($name:literal) => {
        Page { name: $name, markdown: include_str!(concat!("../../../../../docs/", $name, ".md")) }
    };
}

/// The guide's chapters, in order.
pub(super) const CHAPTERS: &[Chapter] = &[
    Chapter {
        title: "Start",
        pages: &[
            page!("quick-start"),
            page!("install"),
            page!("widget-install"),
            page!("own-domain"),
            page!("dashboard"),
            page!("sharing"),
            page!("reports"),
            page!("notifications"),
            page!("sign-in"),
            page!("troubleshooting"),
            page!("faq"),
            page!("glossary"),
        ],
    },
    Chapter { title: "The widget", pages: &[page!("widget"), page!("prompts"), page!("rules"), page!("assistants")] },
    Chapter {
        title: "Citations",
        pages: &[page!("monitors"), page!("statistics"), page!("answer-reading"), page!("crawlers")],
    },
    Chapter {
        title: "For programs",
        pages: &[
            page!("api"),
            page!("cookbook"),
            page!("clients"),
            page!("webhooks"),
            page!("mcp"),
            page!("compatibility"),
            page!("routes"),
        ],
    },
    Chapter {
        title: "Running it",
        pages: &[
            page!("operating"),
            page!("settings"),
            page!("upgrading"),
            page!("scaling"),
            page!("privacy"),
            page!("data-processing"),
        ],
    },
];
