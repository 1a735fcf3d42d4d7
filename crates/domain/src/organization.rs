//! Organizations, users and their memberships.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    account::MemberAccess,
    ground::{Ground, SitesGround},
    hidden_characters::check_one_line,
    id::{OrgId, SessionId, UserId},
    mail::AddressState,
    plan::Plan,
    role::Role,
    secret::SecretDigest,
    violation::Violations,
    visible_sites::VisibleSites,
};

pub use crate::email_address::{EMAIL_BYTES_MOST, check_email};
pub use crate::organization_input::{NewOrganization, OrganizationEdit, OrganizationEnd};

/// How long an invitation can be accepted.
pub const INVITATION_LASTS: SignedDuration = SignedDuration::from_hours(7 * 24);
/// How long the operator's one-time link works.
pub const ONE_TIME_LASTS: SignedDuration = SignedDuration::from_mins(15);
/// A session ends after this long without use.
pub const SESSION_IDLE: SignedDuration = SignedDuration::from_hours(7 * 24);
/// A session ends after this long in any case.
pub const SESSION_LASTS: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Sessions of an account at the same time: a new one ends the oldest.
pub const MAX_SESSIONS: u32 = 100;

/// Characters of a person's or an organization's name.
pub const NAME_CHARACTERS_MOST: usize = 100;
/// Characters of a slug.
pub const SLUG_CHARACTERS_MOST: usize = 40;
/// A slug: words of lower-case ASCII letters and digits with single hyphens between them.
pub const SLUG_PATTERN: &str = "^[a-z0-9]+(?:-[a-z0-9]+)*$";
/// A deleted organization counts for this long against the number that its founder may found.
pub const FOUNDING_REMEMBERED: SignedDuration = SignedDuration::from_hours(31 * 24);

/// An organization: the owner of sites, keys and members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organization {
    /// Its id.
    pub id: OrgId,
    /// Its name.
    pub name: String,
    /// Lower-case letters, digits and hyphens; unique.
    pub slug: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// Its plan.
    pub plan: Plan,
}

/// An owner's settings of an organization, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationSettings {
    /// Its name.
    pub name: String,
    /// Lower-case letters, digits and hyphens.
    pub slug: String,
}

impl Organization {
    /// A new organization.
    pub fn new(id: OrgId, settings: OrganizationSettings, plan: Plan, at: Timestamp) -> Self {
        let OrganizationSettings { name, slug } = settings;
        Self { id, name, slug, created_at: at, plan }
    }

    /// Whether its settings are these.
    pub fn has(&self, settings: &OrganizationSettings) -> bool {
        self.name == settings.name && self.slug == settings.slug
    }
}

/// How many seats are in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatCount {
    /// Members.
    pub used: u32,
    /// Invitations that are not accepted yet.
    pub pending: u32,
}

/// A person who can log in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Its id.
    pub id: UserId,
    /// Email address in lower case; unique.
    pub email: String,
    /// Name, empty when none was given.
    pub name: String,
    /// When the account was created.
    pub created_at: Timestamp,
    /// Argon2id hash; `None` after an operator's one-time link was used, until a new password is set.
    pub password_hash: Option<String>,
    /// What is known about the address.
    pub address: AddressState,
}

/// A user's membership in one organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// The organization.
    pub org_id: OrgId,
    /// The organization's name.
    pub org_name: String,
    /// The organization's plan.
    pub plan: Plan,
    /// The member's role.
    pub role: Role,
    /// The sites that the member sees.
    pub sites: VisibleSites,
}

/// A member, or an invited person, as others in the organization see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The member's account. For an invited person, an id that belongs to the invitation and names no account.
    pub user_id: UserId,
    /// The account's email address; for an invited person, the one that the inviter typed.
    pub email: String,
    /// Name, empty when none was given.
    pub name: String,
    /// The member's role.
    pub role: Role,
    /// The sites that they see, or will.
    pub sites: VisibleSites,
    /// Whether they accepted the invitation.
    pub status: MemberStatus,
    /// When they joined, or were invited.
    pub created_at: Timestamp,
    /// When the invitation's token expires; `None` for members, and if no token is left.
    pub invitation_expires_at: Option<Timestamp>,
    /// The mail server's answer when it refused the address; `None` if it did not.
    pub mail_refused: Option<String>,
}

impl Member {
    /// Their role, and the sites that they see.
    pub fn access(&self) -> MemberAccess {
        MemberAccess { role: self.role, sites: self.sites.clone() }
    }

    /// What a decision about them is based on.
    pub fn ground(&self) -> Ground {
        let sites = SitesGround::Exactly(self.sites.clone());
        Ground::Member { user: self.user_id, role: self.role, status: self.status, sites }
    }
}

/// Whether someone belongs to the organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MemberStatus {
    /// A member.
    Active,
    /// Invited: has no part in the organization until the invitation is accepted.
    Pending,
}

/// A log-in session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// The user.
    pub user_id: UserId,
    /// SHA-256 of the token.
    pub digest: SecretDigest,
    /// When the log-in was.
    pub created_at: Timestamp,
    /// When it was last used, as of the last flush.
    pub last_used_at: Timestamp,
    /// The browser or program that logged in.
    pub user_agent: String,
}

impl Session {
    /// When it ends if it is not used again.
    pub fn expires_at(&self) -> Timestamp {
        (self.last_used_at + SESSION_IDLE).min(self.created_at + SESSION_LASTS)
    }
}

/// The trimmed name of an organization. Notes one that is empty, too long or unreadable.
pub fn check_organization_name(path: &str, text: &str, violations: &mut Violations) -> String {
    check_name(path, text, 1, violations)
}

/// The trimmed name of a person, empty for none. Notes one that is too long or unreadable.
pub fn check_person_name(path: &str, text: &str, violations: &mut Violations) -> String {
    check_name(path, text, 0, violations)
}

fn check_name(path: &str, text: &str, least: usize, violations: &mut Violations) -> String {
    let name = text.trim().to_owned();
    // As documented, surrounding space counts toward the length.
    let measured = if text.chars().count() > NAME_CHARACTERS_MOST { text } else { &name };
    violations.check_length(path, measured, least, NAME_CHARACTERS_MOST);
    check_one_line(path, &name, violations);
    name
}

/// Notes a chosen slug that is invalid.
pub fn check_slug(path: &str, slug: &str, violations: &mut Violations) {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    violations.check_length(path, slug, 1, SLUG_CHARACTERS_MOST);
    if !slug.split('-').all(is_word) {
        let message = format!("{path} must have lower-case letters, digits and single hyphens between them.");
        violations.add(path, "INVALID_SLUG", message);
    }
}

/// A slug made from a name: lower-case ASCII letters, digits and single hyphens, at most 40.
pub fn slug_of(name: &str) -> String {
    let mut slug = String::new();
    for character in name.chars().flat_map(char::to_lowercase) {
        if character.is_ascii_alphanumeric() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() == SLUG_CHARACTERS_MOST {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "organization".into() } else { slug.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_hold_only_safe_characters() {
        assert_eq!(slug_of("  Bücher & Söhne GmbH  "), "b-cher-s-hne-gmbh");
        assert_eq!(slug_of("日本"), "organization");
    }

    #[test]
    fn a_slug_that_somebody_chose_has_the_form_of_one_that_was_made() {
        let check = |slug: &str| {
            let mut violations = Violations::new();
            check_slug("slug", slug, &mut violations);
            violations.is_empty()
        };
        for name in ["Acme", "Bücher & Söhne GmbH", "日本", "a", "1-2", &"x y ".repeat(30)] {
            assert!(check(&slug_of(name)), "{name}");
        }
        for slug in ["", "-a", "a-", "a--b", "A", "ü", "a b", "a_b", &"a".repeat(41)] {
            assert!(!check(slug), "{slug}");
        }
    }

    #[test]
    fn names_are_one_line_that_can_be_read() {
        let check = |name: &str| {
            let mut violations = Violations::new();
            let checked = check_organization_name("name", name, &mut violations);
            violations.finish(checked).map_err(|found| found[0].code.clone())
        };
        assert_eq!(check(" Acme & Söhne "), Ok("Acme & Söhne".to_owned()));
        assert_eq!(check("  "), Err("TOO_SHORT".to_owned()));
        assert_eq!(check(&"a".repeat(101)), Err("TOO_LONG".to_owned()));
        assert_eq!(check("a\nb"), Err("CONTROL_CHARACTER".to_owned()));
        assert_eq!(check("a\u{202e}b"), Err("HIDDEN_CHARACTER".to_owned()));
    }

    #[test]
    fn a_session_ends_after_seven_idle_days_and_after_thirty_in_any_case() {
        let at: Timestamp = "2026-01-01T00:00:00Z".parse().expect("a timestamp");
        let mut session = Session {
            id: crate::id::Id::from_bits(1),
            user_id: crate::id::Id::from_bits(2),
            digest: SecretDigest::of("x"),
            created_at: at,
            last_used_at: at,
            user_agent: String::new(),
        };
        assert_eq!(session.expires_at(), at + SESSION_IDLE);
        session.last_used_at = at + SignedDuration::from_hours(29 * 24);
        assert_eq!(session.expires_at(), at + SESSION_LASTS);
    }
}
