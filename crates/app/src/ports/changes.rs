//! Reports when cached data becomes invalid.

use std::{fmt, str::FromStr};

use askline_domain::shared::ids::{KeyId, OrgId, SiteId, UserId};

/// What a change to metadata is about. Cached data about this subject is out of date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subject {
    /// An organization: its plan, its name, its members, and everything that has no other subject.
    Organization(OrgId),
    /// A site: its settings, configuration, prompts and rules.
    Site(SiteId),
    /// An API key.
    Key(KeyId),
    /// An account: its name, its sessions and its memberships.
    User(UserId),
    /// Anything.
    Everything,
}

/// The id of the subject, or `*`.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Organization(id) => id.fmt(f),
            Self::Site(id) => id.fmt(f),
            Self::Key(id) => id.fmt(f),
            Self::User(id) => id.fmt(f),
            Self::Everything => f.write_str("*"),
        }
    }
}

impl Subject {
    /// The subject with this text. An unknown one is read as everything, since it may be about anything.
    pub fn read(text: &str) -> Self {
        fn id<I: FromStr>(text: &str, subject: fn(I) -> Subject) -> Option<Subject> {
            text.parse().ok().map(subject)
        }
        id(text, Self::Organization)
            .or_else(|| id(text, Self::Site))
            .or_else(|| id(text, Self::Key))
            .or_else(|| id(text, Self::User))
            .unwrap_or(Self::Everything)
    }
}

/// Reports that metadata may have changed, here or in another process.
pub trait Changes: Send + Sync + 'static {
    /// A number of this process that grows with every committed change to the subjects of [`Subject`]. A change by this
    /// process shows before the port method that made it returns; one by another process within one second.
    ///
    /// Costs one atomic load. Read it *before* reading the data that is cached under it.
    fn generation(&self) -> u64;
    /// Whether one of the subjects may have changed after [`Self::generation`] was `since`.
    fn may_have_changed(&self, subjects: &[Subject], since: u64) -> bool;
    /// Whether changes by other processes, if there can be any, were checked within the last second. If not, no cached
    /// key, session or membership is valid.
    fn is_current(&self) -> bool;
    /// Starts checking for changes by other processes, in the background, until the store is dropped or closed.
    fn watch_other_processes(&self);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use askline_domain::shared::ids::Id as _;

    proptest! {
        #[test]
        fn a_subject_reads_as_it_is_written(bits: u128) {
            let ids = [
                Subject::Organization(OrgId::from_bits(bits)),
                Subject::Site(SiteId::from_bits(bits)),
                Subject::Key(KeyId::from_bits(bits)),
                Subject::User(UserId::from_bits(bits)),
                Subject::Everything,
            ];
            for subject in ids {
                prop_assert_eq!(Subject::read(&subject.to_string()), subject);
            }
        }
    }

    #[test]
    fn a_subject_of_a_later_release_is_everything() {
        assert_eq!(Subject::read("team_01j00000000000000000000000"), Subject::Everything);
    }
}
