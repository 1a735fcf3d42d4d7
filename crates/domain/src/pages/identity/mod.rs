//! Which page an address means: the one function that everything uses.
//!
//! The widget decides the same in `widget/src/extras/page_identity.ts`; `testdata/page_identity_cases.json` tests both.
//! Nothing else compares addresses of a site's pages: an identity is made here alone.

mod path;
mod readable;
mod spelling;

use std::{borrow::Borrow, fmt, ops::Deref};

use serde::Serialize;
use url::Url;

use self::path::{Kept, one_spelling};
pub use self::{
    readable::readable,
    spelling::{CanonicalPage, PageAddresses, SpelledPage},
};
use super::{
    address::{is_secret, parse_page},
    settings::{Distinction, HashRoutes, PageSettings},
};
use crate::{
    pages::other_page::OTHER_PAGE,
    shared::{glob::Glob, uri_component::encode_uri_component},
};

/// The maximum length of an identity, in bytes. Query parameters and a hash route beyond it count as absent.
pub const MAX_IDENTITY_BYTES: usize = 1_024;
/// The maximum number of characters of a query parameter's value; a longer one counts as absent.
pub const MAX_VALUE_CHARACTERS: usize = 64;
/// A run of so many letters and digits with both in it looks like a token. Article ids and UUIDs have shorter runs.
const MIN_TOKEN_CHARACTERS: usize = 20;

/// A page of a site: its path in one spelling, and the query parameters and the hash route that belong to it, as in
/// `/blog/first`, `/?p=4` and `/app#/prices`. Made by [`PageIdentifier`] alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct PagePath(String);

impl PagePath {
    /// The identity as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The identity as text.
    pub fn into_string(self) -> String {
        self.0
    }

    /// The path without query parameters and hash route.
    pub fn path(&self) -> &str {
        self.0.split(['?', '#']).next().unwrap_or_default()
    }
}

impl Deref for PagePath {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for PagePath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PagePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Decides which page an address of a site means, by the site's [`PageSettings`].
#[derive(Debug, Clone, Default)]
pub struct PageIdentifier {
    kept: Kept,
    parameters: Vec<(String, Vec<Glob>)>,
    hash_routes: Option<Vec<Glob>>,
}

impl PageIdentifier {
    /// Reads the settings. Globs that are invalid, which checked settings do not have, match nothing.
    pub fn new(settings: &PageSettings) -> Self {
        let globs = |globs: &[String]| globs.iter().filter_map(|glob| Glob::parse(glob).ok()).collect::<Vec<_>>();
        let is_distinct = |what: Distinction| settings.distinct.contains(&what);
        let parameters = settings.query_parameters.iter();
        Self {
            kept: Kept {
                trailing_slash: is_distinct(Distinction::TrailingSlash),
                index_file: is_distinct(Distinction::IndexFiles),
            },
            parameters: parameters.map(|parameter| (parameter.name.clone(), globs(&parameter.paths))).collect(),
            hash_routes: match &settings.hash_routes {
                HashRoutes::Everywhere(are_pages) => are_pages.then(Vec::new),
                HashRoutes::On(paths) => Some(globs(paths)).filter(|globs| !globs.is_empty()),
            },
        }
    }

    /// The page of an address.
    pub fn of_url(&self, url: &Url) -> PagePath {
        self.identity(url.path(), url.query(), url.fragment())
    }

    /// The page of an address or path as a person types it or an earlier release stored it: absolute, escaped or readable,
    /// with or without its first slash.
    pub fn of_text(&self, text: &str) -> PagePath {
        let text = text.trim();
        if text == OTHER_PAGE {
            return PagePath(text.to_owned());
        }
        if let Some(url) = parse_page(text) {
            return self.of_url(&url);
        }
        let (path, query, fragment) = address_parts(text);
        self.identity(path, query, fragment)
    }

    /// The folder of a path as a person types it, for pages below it; empty for the site.
    pub(crate) fn folder_of_text(&self, text: &str) -> String {
        let folder = one_spelling(text, Kept { trailing_slash: false, index_file: true });
        if folder == "/" { String::new() } else { folder }
    }

    fn identity(&self, path: &str, query: Option<&str>, fragment: Option<&str>) -> PagePath {
        let mut identity = one_spelling(path, self.kept);
        let path_length = identity.len();
        for (name, globs) in &self.parameters {
            let Some(query) = query.filter(|query| !query.is_empty()) else { break };
            if !globs.is_empty() && !globs.iter().any(|glob| glob.matches(&identity[..path_length])) {
                continue;
            }
            if let Some(value) = value_of(query, name) {
                let join = if identity.len() == path_length { '?' } else { '&' };
                let pair = format!("{join}{}={}", encode_uri_component(name), encode_uri_component(&value));
                push_within_limit(&mut identity, &pair);
            }
        }
        if let (Some(globs), Some(fragment)) = (&self.hash_routes, fragment)
            && (globs.is_empty() || globs.iter().any(|glob| glob.matches(&identity[..path_length])))
            && let Some(route) = self.hash_route(fragment)
        {
            push_within_limit(&mut identity, &route);
        }
        PagePath(identity)
    }

    /// The hash route of a fragment, `#/prices` or `#!/prices`, without its own query. The first route is the page itself.
    fn hash_route(&self, fragment: &str) -> Option<String> {
        let (mark, route) = match fragment.strip_prefix('!') {
            Some(route) => ("#!", route),
            None => ("#", fragment),
        };
        if !route.starts_with('/') {
            return None;
        }
        let route = route.split(['?', '#']).next().unwrap_or_default();
        let route = one_spelling(route, Kept { index_file: true, ..self.kept });
        (route != "/").then(|| format!("{mark}{route}"))
    }
}

/// The path, the query and the fragment of an address without a host.
fn address_parts(text: &str) -> (&str, Option<&str>, Option<&str>) {
    let (text, fragment) = text.split_once('#').map_or((text, None), |(before, after)| (before, Some(after)));
    let (path, query) = text.split_once('?').map_or((text, None), |(before, after)| (before, Some(after)));
    (path, query, fragment)
}

fn push_within_limit(identity: &mut String, part: &str) {
    if identity.len() + part.len() <= MAX_IDENTITY_BYTES {
        identity.push_str(part);
    }
}

/// The value of a parameter, decoded. The first one counts. None if it is absent, or counts as absent because it is too long
/// or looks like a secret, a person or nothing that a page is named by.
fn value_of(query: &str, name: &str) -> Option<String> {
    let is_named = |pair: &&str| {
        let written = pair.split('=').next().unwrap_or_default();
        written == name || (written.contains(['%', '+']) && decoded(written) == name)
    };
    let pair = query.split('&').find(is_named)?;
    let value = decoded(pair.split_once('=')?.1);
    let is_value = !value.is_empty()
        && value.chars().count() <= MAX_VALUE_CHARACTERS
        && !value.contains(['@', char::REPLACEMENT_CHARACTER])
        && !value.chars().any(char::is_control)
        && !is_secret(pair)
        && !is_like_token(&value);
    is_value.then_some(value)
}

/// Decodes a name or value of a query: escapes and `+`.
fn decoded(text: &str) -> String {
    let text = text.replace('+', " ");
    percent_encoding::percent_decode_str(&text).decode_utf8_lossy().into_owned()
}

fn is_like_token(value: &str) -> bool {
    value.split(|character: char| !character.is_ascii_alphanumeric()).any(|run| {
        run.len() >= MIN_TOKEN_CHARACTERS
            && run.bytes().any(|byte| byte.is_ascii_digit())
            && run.bytes().any(|byte| byte.is_ascii_alphabetic())
    })
}

#[cfg(test)]
mod tests;
