//! What a key or a service account can do on a route for people.

/// Where a person does what a route for sessions does, by the beginning of its path. The first match counts.
const ALTERNATIVES: &[(&str, &str)] = &[
    (
        "/api/v1/me",
        "With a key, read GET /api/v1/keys/self for its own record, or GET /api/v1/orgs/{orgId} for its organization.",
    ),
    ("/api/v1/keys", "In the dashboard, open Organization → API keys; on the server, use askline key."),
    (
        "/api/v1/orgs/{orgId}/service-accounts",
        "In the dashboard, open Organization → API keys; on the server, use askline service-account.",
    ),
    ("/api/v1/orgs/{orgId}/notifications", "In the dashboard, open Organization → Notifications."),
    ("/api/v1/notifications", "In the dashboard, open Organization → Notifications."),
    ("/api/v1/orgs/{orgId}/members", "In the dashboard, open Organization → Members."),
    ("/api/v1/orgs", "In the dashboard, open Organization → General; on the server, use askline org."),
    ("/api/v1/audit", "In the dashboard, open Organization → Audit log."),
    ("/api/v1/sites/{siteId}", "In the dashboard, open Site settings; on the server, use askline site."),
    ("/api/v1/sites", "In the dashboard, open All sites; on the server, use askline site."),
    (
        "/api/v1/monitors",
        "In the dashboard, open Citations; with a key, read the results at GET /api/v1/citations/{siteId}.",
    ),
    ("/api/v1/links", "In the dashboard, open Site settings."),
    ("/api/v1/logs", "In the dashboard, open Crawlers."),
    ("/api/v1/webhook-events", "In the dashboard, open Organization → Webhooks."),
    ("/api/v1/webhooks", "In the dashboard, open Organization → Webhooks."),
    ("/api/v1/mail", "In the dashboard, open Organization → General; on the server, use askline doctor."),
    (
        "/api/v1/auth/invitations",
        "Open the link of the invitation in a browser, or send the request without an Authorization header.",
    ),
    ("/api/v1/auth", "In the dashboard, open your account."),
];

/// The message for a key on a route for sessions. It is the same for invented and valid keys.
pub(crate) fn refusal_of_key(path: &str) -> String {
    format!(
        "This needs a session; an API key is never accepted here, whatever its scopes. {} For a program, sign in at POST \
         /api/v1/auth/login and send the session token (st_…).",
        alternative(path)
    )
}

/// The message for a token of a service account on a route for people. It is the same for invented and valid tokens.
pub(crate) fn refusal_of_service(path: &str) -> String {
    format!("This is for people; a service account is never accepted here, whatever its role. {}", alternative(path))
}

fn alternative(path: &str) -> &'static str {
    ALTERNATIVES.iter().find(|(prefix, _)| path.starts_with(prefix)).map_or("Ask a person to do it.", |(_, step)| step)
}
