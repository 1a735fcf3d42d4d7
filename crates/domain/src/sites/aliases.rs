//! Checks aliases: other names of a site or a competitor in answers.

use crate::shared::{
    hidden_characters::check_one_line,
    lists::{check_count, check_no_repeats},
    violation::Violations,
};

/// The maximum number of aliases of one site or competitor.
pub const MAX_ALIASES: usize = 20;
/// The minimum length of an alias, in characters. Aliases with fewer than three letters or digits are allowed, but
/// never found in answers.
pub const MIN_ALIAS_CHARACTERS: usize = 2;
/// The maximum length of an alias, in characters.
pub const MAX_ALIAS_CHARACTERS: usize = 80;

/// Returns the trimmed aliases. Reports too many aliases, and those that are too short, too long or repeated (ignoring
/// case), or have control or invisible characters.
pub fn check_aliases(path: &str, aliases: &[String], violations: &mut Violations) -> Vec<String> {
    if !check_count(path, aliases.len(), MAX_ALIASES, violations) {
        return Vec::new();
    }
    let trimmed: Vec<String> = aliases.iter().map(|alias| alias.trim().to_owned()).collect();
    for (index, alias) in trimmed.iter().enumerate() {
        let path = format!("{path}[{index}]");
        violations.check_length(&path, alias, MIN_ALIAS_CHARACTERS, MAX_ALIAS_CHARACTERS);
        check_one_line(&path, alias, violations);
    }
    let folded: Vec<String> = trimmed.iter().map(|alias| folded(alias)).collect();
    check_no_repeats(|index| format!("{path}[{index}]"), &folded, violations);
    trimmed
}

/// The form in which aliases are compared: case and the number of spaces make no difference.
fn folded(alias: &str) -> String {
    alias.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(aliases: &[&str]) -> Result<Vec<String>, Vec<(String, String)>> {
        let aliases: Vec<String> = aliases.iter().map(ToString::to_string).collect();
        let mut violations = Violations::new();
        let checked = check_aliases("aliases", &aliases, &mut violations);
        violations.finish(checked).map_err(|found| found.into_iter().map(|one| (one.path, one.code)).collect())
    }

    fn check_refused(aliases: &[&str], path: &str, code: &str) {
        assert_eq!(check(aliases), Err(vec![(path.to_owned(), code.to_owned())]), "{aliases:?}");
    }

    #[test]
    fn each_mistake_is_named_by_place_and_reason() {
        check_refused(&["Acme", "a"], "aliases[1]", "TOO_SHORT");
        check_refused(&["  a  "], "aliases[0]", "TOO_SHORT");
        check_refused(&[&"ü".repeat(81)], "aliases[0]", "TOO_LONG");
        check_refused(&["Ac\u{200b}me"], "aliases[0]", "HIDDEN_CHARACTER");
        check_refused(&["Ac\nme"], "aliases[0]", "CONTROL_CHARACTER");
        check_refused(&["Acme Tools", "acme  TOOLS"], "aliases[1]", "DUPLICATE");
        let names: Vec<String> = (0..21).map(|each| format!("name {each}")).collect();
        check_refused(&names.iter().map(String::as_str).collect::<Vec<_>>(), "aliases", "TOO_MANY");
    }

    #[test]
    fn names_are_kept_as_they_are_written_without_space_around_them() {
        assert_eq!(check(&[" Acme ", "東京", "AT&T"]), Ok(vec!["Acme".into(), "東京".into(), "AT&T".into()]));
        assert_eq!(check(&[&"ü".repeat(80), "ab"]).map(|checked| checked.len()), Ok(2));
        assert_eq!(check(&[]), Ok(vec![]));
    }

    proptest! {
        #[test]
        fn what_was_taken_once_is_taken_again_as_it_is(aliases in prop::collection::vec("\\PC{0,6}", 0..5)) {
            let mut violations = Violations::new();
            let checked = check_aliases("aliases", &aliases, &mut violations);
            if let Ok(checked) = violations.finish(checked) {
                let mut violations = Violations::new();
                prop_assert_eq!(check_aliases("aliases", &checked, &mut violations), checked);
                prop_assert!(violations.is_empty());
            }
        }
    }
}
