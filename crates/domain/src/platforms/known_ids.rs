//! The platforms and networks that an input may refer to. Passed in, since an operator can
//! add to them and a site can have custom platforms.

use crate::shared::{
    lists::{check_count, check_known, check_no_repeats},
    violation::Violations,
};

/// The ids that an input may name, and the default ones.
#[derive(Debug, Clone, Copy, Default)]
pub struct KnownIds<'a> {
    /// Every AI platform. For a prompt or a rule, the site's own (`c_…`) are added by the caller.
    pub platforms: &'a [&'a str],
    /// Every social network.
    pub social: &'a [&'a str],
    /// The platforms of a new site, in order.
    pub default_platforms: &'a [&'a str],
    /// The networks of a new site, in order.
    pub default_social: &'a [&'a str],
}

/// Notes more than `most` platforms at `path`, and each platform that is not in `known` or is listed twice.
pub(crate) fn check_platforms(path: &str, ids: &[String], known: &[&str], most: usize, violations: &mut Violations) {
    if check_count(path, ids.len(), most, violations) {
        let path = |index: usize| format!("{path}[{index}]");
        for (index, id) in ids.iter().enumerate() {
            check_known(&path(index), "UNKNOWN_PLATFORM", id, known, violations);
        }
        check_no_repeats(path, ids, violations);
    }
}
