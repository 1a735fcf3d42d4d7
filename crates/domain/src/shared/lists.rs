//! Checks of lists in an input: their length, known items, and repeated items.

use crate::shared::violation::Violations;

/// Adds a violation for an `id` that is not in `known`; returns whether it is known.
pub(crate) fn check_known(path: &str, code: &str, id: &str, known: &[&str], violations: &mut Violations) -> bool {
    let is_known = known.contains(&id);
    if !is_known {
        let shown: String = id.chars().take(60).collect();
        let message = format!("{path} is not one that this service knows: '{}'.", shown.escape_debug());
        violations.add_not_one_of(path, code, message, known);
    }
    is_known
}

/// Adds a violation for more than `most` items; returns whether there are few enough to check each.
pub(crate) fn check_count(path: &str, count: usize, most: usize, violations: &mut Violations) -> bool {
    if count > most {
        violations.add(path, "TOO_MANY", format!("{path} has {count} items; at most {most} are allowed."));
    }
    count <= most
}

/// Adds a violation for each repeated item of `ids`; `path` returns the path of the item at an index.
pub(crate) fn check_no_repeats<T: PartialEq>(path: impl Fn(usize) -> String, ids: &[T], violations: &mut Violations) {
    for (index, id) in ids.iter().enumerate() {
        if let Some(first) = ids[..index].iter().position(|earlier| earlier == id) {
            let path_here = path(index);
            violations.add(path_here.clone(), "DUPLICATE", format!("{path_here} repeats {}.", path(first)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::violation::Allowed;

    #[test]
    fn an_unknown_id_is_named_with_the_known_ones_beside_it() {
        let mut violations = Violations::new();
        assert!(check_known("p", "UNKNOWN_PLATFORM", "claude", &["chatgpt", "claude"], &mut violations));
        assert!(!check_known("p", "UNKNOWN_PLATFORM", "claud", &["chatgpt", "claude"], &mut violations));
        let found = violations.finish(()).expect_err("one is unknown");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].allowed, Some(Allowed::OneOf(vec!["chatgpt".into(), "claude".into()])));
    }

    #[test]
    fn a_repeat_is_named_with_the_first() {
        let mut violations = Violations::new();
        check_no_repeats(|index| format!("a[{index}]"), &["x", "y", "x"], &mut violations);
        let found = violations.finish(()).expect_err("one repeats");
        assert_eq!((found.len(), found[0].message.as_str()), (1, "a[2] repeats a[0]."));
    }
}
