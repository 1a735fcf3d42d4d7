//! Connected apps: what a person lets a client do at `/mcp`, until when.
//!
//! An app acts as its person. It never may do more than the person may at that moment.

use jiff::Timestamp;

use crate::{
    audit::{Target, ViaApp},
    identity::{
        role::Role,
        second_factor::assurance::Assurance,
        secret::{Secret, SecretDigest},
        user::CredentialVersion,
    },
    keys::scope::ScopeSet,
    oauth::{ACCESS_LASTS, pkce::Challenge, redirect_uri::RedirectUri},
    shared::ids::{AppId, OrgId, SiteId, UserId},
    sites::visible::VisibleSites,
};

/// A connected app.
#[derive(Debug, Clone, PartialEq)]
pub struct ConnectedApp {
    /// Its id.
    pub id: AppId,
    /// The organization whose data it may read.
    pub org_id: OrgId,
    /// The person who connected it.
    pub user_id: UserId,
    /// The id of its client.
    pub client_id: String,
    /// The name that the client gives itself; may be empty.
    pub client_name: String,
    /// Where codes are sent: a host, a scheme such as `cursor:`, or `localhost`.
    pub destination: String,
    /// The scopes that the person gave it.
    pub scopes: ScopeSet,
    /// The sites that the person let it see.
    pub sites: VisibleSites,
    /// The address of the `/mcp` that its tokens are for.
    pub resource: String,
    /// When the person consented.
    pub created_at: Timestamp,
    /// When it ends.
    pub expires_at: Timestamp,
    /// When it was last used, as of the last flush.
    pub last_used_at: Option<Timestamp>,
    /// What proved the person in the session in which they connected it.
    pub assurance: Assurance,
}

/// An app that a person has just consented to, and the code with which its client gets tokens.
#[derive(Debug, Clone)]
pub struct NewApp {
    /// The app.
    pub app: ConnectedApp,
    /// The credentials of the account when the person consented. The app ends when they change.
    pub credential_version: CredentialVersion,
    /// The code.
    pub code: NewCode,
}

/// An authorization code.
#[derive(Debug, Clone)]
pub struct NewCode {
    /// SHA-256 of the code.
    pub digest: SecretDigest,
    /// When it expires.
    pub expires_at: Timestamp,
    /// What the verifier must match.
    pub challenge: Challenge,
    /// The address that it is sent to.
    pub redirect_uri: RedirectUri,
}

/// The code of an app, as it is stored.
#[derive(Debug, Clone)]
pub struct StoredCode {
    /// When it expires.
    pub expires_at: Timestamp,
    /// What the verifier must match.
    pub challenge: Challenge,
    /// The address that it was sent to.
    pub redirect_uri: String,
    /// When it was used; `None` if it was not.
    pub used_at: Option<Timestamp>,
}

/// A kind of token of an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// It opens `/mcp`.
    Access,
    /// It gives the next tokens.
    Refresh,
}

words! {
    TokenKind, "a kind of token of an app":
    Access = "access",
    Refresh = "refresh",
}

/// A token of an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppToken {
    /// SHA-256 of the token.
    pub digest: SecretDigest,
    /// Its app.
    pub app_id: AppId,
    /// Its kind.
    pub kind: TokenKind,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
    /// When a refresh token was first used; `None` if it was not.
    pub used_at: Option<Timestamp>,
}

impl ConnectedApp {
    /// A new token of the app. An access token ends with its app at the latest, a refresh token with its app.
    pub fn new_token(&self, kind: TokenKind, token: &Secret, at: Timestamp) -> AppToken {
        let expires_at = match kind {
            TokenKind::Access => self.expires_at.min(at + ACCESS_LASTS),
            TokenKind::Refresh => self.expires_at,
        };
        AppToken { digest: token.digest(), app_id: self.id, kind, created_at: at, expires_at, used_at: None }
    }

    /// The scopes that it has while its person has this role.
    pub fn scopes_of(&self, role: Role) -> ScopeSet {
        self.scopes.iter().filter(|scope| role >= Role::needed_for(*scope)).collect()
    }

    /// The sites that it sees while its person sees `sites`.
    pub fn sites_of(&self, sites: &VisibleSites) -> VisibleSites {
        match (self.sites.listed(), sites.listed()) {
            (None, _) => sites.clone(),
            (Some(own), _) => {
                VisibleSites::only(own.iter().copied().filter(|site: &SiteId| sites.includes(*site)).collect())
            }
        }
    }

    /// The app as a target of audit entries.
    pub fn audit_target(&self) -> Target {
        Target::new("app", self.id, self.shown_name())
    }

    /// The app as that through which its person made a change.
    pub fn as_via(&self) -> ViaApp {
        ViaApp { id: self.id, name: self.shown_name().to_owned() }
    }

    fn shown_name(&self) -> &str {
        if self.client_name.is_empty() { &self.destination } else { &self.client_name }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{keys::scope::Scope, shared::ids::Id as _};

    fn app(sites: VisibleSites) -> ConnectedApp {
        ConnectedApp {
            id: AppId::from_bits(1),
            org_id: OrgId::from_bits(2),
            user_id: UserId::from_bits(3),
            client_id: "oc_1".into(),
            client_name: "Claude".into(),
            destination: "claude.ai".into(),
            scopes: [Scope::SitesRead, Scope::PromptsWrite].into_iter().collect(),
            sites,
            resource: "https://ask.example.com/mcp".into(),
            created_at: Timestamp::UNIX_EPOCH,
            expires_at: Timestamp::MAX,
            last_used_at: None,
            assurance: Assurance::default(),
        }
    }

    #[test]
    fn an_app_loses_the_scopes_that_its_person_loses() {
        let app = app(VisibleSites::ALL);
        assert_eq!(app.scopes_of(Role::Member), app.scopes);
        assert_eq!(app.scopes_of(Role::Viewer), [Scope::SitesRead].into_iter().collect());
    }

    #[test]
    fn an_app_sees_only_sites_that_its_person_sees_too() {
        let [one, two, three] = [1, 2, 3].map(SiteId::from_bits);
        let all = app(VisibleSites::ALL);
        assert_eq!(all.sites_of(&VisibleSites::only(vec![one])), VisibleSites::only(vec![one]));
        let some = app(VisibleSites::only(vec![one, two]));
        assert_eq!(some.sites_of(&VisibleSites::ALL), VisibleSites::only(vec![one, two]));
        assert_eq!(some.sites_of(&VisibleSites::only(vec![two, three])), VisibleSites::only(vec![two]));
        assert_eq!(some.sites_of(&VisibleSites::only(vec![])), VisibleSites::only(vec![]));
    }
}
