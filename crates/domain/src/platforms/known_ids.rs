//! The platforms and networks that an input may name. They are an argument of the checks, since operators can add
//! platforms and sites can have custom ones.

use crate::shared::{
    lists::{check_count, check_known, check_no_repeats},
    violation::Violations,
};

/// The ids that an input may name, and the default ids.
#[derive(Debug, Clone, Copy, Default)]
pub struct KnownIds<'a> {
    /// The ids of all AI platforms. For a prompt or a rule, the caller adds the site's custom ones (`c_…`).
    pub platforms: &'a [&'a str],
    /// The ids of all social networks.
    pub social: &'a [&'a str],
    /// The ids of a new site's platforms, in order.
    pub default_platforms: &'a [&'a str],
    /// The ids of a new site's networks, in order.
    pub default_social: &'a [&'a str],
}

/// Adds violations at `path` for more than `most` platforms, and for each platform that is unknown or repeated.
pub(crate) fn check_platforms(path: &str, ids: &[String], known: &[&str], most: usize, violations: &mut Violations) {
    if check_count(path, ids.len(), most, violations) {
        let path = |index: usize| format!("{path}[{index}]");
        for (index, id) in ids.iter().enumerate() {
            check_known(&path(index), "UNKNOWN_PLATFORM", id, known, violations);
        }
        check_no_repeats(path, ids, violations);
    }
}
