//! Addresses that the server itself uses, so that nothing else can be placed there.

/// The first segments of the addresses of the dashboard's application. `dashboard/tests/shell/addresses.test.ts` compares them
/// with its routes, so that each of them can be opened and no other address returns 200.
pub(crate) const SHOWN_BY_THE_APPLICATION: [&str; 5] = ["", "account", "connect", "orgs", "sites"];

/// The whole addresses of the pages for signing in. The same test compares them with the existing pages.
pub(crate) const SIGN_IN_PAGES: [&str; 10] =
    ["enter", "forgot", "join", "login", "prove", "recipient", "reset", "setup", "signup", "undo"];

/// The address of the page that shows a shared link, a document of its own.
pub(crate) const SHARED_PAGE: &str = "shared";

/// The first segments of the addresses of everything else that the server serves.
const OWN_ADDRESSES: [&str; 19] = [
    ".well-known",
    "api",
    "assets",
    "brand",
    "demo",
    "docs",
    "embed",
    "healthz",
    "llms.txt",
    "mcp",
    "metrics",
    "oauth",
    "preview",
    "readyz",
    "robots.txt",
    SHARED_PAGE,
    "style.css",
    "widget",
    "widget.js",
];

/// Whether the server itself uses paths with this first segment, so that nothing else can be placed there.
pub fn is_own_address(segment: &str) -> bool {
    OWN_ADDRESSES.contains(&segment) || SHOWN_BY_THE_APPLICATION.contains(&segment) || SIGN_IN_PAGES.contains(&segment)
}

#[cfg(test)]
mod tests {
    use super::is_own_address;

    #[test]
    fn every_address_of_the_router_counts_as_the_services_own() {
        let served = include_str!("documents.rs").split(".route(\"/").skip(1);
        let first = served.filter_map(|rest| rest.split(['/', '"']).next()).filter(|first| !first.is_empty());
        let first: Vec<&str> = first.collect();
        assert!(first.len() > 15, "{first:?}");
        for segment in first.into_iter().chain(["api", "mcp", "assets", "login", "sites"]) {
            assert!(is_own_address(segment), "{segment}");
        }
        assert!(!is_own_address("askline"));
    }
}
