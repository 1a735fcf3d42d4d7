//! What a change locks on PostgreSQL while it runs.
//!
//! On SQLite changes always run one after another.
//!
//! | Scope | Held by | What it guarantees |
//! |---|---|---|
//! | [`Scope::SetUp`] | the set-up of a new instance | there is one first account |
//! | [`Scope::NewAccount`] | every change that stores an account; many at a time, none during a set-up | there is one first account |
//! | [`Scope::Organization`] | every change to data of the organization, including its sites | the plan's limits, the chain of its audit log, its credits, its last owner, the order of its rules, its configuration versions, its idempotency records |
//! | [`Scope::User`] | every change to an account, its sessions and the organizations that it created | one use of a one-time token, the number of organizations that it created |
//! | [`Scope::Email`] | every change that gives an address to an account | a taken address is reported as such, not as a violated constraint |
//! | [`Scope::Identity`] | every change that links or unlinks an identity of a provider, or signs in with it | it is linked to one account |
//! | [`Scope::Slug`] | every change that gives a slug to an organization | a taken slug, with or without a number, is reported as such |
//! | [`Scope::OAuthClients`] | every change that stores an OAuth client | the number of clients that no person connected |
//! | [`Scope::JobKind`] | every change that takes jobs of that kind | the maximum number of running jobs, in total and for each organization |
//!
//! Deadlocks are impossible:
//! * A change takes all its scopes at its beginning, in one order for all changes ([`lock_keys`]), and none later.
//! * Rows are changed under a scope that belongs to them, so that it orders any two changes to the same row.
//! * Changes that touch rows of many organizations or accounts without their scopes (uses of keys, sightings, removals
//!   by age, jobs that are taken) skip rows that another transaction has locked (`SKIP LOCKED`) and find them again
//!   later. They never wait. The exceptions are refused origins, which all changes write in one order, and a change
//!   that consists of one statement on one row: it holds nothing that another could wait for.

pub(crate) use askline_app::ports::change::Scope;
use sha2::{Digest as _, Sha256};

use crate::sql::LockKeys;

/// The number of a scope's lock.
fn lock_key(scope: Scope<'_>) -> i64 {
    let (kind, name) = match scope {
        Scope::SetUp | Scope::NewAccount => ("set-up", String::new()),
        Scope::Organization(id) => ("organization", id.to_string()),
        Scope::User(id) => ("user", id.to_string()),
        Scope::Email(email) => ("email", email.to_owned()),
        Scope::Identity(issuer, subject) => ("identity", format!("{issuer}\n{subject}")),
        Scope::Slug(slug) => ("slug", unnumbered(slug).to_owned()),
        Scope::OAuthClients => ("oauth clients", String::new()),
        Scope::JobKind(kind) => ("job kind", kind.as_str().to_owned()),
    };
    // Changes to two names with the same number would wait for each other, which is harmless.
    let digest = Sha256::digest(format!("askline {kind}\n{name}"));
    i64::from_be_bytes(digest[..8].try_into().expect("a digest has 32 bytes"))
}

/// A slug without the numbers at its end: if "acme" is taken, another organization may get "acme-2".
fn unnumbered(slug: &str) -> &str {
    let mut name = slug;
    while let Some((before, end)) = name.rsplit_once('-')
        && !end.is_empty()
        && end.bytes().all(|byte| byte.is_ascii_digit())
    {
        name = before;
    }
    name
}

/// Returns the locks of these scopes in the order in which all changes take them: shared locks first, then by their
/// numbers.
pub(super) fn lock_keys<'a>(scopes: impl IntoIterator<Item = Scope<'a>>) -> LockKeys {
    let mut keys = LockKeys::default();
    for scope in scopes {
        match scope {
            Scope::NewAccount => keys.shared = Some(lock_key(scope)),
            _ => keys.alone.push(lock_key(scope)),
        }
    }
    keys.alone.sort_unstable();
    keys.alone.dedup();
    // A change that holds the lock exclusively does not need it as a shared lock.
    keys.shared = keys.shared.filter(|shared| !keys.alone.contains(shared));
    keys
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::ids::{Id as _, OrgId, UserId};

    use super::*;

    #[test]
    fn every_change_takes_its_locks_in_one_order_and_each_once() {
        let (org, user) = (Scope::Organization(OrgId::from_bits(1)), Scope::User(UserId::from_bits(1)));
        let one = lock_keys([org, user, Scope::Email("a@example.com"), org]);
        let other = lock_keys([Scope::Email("a@example.com"), user, org]);
        assert_eq!(one.alone, other.alone);
        assert_eq!(one.alone.len(), 3);
        assert!(one.alone.is_sorted());
    }

    #[test]
    fn scope_kinds_have_separate_locks_and_set_up_excludes_new_accounts() {
        assert_ne!(lock_key(Scope::Email("acme")), lock_key(Scope::Slug("acme")));
        assert_eq!(lock_keys([Scope::NewAccount]).shared, Some(lock_keys([Scope::SetUp]).alone[0]));
        // Two set-ups that each hold the shared lock would wait for each other.
        assert_eq!(lock_keys([Scope::NewAccount, Scope::SetUp]).shared, None);
    }

    #[test]
    fn slugs_that_may_become_each_other_share_a_lock() {
        for slug in ["acme", "acme-2", "acme-2-3"] {
            assert_eq!(unnumbered(slug), "acme");
        }
        for slug in ["acme-2b", "2", "acme--", "acme-b"] {
            assert_eq!(unnumbered(slug), slug);
        }
    }
}
