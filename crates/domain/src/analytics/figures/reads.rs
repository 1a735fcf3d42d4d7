//! The figures of what crawlers read, by the log of the site's server.

use super::figure::Figure;

/// The schemas of reads of all pages.
const OF_ALL_PAGES: &[&str] = &["ReadTotals", "ReadDay"];
/// The schemas of reads of one page.
const OF_PAGE: &[&str] = &["ReadPage", "PageReads"];

/// The figures.
pub(super) const OF_CRAWLERS: [Figure; 22] = [
    Figure::reads(
        "reads",
        "Reads",
        "Requests of crawlers for pages, by the log of the site's server. Refuted ones are not included.",
        "requests of crawlers for pages, by the server's log",
    ),
    Figure::reads(
        "verified",
        "Verified reads",
        "Reads from an address in the list that the crawler's maker publishes.",
        "reads from an address of the crawler's maker",
    ),
    Figure::reads(
        "claimed",
        "Claimed reads",
        "Reads for which the name of the crawler cannot be checked.",
        "reads whose crawler cannot be checked",
    ),
    Figure::reads(
        "refuted",
        "Refuted requests",
        "Requests with the name of a crawler, from an address that is not in the list of its maker.",
        "requests that only used a crawler's name",
    ),
    Figure::reads("training", "Reads for training", "Reads to train models.", "reads to train models")
        .only_in(OF_ALL_PAGES),
    Figure::reads(
        "search",
        "Reads for an index",
        "Reads for an index that answers are made from.",
        "reads for an index",
    )
    .only_in(OF_ALL_PAGES),
    Figure::reads(
        "user",
        "Reads for a person",
        "Reads of assistants that opened a page for a person.",
        "reads for a person",
    )
    .only_in(OF_ALL_PAGES),
    Figure::reads("agent", "Reads by agents", "Reads of browsers that act for a person.", "reads of agents")
        .only_in(OF_ALL_PAGES),
    Figure::reads("other", "Other reads", "Reads for something else.", "reads for something else")
        .only_in(OF_ALL_PAGES),
    Figure::reads(
        "training",
        "Reads for training",
        "Reads to train models that got the page.",
        "reads to train models",
    )
    .only_in(OF_PAGE),
    Figure::reads("search", "Reads for an index", "Reads for an index that got the page.", "reads for an index")
        .only_in(OF_PAGE),
    Figure::reads("user", "Reads for a person", "Reads for a person that got the page.", "reads for a person")
        .only_in(OF_PAGE),
    Figure::reads("agent", "Reads by agents", "Reads of agents that got the page.", "reads of agents").only_in(OF_PAGE),
    Figure::reads("other", "Other reads", "Reads for something else that got the page.", "reads for something else")
        .only_in(OF_PAGE),
    Figure::reads("answered", "Answered reads", "Reads that got the page (2xx and 304).", "reads that got the page"),
    Figure::reads(
        "unanswered",
        "Unanswered reads",
        "Reads that did not get the page: refused, redirected, not found, failed.",
        "reads that did not get the page",
    ),
    Figure::reads(
        "redirected",
        "Redirected reads",
        "Reads that were sent elsewhere (other 3xx).",
        "reads that were redirected",
    )
    .only_in(&["CrawlerReads"]),
    Figure::reads(
        "refused",
        "Refused reads",
        "Reads that the server refused (401, 403, 429, 451).",
        "reads that the server refused",
    )
    .only_in(&["CrawlerReads"]),
    Figure::reads(
        "refused",
        "Refused reads",
        "Reads for training, an index or a person, or by an agent, that the server refused (401, 403, 429, 451).",
        "reads that the server refused",
    )
    .only_in(&["ReadTotals"]),
    Figure::reads(
        "notFound",
        "Reads of missing pages",
        "Reads of pages that do not exist (404, 410).",
        "reads of missing pages",
    )
    .only_in(&["CrawlerReads"]),
    Figure::reads("failed", "Failed reads", "Reads that failed (5xx).", "reads that failed").only_in(&["CrawlerReads"]),
    Figure {
        null: Some("before `robots.txt` was read, and if it has too many rules"),
        ..Figure::reads(
            "disallowed",
            "Disallowed reads",
            "Reads of pages that the site's `robots.txt` forbids to the crawler.",
            "reads that robots.txt forbids",
        )
    },
];
