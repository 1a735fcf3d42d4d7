//! Scopes: what a key may do. Nothing is allowed by default; only `*` and `:write ⇒ :read` imply other scopes.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// One of the eleven scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Scope {
    /// Read shares, AI clicks, questions, referrers, pages.
    AnalyticsRead,
    /// List sites and their install status.
    SitesRead,
    /// Update a site's configuration.
    SitesWrite,
    /// Read prompt templates.
    PromptsRead,
    /// Create, edit, regenerate, import and export prompts.
    PromptsWrite,
    /// Read Citation Monitor results.
    CitationsRead,
    /// Read the credit balance and ledger.
    CreditsRead,
    /// Read prompt rules.
    RulesRead,
    /// Create, edit and delete prompt rules.
    RulesWrite,
    /// Read the organization's profile, plan and seats.
    OrgRead,
    /// All of the above.
    All,
}

words! {
    Scope, "a scope":
    AnalyticsRead = "analytics:read",
    SitesRead = "sites:read",
    SitesWrite = "sites:write",
    PromptsRead = "prompts:read",
    PromptsWrite = "prompts:write",
    CitationsRead = "citations:read",
    CreditsRead = "credits:read",
    RulesRead = "rules:read",
    RulesWrite = "rules:write",
    OrgRead = "org:read",
    All = "*",
}

impl Scope {
    /// Describes in one sentence what the scope allows.
    pub const fn grants(self) -> &'static str {
        match self {
            Scope::AnalyticsRead => "Read shares, AI clicks, questions, referrers and pages.",
            Scope::SitesRead => "List sites and their install status.",
            Scope::SitesWrite => "Update site configuration.",
            Scope::PromptsRead => "Read generated prompt templates.",
            Scope::PromptsWrite => "Create, edit, regenerate, import and export prompts.",
            Scope::CitationsRead => "Read Citation Monitor results.",
            Scope::CreditsRead => "Read the credit balance and ledger.",
            Scope::RulesRead => "Read prompt rules.",
            Scope::RulesWrite => "Create, edit and delete prompt rules.",
            Scope::OrgRead => "Read the organization's profile, plan and seats.",
            Scope::All => "All of the above.",
        }
    }

    /// Whether the scope allows what `wanted` allows.
    pub fn grants_scope(self, wanted: Scope) -> bool {
        self == wanted
            || self == Scope::All
            || matches!(
                (self, wanted),
                (Scope::SitesWrite, Scope::SitesRead)
                    | (Scope::PromptsWrite, Scope::PromptsRead)
                    | (Scope::RulesWrite, Scope::RulesRead)
            )
    }
}

impl serde::Serialize for Scope {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.as_str())
    }
}

impl<'de> serde::Deserialize<'de> for Scope {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = <Cow<'de, str>>::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Scope {
    fn schema_name() -> Cow<'static, str> {
        "Scope".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": Scope::EVERY.map(Scope::as_str) })
    }
}

/// The scopes of one key: a set, shown in the order of the API contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ScopeSet(u16);

impl ScopeSet {
    /// Whether any scope of the set allows what `wanted` allows.
    pub fn grants(self, wanted: Scope) -> bool {
        self.iter().any(|held| held.grants_scope(wanted))
    }

    /// The scopes of either set that the other one grants, too.
    #[must_use]
    pub fn common_with(self, other: Self) -> Self {
        Scope::EVERY
            .into_iter()
            .filter(|scope| {
                (self.contains(*scope) && other.grants(*scope)) || (other.contains(*scope) && self.grants(*scope))
            })
            .collect()
    }

    /// Whether the set has this exact scope.
    pub fn contains(self, scope: Scope) -> bool {
        self.0 & (1 << scope as u16) != 0
    }

    /// The scopes, in the order of the API contract.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::EVERY.into_iter().filter(move |scope| self.contains(*scope))
    }
}

impl FromIterator<Scope> for ScopeSet {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | (1 << scope as u16)))
    }
}

impl serde::Serialize for ScopeSet {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

impl<'de> serde::Deserialize<'de> for ScopeSet {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Ok(Vec::<Scope>::deserialize(d)?.into_iter().collect())
    }
}

impl JsonSchema for ScopeSet {
    fn schema_name() -> Cow<'static, str> {
        "ScopeSet".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "items": generator.subschema_for::<Scope>(),
            "uniqueItems": true,
            "minItems": 1,
            "maxItems": 11,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_implied_but_read_by_write_and_all_by_the_star() {
        for held in Scope::EVERY {
            for wanted in Scope::EVERY {
                let expected = held == wanted
                    || held.as_str() == "*"
                    || held
                        .as_str()
                        .strip_suffix(":write")
                        .is_some_and(|resource| wanted.as_str() == format!("{resource}:read"));
                assert_eq!(held.grants_scope(wanted), expected, "{held} for {wanted}");
            }
        }
    }

    #[test]
    fn an_empty_set_grants_nothing() {
        assert!(Scope::EVERY.iter().all(|wanted| !ScopeSet::default().grants(*wanted)));
    }

    #[test]
    fn near_misses_are_not_scopes() {
        for text in ["", "analytcs:read", "sites:READ", "sites:read ", "org:write", "citations:write", "**"] {
            assert!(text.parse::<Scope>().is_err(), "{text}");
        }
    }
}
