//! The instance and the client that use cases about accounts work with.

use std::net::IpAddr;

use askline_domain::{
    audit::context::AuditContext,
    identity::{
        known_visitor::{KnownVisitor, Visitor},
        mail_language::MailLanguage,
        secret::{Secret, SecretDigest},
        token::new_browser_token,
        user::User,
    },
    shared::{clock::Clock, ids::UserId},
};

use crate::instance::Instance;

/// An instance, and what is known about a client that acts on an account there.
pub struct Visit<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// Who acts, when and from where, for audit entries.
    pub context: AuditContext,
    /// The client's IP address.
    pub address: IpAddr,
    /// The language that the browser asks for, if emails are written in it.
    pub language: Option<MailLanguage>,
    /// Returns the digest of the token by which an account recognizes the browser, if the browser sent one.
    pub browser_of: Box<dyn Fn(UserId) -> Option<SecretDigest> + Send + Sync + 'a>,
    /// The clock.
    pub clock: &'a dyn Clock,
}

impl Visit<'_> {
    /// The context of audit entries about what this user does.
    pub(crate) fn by(&self, user: &User) -> AuditContext {
        self.context.clone().by(user)
    }

    /// The client's address, and its browser if it sent a token of `user`.
    pub(super) fn visitor(&self, user: UserId) -> Visitor {
        Visitor { address: self.address.into(), browser: (self.browser_of)(user) }
    }

    /// The visitor to be stored for `user`, with a new token that identifies the browser from now on, and that token.
    pub(super) fn known_from_now_on(&self, user: UserId) -> (KnownVisitor, Secret) {
        let token = new_browser_token(&mut rand::rng());
        let (visitor, language) = (self.visitor(user), self.language);
        (KnownVisitor { visitor, browser: token.digest(), language }, token)
    }
}
