//! Who may call which route, written manually from the contract. The route table is tested against it.

use askline_domain::{identity::role::Role, keys::scope::Scope};

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Keys with this scope, and sessions with this role or a higher one.
    Key(Scope, Role),
    /// Any valid key and nothing else.
    AnyKey,
    /// Any valid key, and sessions with this role or a higher one.
    AnyCaller(Role),
    /// Sessions with this role or a higher one; `None`: any session. Never a key.
    Session(Option<Role>),
    /// Everyone.
    Everybody,
    /// Everyone; a session acts as its account. Never a key.
    EverybodyOrSession,
    /// Requests without an `Authorization` header.
    NoHeader,
}
use Who::{AnyCaller, AnyKey, Everybody, EverybodyOrSession, Key, NoHeader, Session};

/// Routes that accept the session of a member, and never a service account: it could otherwise give access that outlives it, or it
/// is no person. All others that accept such a session accept a service account with the same role.
pub const NEVER_FOR_SERVICES: &[(&str, &str)] = &[
    ("POST", "/api/v1/orgs/{orgId}/service-accounts"),
    ("GET", "/api/v1/orgs/{orgId}/service-accounts"),
    ("PATCH", "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}"),
    ("DELETE", "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}"),
    ("POST", "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}/token"),
    ("POST", "/api/v1/orgs/{orgId}/apps"),
    ("PATCH", "/api/v1/orgs/{orgId}"),
    ("DELETE", "/api/v1/orgs/{orgId}"),
    ("POST", "/api/v1/orgs/{orgId}/members"),
    ("POST", "/api/v1/orgs/{orgId}/members/{userId}/invitation"),
    ("DELETE", "/api/v1/orgs/{orgId}/members/me"),
    ("POST", "/api/v1/keys"),
    ("GET", "/api/v1/keys"),
    ("GET", "/api/v1/keys/{keyId}"),
    ("PATCH", "/api/v1/keys/{keyId}"),
    ("GET", "/api/v1/keys/{keyId}/usage"),
    ("DELETE", "/api/v1/keys/{keyId}"),
    ("POST", "/api/v1/keys/{keyId}/rotate"),
];

/// The role that a service account needs on a route; `None` if it is never accepted there.
pub fn role_of_service(method: &str, template: &str, who: Who) -> Option<Role> {
    let role = match who {
        Key(_, role) | AnyCaller(role) | Session(Some(role)) => role,
        AnyKey | Session(None) | Everybody | EverybodyOrSession | NoHeader => return None,
    };
    (!NEVER_FOR_SERVICES.contains(&(method, template))).then_some(role)
}

const OWNER: Who = Session(Some(Role::Owner));
const ADMIN: Who = Session(Some(Role::Admin));
const MEMBER: Who = Session(Some(Role::Member));

/// Every route.
pub const ROUTES: &[(&str, &str, Who)] = &[
    ("POST", "/api/v1/auth/login", Everybody),
    ("POST", "/api/v1/auth/signup", Everybody),
    ("POST", "/api/v1/auth/setup", Everybody),
    ("POST", "/api/v1/auth/one-time", Everybody),
    ("POST", "/api/v1/auth/invitations/accept", EverybodyOrSession),
    ("POST", "/api/v1/auth/invitations/show", Everybody),
    ("GET", "/api/v1/auth/options", Everybody),
    ("POST", "/api/v1/auth/second-factor", Everybody),
    ("GET", "/api/v1/auth/factors", Session(None)),
    ("POST", "/api/v1/auth/factors/totp", Session(None)),
    ("POST", "/api/v1/auth/factors/totp/confirm", Session(None)),
    ("DELETE", "/api/v1/auth/factors/totp", Session(None)),
    ("POST", "/api/v1/auth/factors/recovery", Session(None)),
    ("DELETE", "/api/v1/auth/factors/browsers", Session(None)),
    ("POST", "/api/v1/auth/reauthenticate", Session(None)),
    ("POST", "/api/v1/auth/logout", Session(None)),
    ("POST", "/api/v1/auth/password", Session(None)),
    ("POST", "/api/v1/auth/revoke-all", Session(None)),
    ("POST", "/api/v1/auth/reset", Everybody),
    ("POST", "/api/v1/auth/reset/finish", Everybody),
    ("POST", "/api/v1/auth/email", Session(None)),
    ("POST", "/api/v1/auth/email/resend", Session(None)),
    ("POST", "/api/v1/auth/email/verify", Everybody),
    ("POST", "/api/v1/auth/email/undo", Everybody),
    ("GET", "/api/v1/auth/sessions", Session(None)),
    ("DELETE", "/api/v1/auth/sessions/{sessionId}", Session(None)),
    ("GET", "/api/v1/auth/logins", Session(None)),
    ("POST", "/api/v1/auth/apps/request", Session(None)),
    ("GET", "/api/v1/auth/apps", Session(None)),
    ("DELETE", "/api/v1/auth/apps/{appId}", Session(None)),
    ("POST", "/api/v1/orgs/{orgId}/service-accounts", OWNER),
    ("GET", "/api/v1/orgs/{orgId}/service-accounts", ADMIN),
    ("PATCH", "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}", OWNER),
    ("DELETE", "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}", ADMIN),
    ("POST", "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}/token", OWNER),
    ("POST", "/api/v1/orgs/{orgId}/apps", Session(Some(Role::Viewer))),
    ("GET", "/api/v1/orgs/{orgId}/apps", ADMIN),
    ("DELETE", "/api/v1/orgs/{orgId}/apps/{appId}", ADMIN),
    ("GET", "/api/v1/me", Session(None)),
    ("PATCH", "/api/v1/me", Session(None)),
    ("POST", "/api/v1/orgs", Session(None)),
    ("PATCH", "/api/v1/orgs/{orgId}", OWNER),
    ("DELETE", "/api/v1/orgs/{orgId}", OWNER),
    ("POST", "/api/v1/keys", ADMIN),
    ("GET", "/api/v1/keys", ADMIN),
    ("GET", "/api/v1/keys/self", AnyKey),
    ("POST", "/api/v1/keys/leaked", Everybody),
    ("GET", "/api/v1/keys/{keyId}", ADMIN),
    ("PATCH", "/api/v1/keys/{keyId}", ADMIN),
    ("GET", "/api/v1/keys/{keyId}/usage", ADMIN),
    ("GET", "/api/v1/requests", AnyCaller(Role::Admin)),
    ("GET", "/api/v1/requests/{requestId}", AnyCaller(Role::Admin)),
    ("DELETE", "/api/v1/keys/{keyId}", ADMIN),
    ("POST", "/api/v1/keys/{keyId}/rotate", ADMIN),
    ("GET", "/api/v1/orgs/{orgId}", Key(Scope::OrgRead, Role::Viewer)),
    ("GET", "/api/v1/orgs/{orgId}/members", ADMIN),
    ("POST", "/api/v1/orgs/{orgId}/members", ADMIN),
    ("PATCH", "/api/v1/orgs/{orgId}/members/{userId}", ADMIN),
    ("DELETE", "/api/v1/orgs/{orgId}/members/{userId}", ADMIN),
    ("POST", "/api/v1/orgs/{orgId}/members/{userId}/invitation", ADMIN),
    ("DELETE", "/api/v1/orgs/{orgId}/members/me", Session(Some(Role::Viewer))),
    ("GET", "/api/v1/audit", ADMIN),
    ("GET", "/api/v1/audit/export", ADMIN),
    ("GET", "/api/v1/audit/verify", ADMIN),
    ("GET", "/api/v1/sites", Key(Scope::SitesRead, Role::Viewer)),
    ("POST", "/api/v1/sites", ADMIN),
    ("GET", "/api/v1/sites/{siteId}", Key(Scope::SitesRead, Role::Viewer)),
    ("PATCH", "/api/v1/sites/{siteId}", ADMIN),
    ("DELETE", "/api/v1/sites/{siteId}", ADMIN),
    ("GET", "/api/v1/sites/{siteId}/config", NoHeader),
    ("PUT", "/api/v1/sites/{siteId}/config", Key(Scope::SitesWrite, Role::Admin)),
    ("GET", "/api/v1/sites/{siteId}/config/versions", Key(Scope::SitesRead, Role::Member)),
    ("POST", "/api/v1/sites/{siteId}/config/rollback", Key(Scope::SitesWrite, Role::Admin)),
    ("POST", "/api/v1/sites/{siteId}/config/preview", Key(Scope::SitesRead, Role::Member)),
    ("POST", "/api/v1/sites/{siteId}/pages/preview", Key(Scope::SitesRead, Role::Member)),
    ("POST", "/api/v1/sites/{siteId}/verify", Key(Scope::SitesWrite, Role::Admin)),
    ("GET", "/api/v1/sites/{siteId}/refused-origins", Key(Scope::SitesRead, Role::Viewer)),
    ("GET", "/api/v1/sites/{siteId}/missing-views", Key(Scope::SitesRead, Role::Viewer)),
    ("POST", "/api/v1/events", Everybody),
    ("GET", "/api/v1/analytics/overview", Key(Scope::AnalyticsRead, Role::Viewer)),
    ("GET", "/api/v1/analytics/{siteId}/overview", Key(Scope::AnalyticsRead, Role::Viewer)),
    ("GET", "/api/v1/analytics/{siteId}/live", Key(Scope::AnalyticsRead, Role::Viewer)),
    ("GET", "/api/v1/analytics/{siteId}/ai", Key(Scope::AnalyticsRead, Role::Viewer)),
    ("GET", "/api/v1/analytics/{siteId}/social", Key(Scope::AnalyticsRead, Role::Viewer)),
    ("GET", "/api/v1/analytics/{siteId}/questions", Key(Scope::AnalyticsRead, Role::Viewer)),
    ("GET", "/api/v1/analytics/{siteId}/items", Key(Scope::AnalyticsRead, Role::Viewer)),
    ("GET", "/api/v1/analytics/{siteId}/shares", Key(Scope::AnalyticsRead, Role::Viewer)),
    ("GET", "/api/v1/analytics/{siteId}/referrers", Key(Scope::AnalyticsRead, Role::Viewer)),
    ("GET", "/api/v1/analytics/{siteId}/crawlers", Key(Scope::AnalyticsRead, Role::Viewer)),
    ("GET", "/api/v1/analytics/{siteId}/pages", Key(Scope::AnalyticsRead, Role::Viewer)),
    ("GET", "/api/v1/prompts/{siteId}", Key(Scope::PromptsRead, Role::Member)),
    ("POST", "/api/v1/prompts/{siteId}", Key(Scope::PromptsWrite, Role::Member)),
    ("GET", "/api/v1/prompts/{siteId}/{promptId}", Key(Scope::PromptsRead, Role::Member)),
    ("PATCH", "/api/v1/prompts/{siteId}/{promptId}", Key(Scope::PromptsWrite, Role::Member)),
    ("DELETE", "/api/v1/prompts/{siteId}/{promptId}", Key(Scope::PromptsWrite, Role::Member)),
    ("POST", "/api/v1/prompts/{siteId}/preview", Key(Scope::PromptsRead, Role::Member)),
    ("POST", "/api/v1/prompts/{siteId}/regenerate", Key(Scope::PromptsWrite, Role::Member)),
    ("POST", "/api/v1/prompts/{siteId}/{promptId}/regenerate", Key(Scope::PromptsWrite, Role::Member)),
    ("GET", "/api/v1/rules/{siteId}", Key(Scope::RulesRead, Role::Member)),
    ("POST", "/api/v1/rules/{siteId}", Key(Scope::RulesWrite, Role::Member)),
    ("POST", "/api/v1/rules/{siteId}/test", Key(Scope::RulesRead, Role::Member)),
    ("PUT", "/api/v1/rules/{siteId}/order", Key(Scope::RulesWrite, Role::Member)),
    ("GET", "/api/v1/rules/{siteId}/proposed", Key(Scope::RulesRead, Role::Member)),
    ("POST", "/api/v1/rules/{siteId}/proposed/approve", Key(Scope::RulesWrite, Role::Member)),
    ("POST", "/api/v1/rules/{siteId}/proposed/dismiss", Key(Scope::RulesWrite, Role::Member)),
    ("GET", "/api/v1/rules/{siteId}/{ruleId}", Key(Scope::RulesRead, Role::Member)),
    ("PUT", "/api/v1/rules/{siteId}/{ruleId}", Key(Scope::RulesWrite, Role::Member)),
    ("DELETE", "/api/v1/rules/{siteId}/{ruleId}", Key(Scope::RulesWrite, Role::Member)),
    ("GET", "/api/v1/credits", Key(Scope::CreditsRead, Role::Member)),
    ("GET", "/api/v1/credits/ledger", Key(Scope::CreditsRead, Role::Member)),
    ("GET", "/api/v1/prompts/{siteId}/export", Key(Scope::PromptsWrite, Role::Member)),
    ("POST", "/api/v1/prompts/{siteId}/import", Key(Scope::PromptsWrite, Role::Member)),
    ("GET", "/api/v1/citations/{siteId}", Key(Scope::CitationsRead, Role::Viewer)),
    ("GET", "/api/v1/citations/{siteId}/summary", Key(Scope::CitationsRead, Role::Viewer)),
    ("GET", "/api/v1/citations/{siteId}/urls", Key(Scope::CitationsRead, Role::Viewer)),
    ("GET", "/api/v1/citations/{siteId}/{citationId}", Key(Scope::CitationsRead, Role::Viewer)),
    ("GET", "/api/v1/changes/{siteId}", Key(Scope::CitationsRead, Role::Viewer)),
    ("GET", "/api/v1/changes/{siteId}/evidence", Key(Scope::CitationsRead, Role::Viewer)),
    ("GET", "/api/v1/monitors/{siteId}", MEMBER),
    ("POST", "/api/v1/monitors/{siteId}", MEMBER),
    ("GET", "/api/v1/monitors/{siteId}/engines", MEMBER),
    ("GET", "/api/v1/monitors/{siteId}/choices", MEMBER),
    ("PATCH", "/api/v1/monitors/{siteId}/{monitorId}", MEMBER),
    ("DELETE", "/api/v1/monitors/{siteId}/{monitorId}", MEMBER),
    ("POST", "/api/v1/monitors/{siteId}/{monitorId}/run", MEMBER),
    ("GET", "/api/v1/jobs/{jobId}", AnyCaller(Role::Member)),
    ("GET", "/api/v1/webhooks", ADMIN),
    ("POST", "/api/v1/webhooks", ADMIN),
    ("PATCH", "/api/v1/webhooks/{webhookId}", ADMIN),
    ("DELETE", "/api/v1/webhooks/{webhookId}", ADMIN),
    ("POST", "/api/v1/webhooks/{webhookId}/rotate", ADMIN),
    ("POST", "/api/v1/webhooks/{webhookId}/test", ADMIN),
    ("GET", "/api/v1/webhooks/{webhookId}/deliveries", ADMIN),
    ("POST", "/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay", ADMIN),
    ("POST", "/api/v1/webhooks/{webhookId}/replay", ADMIN),
    ("GET", "/api/v1/webhook-events", ADMIN),
    ("GET", "/api/v1/mail", ADMIN),
    ("GET", "/api/v1/link-registry", Everybody),
    ("GET", "/api/v1/openapi.json", Everybody),
];

/// Whether a key with the scope `held` satisfies a route that requires `wanted`: rule 4 of the contract.
pub fn grants(held: &str, wanted: &str) -> bool {
    match (held, wanted) {
        ("*", _) => true,
        ("sites:write", "sites:read") | ("prompts:write", "prompts:read") | ("rules:write", "rules:read") => true,
        _ => held == wanted,
    }
}
