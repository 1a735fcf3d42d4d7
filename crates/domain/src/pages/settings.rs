//! A site's settings for its pages: which addresses are one page, and their checks.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    pages::address::is_secret,
    shared::{
        glob::{MAX_GLOB_CHARACTERS, check_globs},
        lists::{check_count, check_no_repeats},
        violation::Violations,
    },
};

/// The maximum number of query parameters that belong to a page's identity.
pub const MAX_QUERY_PARAMETERS: usize = 5;
/// The maximum number of characters of such a parameter's name.
pub const MAX_PARAMETER_CHARACTERS: usize = 64;
/// The maximum number of globs of a query parameter, and of the hash routes.
pub const MAX_PAGE_GLOBS: usize = 20;

/// Two spellings of an address that are one page unless the site says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Distinction {
    /// `/x` and `/x/` are two pages.
    TrailingSlash,
    /// `/x/index.html` and `/x/` are two pages; likewise `index.htm`, `index.php` and `default.aspx`.
    IndexFiles,
}

impl Distinction {
    /// All of them.
    pub const EVERY: [Self; 2] = [Self::TrailingSlash, Self::IndexFiles];
}

/// A query parameter that belongs to a page's identity.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QueryParameter {
    /// Its name, as it is after decoding: `p` in `/?p=4`.
    #[schemars(length(min = 1, max = MAX_PARAMETER_CHARACTERS))]
    pub name: String,
    /// Globs of the paths on which it counts; on every path without this field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_PAGE_GLOBS), extend("uniqueItems" = true), inner(length(min = 1, max = MAX_GLOB_CHARACTERS), regex(pattern = "^/")))]
    pub paths: Vec<String>,
}

/// Where a fragment that begins with `#/` or `#!/` belongs to a page's identity.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum HashRoutes {
    /// On every path, or on none.
    Everywhere(bool),
    /// On paths that match one of these globs.
    On(
        #[schemars(length(max = MAX_PAGE_GLOBS), inner(length(min = 1, max = MAX_GLOB_CHARACTERS), regex(pattern = "^/")))]
         Vec<String>,
    ),
}

impl Default for HashRoutes {
    fn default() -> Self {
        Self::Everywhere(false)
    }
}

/// Which addresses of a site are one page, as the owner set it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PageSettings {
    /// What makes two pages instead of one: `trailing_slash`, `index_files`.
    #[schemars(length(max = Distinction::EVERY.len()), extend("uniqueItems" = true))]
    pub distinct: Vec<Distinction>,
    /// The query parameters that belong to a page's identity; all others are ignored.
    #[schemars(length(max = MAX_QUERY_PARAMETERS))]
    pub query_parameters: Vec<QueryParameter>,
    /// Whether hash routes such as `/#/prices` are pages of their own: everywhere, or on paths that match these globs.
    pub hash_routes: HashRoutes,
}

impl PageSettings {
    /// Adds a violation below `path` for everything that is wrong.
    pub(crate) fn check(self, path: &str, violations: &mut Violations) -> Self {
        check_no_repeats(|index| format!("{path}.distinct[{index}]"), &self.distinct, violations);
        let parameters = format!("{path}.queryParameters");
        if check_count(&parameters, self.query_parameters.len(), MAX_QUERY_PARAMETERS, violations) {
            for (index, parameter) in self.query_parameters.iter().enumerate() {
                check_parameter(&format!("{parameters}[{index}]"), parameter, violations);
            }
            let names: Vec<&str> = self.query_parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            check_no_repeats(|index| format!("{parameters}[{index}].name"), &names, violations);
        }
        if let HashRoutes::On(globs) = &self.hash_routes {
            check_globs(&format!("{path}.hashRoutes"), globs, MAX_PAGE_GLOBS, violations);
        }
        self
    }

    /// Whether an address has nothing but its path in its identity, as the widget sends it without these settings.
    pub fn is_path_alone(&self) -> bool {
        self.query_parameters.is_empty() && !self.has_hash_routes()
    }

    /// Whether fragments can belong to the identity.
    pub fn has_hash_routes(&self) -> bool {
        match &self.hash_routes {
            HashRoutes::Everywhere(are_pages) => *are_pages,
            HashRoutes::On(globs) => !globs.is_empty(),
        }
    }
}

impl fmt::Display for PageSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

fn check_parameter(path: &str, parameter: &QueryParameter, violations: &mut Violations) {
    let QueryParameter { name, paths } = parameter;
    let at = format!("{path}.name");
    violations.check_length(&at, name, 1, MAX_PARAMETER_CHARACTERS);
    if name.chars().any(char::is_control) {
        violations.add(&at, "CONTROL_CHARACTER", format!("{at} must not contain control characters."));
    } else if name.starts_with("utm_") {
        let message = format!("{at} is a campaign parameter, which says how a reader came and not which page it is.");
        violations.add(&at, "CAMPAIGN_PARAMETER", message);
    } else if is_secret(name) {
        let message = format!("{at} names a secret or a person; such a parameter is never stored. Choose another one.");
        violations.add(&at, "SECRET_PARAMETER", message);
    }
    check_globs(&format!("{path}.paths"), paths, MAX_PAGE_GLOBS, violations);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations_of(settings: serde_json::Value) -> Vec<(String, String)> {
        let settings: PageSettings = serde_json::from_value(settings).expect("the right types");
        let mut violations = Violations::new();
        settings.check("pages", &mut violations);
        let found = violations.finish(()).err().unwrap_or_default();
        found.into_iter().map(|one| (one.path, one.code)).collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(path, code)| ((*path).to_owned(), (*code).to_owned())).collect()
    }

    #[test]
    fn every_mistake_of_the_settings_is_named_at_once() {
        let settings = serde_json::json!({
            "distinct": ["trailing_slash", "trailing_slash"],
            "queryParameters": [
                { "name": "" }, { "name": "utm_source" }, { "name": "sessionid" }, { "name": "p", "paths": ["x"] }, { "name": "p" },
            ],
            "hashRoutes": ["/app/**", "app"],
        });
        let expected = pairs(&[
            ("pages.distinct[1]", "DUPLICATE"),
            ("pages.queryParameters[0].name", "TOO_SHORT"),
            ("pages.queryParameters[1].name", "CAMPAIGN_PARAMETER"),
            ("pages.queryParameters[2].name", "SECRET_PARAMETER"),
            ("pages.queryParameters[3].paths[0]", "INVALID_GLOB"),
            ("pages.queryParameters[4].name", "DUPLICATE"),
            ("pages.hashRoutes[1]", "INVALID_GLOB"),
        ]);
        assert_eq!(violations_of(settings), expected);
        let six: Vec<_> = (0..6).map(|n| serde_json::json!({ "name": format!("p{n}") })).collect();
        let expected = pairs(&[("pages.queryParameters", "TOO_MANY")]);
        assert_eq!(violations_of(serde_json::json!({ "queryParameters": six })), expected);
    }

    #[test]
    fn settings_are_stored_as_they_are_written_and_missing_fields_have_their_defaults() {
        let written = r#"{"distinct":["index_files"],"queryParameters":[{"name":"p","paths":["/"]},{"name":"id"}],"hashRoutes":["/app"]}"#;
        let settings: PageSettings = serde_json::from_str(written).expect("settings");
        assert_eq!(settings.to_string(), written);
        let none: PageSettings = serde_json::from_str("{}").expect("no settings");
        assert_eq!(none, PageSettings::default());
        assert_eq!(none.to_string(), r#"{"distinct":[],"queryParameters":[],"hashRoutes":false}"#);
        assert!(none.is_path_alone() && !settings.is_path_alone());
    }
}
