//! Addresses that the service itself uses, so that nothing else can be placed there.

/// First segments of the addresses that the application itself shows. `dashboard/tests/shell/addresses.test.ts` compares them with
/// its routes, so that each of them can be opened and nothing else answers 200.
pub(super) const SHOWN_BY_THE_APPLICATION: [&str; 4] = ["", "account", "orgs", "sites"];

/// The addresses of the pages before the application, whole. The same test compares them with the pages that there are.
pub(super) const SIGN_IN_PAGES: [&str; 9] =
    ["enter", "forgot", "join", "login", "prove", "reset", "setup", "signup", "undo"];

/// First segments of what is served beside the dashboard's pages.
const OWN_ADDRESSES: [&str; 14] = [
    "api",
    "assets",
    "demo",
    "docs",
    "healthz",
    "llms.txt",
    "mcp",
    "metrics",
    "preview",
    "readyz",
    "robots.txt",
    "style.css",
    "widget",
    "widget.js",
];

/// Whether the service itself answers below this first segment of a path, so that no place of another kind can be there.
pub fn is_own_address(segment: &str) -> bool {
    OWN_ADDRESSES.contains(&segment) || SHOWN_BY_THE_APPLICATION.contains(&segment) || SIGN_IN_PAGES.contains(&segment)
}

#[cfg(test)]
mod tests {
    use super::is_own_address;

    #[test]
    fn every_address_of_the_router_counts_as_the_services_own() {
        let served = include_str!("../documents.rs").split(".route(\"/").skip(1);
        let first = served.filter_map(|rest| rest.split(['/', '"']).next()).filter(|first| !first.is_empty());
        let first: Vec<&str> = first.collect();
        assert!(first.len() > 15, "{first:?}");
        for segment in first.into_iter().chain(["api", "mcp", "assets", "login", "sites"]) {
            assert!(is_own_address(segment), "{segment}");
        }
        assert!(!is_own_address("askline"));
    }
}
