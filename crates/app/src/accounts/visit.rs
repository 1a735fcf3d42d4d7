//! What use cases about accounts work with.

use std::net::IpAddr;

use askline_domain::{
    audit::context::AuditContext,
    identity::{
        known_visitor::{KnownVisitor, Visitor},
        secret::{Secret, SecretDigest},
        token::new_browser_token,
        user::User,
    },
    mail::MailLanguage,
    shared::{clock::Clock, ids::UserId},
};

use crate::instance::Instance;

/// An installation, and what is known of someone who acts on an account there.
pub struct Visit<'a> {
    /// The installation.
    pub instance: &'a Instance,
    /// Who acts, when and from where, for audit entries.
    pub context: AuditContext,
    /// The client's address.
    pub address: IpAddr,
    /// The language that the browser asks for, if mails are written in it.
    pub language: Option<MailLanguage>,
    /// The digest of the token by which an account knows the browser, if it sent one.
    pub browser_of: Box<dyn Fn(UserId) -> Option<SecretDigest> + Send + Sync + 'a>,
    /// The clock.
    pub clock: &'a dyn Clock,
}

impl Visit<'_> {
    /// For entries about what this user does.
    pub(crate) fn by(&self, user: &User) -> AuditContext {
        self.context.clone().by(user)
    }

    /// Where it comes from: the address, and the browser if `user` signed in with it before.
    pub(super) fn visitor(&self, user: UserId) -> Visitor {
        Visitor { address: self.address.into(), browser: (self.browser_of)(user) }
    }

    /// The same, to be stored for `user`, and the token that identifies the browser from now on.
    pub(super) fn known_from_now_on(&self, user: UserId) -> (KnownVisitor, Secret) {
        let token = new_browser_token(&mut rand::rng());
        let (visitor, language) = (self.visitor(user), self.language);
        (KnownVisitor { visitor, browser: token.digest(), language }, token)
    }
}
