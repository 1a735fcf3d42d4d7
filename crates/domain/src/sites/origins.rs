//! The origins whose events a site accepts: their form, and the default ones.

use url::Url;

use crate::shared::violation::Violations;

/// Returns the serialized form of an origin (`https://example.com:8443`), or adds a violation.
pub fn check_origin(path: &str, text: &str, violations: &mut Violations) -> Option<String> {
    let origin = Url::parse(text.trim()).ok().filter(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none()
    });
    if origin.is_none() {
        violations.add(
            path,
            "INVALID_ORIGIN",
            format!("{path} must be an origin such as 'https://example.com', without a path."),
        );
    }
    origin.map(|url| url.origin().ascii_serialization())
}

/// The default origins of a site: its domain with and without `www.`, over HTTPS; for `localhost`, only
/// `http://localhost`.
pub fn default_origins(domain: &str) -> Vec<String> {
    let bare = domain.strip_prefix("www.").unwrap_or(domain);
    if bare == "localhost" {
        return vec!["http://localhost".into()];
    }
    vec![format!("https://{bare}"), format!("https://www.{bare}")]
}
