//! Input for creating and editing monitors, and its checks.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use crate::{
    citations::{
        competitor::{CompetitorInput, MAX_COMPETITORS, check_competitors},
        region::country,
    },
    engines::Engine,
    monitors::{MAX_QUERY_CHARACTERS, MAX_SAMPLES_PER_RUN, MonitorSettings, cadence::Cadence},
    shared::{
        edited_field::given,
        hidden_characters::check_one_line,
        language_tag::{LANGUAGE_TAG_PATTERN, MAX_TAG_CHARACTERS, canonical_language_tag},
        lists::{check_count, check_no_repeats},
        violation::{Violation, Violations},
    },
};

/// The default number of samples per engine in a run.
const SAMPLES_DEFAULT: u32 = 1;

/// A monitor to create.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "MonitorCreate")]
pub struct NewMonitor {
    /// The question, on one line, as a person would ask it. It should not name the site.
    #[schemars(length(min = 1, max = MAX_QUERY_CHARACTERS))]
    pub query: String,
    /// The engines to ask.
    #[schemars(with = "Vec<Engine>", length(min = 1, max = Engine::EVERY.len()), extend("uniqueItems" = true))]
    pub engines: Vec<String>,
    /// How often it runs; `weekly` by default.
    #[schemars(with = "Option<Cadence>", extend("default" = "weekly"))]
    pub cadence: Option<String>,
    /// How many times each engine is asked in a run.
    #[schemars(range(min = 1, max = MAX_SAMPLES_PER_RUN), extend("default" = SAMPLES_DEFAULT))]
    pub samples_per_run: Option<u32>,
    /// The country of the search: ISO 3166-1 alpha-2. If null, the engine chooses; OpenAI then assumes the United
    /// States.
    #[schemars(regex(pattern = r"^[A-Za-z]{2}$"))]
    pub region: Option<String>,
    /// The language of the answers, as a language tag. If null, the engine chooses.
    #[schemars(regex(pattern = LANGUAGE_TAG_PATTERN), length(max = MAX_TAG_CHARACTERS))]
    pub language: Option<String>,
    /// The competitors to look for: domains, or domains with brand names.
    #[serde(default)]
    #[schemars(length(max = MAX_COMPETITORS), extend("uniqueItems" = true))]
    pub competitors: Vec<CompetitorInput>,
    /// Whether it runs on its schedule; true by default.
    pub enabled: Option<bool>,
}

/// Changes to a monitor; omitted fields stay unchanged.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schemars(rename = "MonitorUpdate")]
pub struct MonitorEdit {
    /// The question, on one line. A new question starts a new history.
    #[schemars(length(min = 1, max = MAX_QUERY_CHARACTERS))]
    #[schemars(with = "String")]
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    pub query: Option<String>,
    /// The engines to ask.
    #[schemars(with = "Vec<Engine>", length(min = 1, max = Engine::EVERY.len()), extend("uniqueItems" = true))]
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    pub engines: Option<Vec<String>>,
    /// How often it runs.
    #[schemars(with = "Cadence")]
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    pub cadence: Option<String>,
    /// How many times each engine is asked in a run.
    #[schemars(range(min = 1, max = MAX_SAMPLES_PER_RUN))]
    #[schemars(with = "u32")]
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    pub samples_per_run: Option<u32>,
    /// The country of the search: ISO 3166-1 alpha-2. If null, the engine chooses.
    #[serde(deserialize_with = "present")]
    #[schemars(regex(pattern = r"^[A-Za-z]{2}$"))]
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub region: Option<Option<String>>,
    /// The language of the answers, as a language tag. If null, the engine chooses.
    #[serde(deserialize_with = "present")]
    #[schemars(regex(pattern = LANGUAGE_TAG_PATTERN), length(max = MAX_TAG_CHARACTERS))]
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub language: Option<Option<String>>,
    /// The competitors to look for: domains, or domains with brand names. The list replaces the current one.
    #[schemars(length(max = MAX_COMPETITORS), extend("uniqueItems" = true))]
    #[schemars(with = "Vec<CompetitorInput>")]
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    pub competitors: Option<Vec<CompetitorInput>>,
    /// Whether it runs on its schedule.
    #[schemars(with = "bool")]
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    pub enabled: Option<bool>,
    /// Whether it is archived: then it asks nothing, on schedule or on request, and keeps its answers.
    #[schemars(with = "bool")]
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    pub archived: Option<bool>,
}

/// Distinguishes null, which is a value here, from an omitted field.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl NewMonitor {
    /// Returns the settings, or everything that is wrong with them. `own_hosts` are the site's hosts, normalized.
    pub fn check(self, own_hosts: &[String]) -> Result<MonitorSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        let violations_here = &mut violations;
        let settings = MonitorSettings {
            query: checked_query(&self.query, violations_here),
            engines: checked_engines(&self.engines, violations_here),
            cadence: self.cadence.map_or(Cadence::Weekly, |text| checked_cadence(&text, violations_here)),
            samples_per_run: checked_samples(self.samples_per_run.unwrap_or(SAMPLES_DEFAULT), violations_here),
            region: self.region.and_then(|text| checked_region(&text, violations_here)),
            language: self.language.and_then(|text| checked_language(&text, violations_here)),
            competitors: check_competitors(self.competitors, own_hosts, violations_here),
            enabled: self.enabled.unwrap_or(true),
        };
        violations.finish(settings)
    }
}

impl MonitorEdit {
    /// Returns the settings after the change, or everything that is wrong with it. `own_hosts` are the site's hosts,
    /// normalized.
    pub fn check(self, before: &MonitorSettings, own_hosts: &[String]) -> Result<MonitorSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        let noted = &mut violations;
        let kept = before.clone();
        let settings = MonitorSettings {
            query: self.query.map_or(kept.query, |text| checked_query(&text, noted)),
            engines: self.engines.map_or(kept.engines, |names| checked_engines(&names, noted)),
            cadence: self.cadence.map_or(kept.cadence, |text| checked_cadence(&text, noted)),
            samples_per_run: self.samples_per_run.map_or(kept.samples_per_run, |count| checked_samples(count, noted)),
            region: self.region.map_or(kept.region, |given| given.and_then(|text| checked_region(&text, noted))),
            language: self
                .language
                .map_or(kept.language, |given| given.and_then(|text| checked_language(&text, noted))),
            competitors: self.competitors.map_or(kept.competitors, |sent| check_competitors(sent, own_hosts, noted)),
            enabled: self.enabled.unwrap_or(kept.enabled),
        };
        violations.finish(settings)
    }
}

fn checked_query(text: &str, violations: &mut Violations) -> String {
    let query = text.trim().to_owned();
    violations.check_length("query", &query, 1, MAX_QUERY_CHARACTERS);
    check_one_line("query", &query, violations);
    query
}

fn checked_engines(names: &[String], violations: &mut Violations) -> Vec<Engine> {
    if names.is_empty() {
        violations.add("engines", "TOO_FEW", "engines needs at least one engine.");
    }
    if !check_count("engines", names.len(), Engine::EVERY.len(), violations) {
        return Vec::new();
    }
    check_no_repeats(|index| format!("engines[{index}]"), names, violations);
    let mut engines = Vec::new();
    for (index, name) in names.iter().enumerate() {
        match name.parse() {
            Ok(engine) => engines.push(engine),
            Err(_) => {
                let path = format!("engines[{index}]");
                let shown: String = name.chars().take(60).collect();
                let message = format!("{path} is not an engine this service knows: '{}'.", shown.escape_debug());
                violations.add_not_one_of(path, "UNKNOWN_ENGINE", message, Engine::EVERY);
            }
        }
    }
    engines
}

fn checked_cadence(text: &str, violations: &mut Violations) -> Cadence {
    text.parse().unwrap_or_else(|_| {
        let shown: String = text.chars().take(60).collect();
        let message = format!("cadence is not one this service knows: '{}'.", shown.escape_debug());
        violations.add_not_one_of("cadence", "UNKNOWN_CADENCE", message, Cadence::EVERY);
        Cadence::Manual
    })
}

fn checked_samples(count: u32, violations: &mut Violations) -> u8 {
    match u8::try_from(count) {
        Ok(count) if (1..=MAX_SAMPLES_PER_RUN).contains(&count) => count,
        _ => {
            let message = format!("samplesPerRun must be from 1 to {MAX_SAMPLES_PER_RUN}.");
            violations.add("samplesPerRun", "OUT_OF_RANGE", message);
            1
        }
    }
}

fn checked_region(text: &str, violations: &mut Violations) -> Option<String> {
    let region = country(text);
    if region.is_none() {
        let message = "region must be the code of a country by ISO 3166-1, such as 'DE', or null.";
        violations.add("region", "INVALID_REGION", message);
    }
    region
}

fn checked_language(text: &str, violations: &mut Violations) -> Option<String> {
    let tag = canonical_language_tag(text);
    if tag.is_none() {
        let message = "language must be a language tag such as 'en' or 'pt-BR', or null.";
        violations.add("language", "INVALID_LANGUAGE", message);
    }
    tag
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citations::competitor::Competitor;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn own() -> Vec<String> {
        vec!["example.com".into()]
    }

    fn check(body: Value) -> Result<MonitorSettings, Vec<(String, String)>> {
        let monitor: NewMonitor = serde_json::from_value(body).expect("a body of the right shape");
        let told = |found: Vec<Violation>| found.into_iter().map(|one| (one.path, one.code)).collect();
        monitor.check(&own()).map_err(told)
    }

    fn check_refused(change: Value, path: &str, code: &str) {
        let mut body = json!({ "query": "Which tool?", "engines": ["openai"] });
        for (field, value) in change.as_object().expect("fields") {
            body[field] = value.clone();
        }
        assert_eq!(check(body.clone()).expect_err("it is wrong"), [(path.to_owned(), code.to_owned())], "{body}");
        let edit: MonitorEdit = serde_json::from_value(change.clone()).expect("a body of the right shape");
        let before = check(json!({ "query": "a", "engines": ["xai"] })).expect("it is right");
        let found = edit.check(&before, &own()).expect_err("it is wrong");
        assert_eq!((found[0].path.as_str(), found[0].code.as_str()), (path, code), "{change}");
    }

    #[test]
    fn each_mistake_is_named_by_field_and_reason() {
        check_refused(json!({ "query": " " }), "query", "TOO_SHORT");
        check_refused(json!({ "query": "ü".repeat(501) }), "query", "TOO_LONG");
        check_refused(json!({ "query": "a\nb" }), "query", "CONTROL_CHARACTER");
        check_refused(json!({ "engines": [] }), "engines", "TOO_FEW");
        check_refused(json!({ "engines": ["OpenAI"] }), "engines[0]", "UNKNOWN_ENGINE");
        check_refused(json!({ "engines": ["xai", "xai"] }), "engines[1]", "DUPLICATE");
        check_refused(json!({ "engines": vec!["xai"; 6] }), "engines", "TOO_MANY");
        check_refused(json!({ "cadence": "hourly" }), "cadence", "UNKNOWN_CADENCE");
        check_refused(json!({ "samplesPerRun": 0 }), "samplesPerRun", "OUT_OF_RANGE");
        check_refused(json!({ "samplesPerRun": 257 }), "samplesPerRun", "OUT_OF_RANGE");
        check_refused(json!({ "region": "DEU" }), "region", "INVALID_REGION");
        check_refused(json!({ "region": "XX" }), "region", "INVALID_REGION");
        check_refused(json!({ "language": "english" }), "language", "INVALID_LANGUAGE");
        check_refused(json!({ "competitors": ["https://rival.com"] }), "competitors[0]", "INVALID_DOMAIN");
        check_refused(json!({ "competitors": ["a.com", "www.A.com"] }), "competitors[1]", "DUPLICATE");
        check_refused(json!({ "competitors": ["www.example.com"] }), "competitors[0]", "OWN_DOMAIN");
        check_refused(json!({ "competitors": ["github.io"] }), "competitors[0]", "PUBLIC_SUFFIX");
        check_refused(json!({ "competitors": vec!["a.com"; 21] }), "competitors", "TOO_MANY");
        let named =
            |domain: &str, aliases: &[&str]| json!({ "competitors": [{ "domain": domain, "aliases": aliases }] });
        check_refused(named("https://rival.com", &[]), "competitors[0].domain", "INVALID_DOMAIN");
        check_refused(named("example.com", &[]), "competitors[0].domain", "OWN_DOMAIN");
        check_refused(named("rival.com", &["R"]), "competitors[0].aliases[0]", "TOO_SHORT");
        check_refused(named("rival.com", &["Rival", "RIVAL"]), "competitors[0].aliases[1]", "DUPLICATE");
        check_refused(json!({ "competitors": ["a.com", { "domain": "A.com" }] }), "competitors[1]", "DUPLICATE");
    }

    #[test]
    fn what_is_left_out_has_its_default_and_what_is_given_its_usual_form() {
        let least = check(json!({ "query": " Which? ", "engines": ["gemini"] })).expect("it is right");
        assert_eq!((least.query.as_str(), least.cadence, least.samples_per_run), ("Which?", Cadence::Weekly, 1));
        assert!(least.enabled && least.region.is_none() && least.language.is_none() && least.competitors.is_empty());
        let full = check(json!({
            "query": "a", "engines": ["xai", "openai"], "cadence": "daily", "samplesPerRun": 5, "region": "de",
            "language": "PT-br", "enabled": false,
            "competitors": ["WWW.Rival.com", { "domain": "bücher.example", "aliases": [" Bücher & Co "] }],
        }))
        .expect("it is right");
        assert_eq!(full.engines, [Engine::Xai, Engine::OpenAi]);
        assert_eq!((full.region.as_deref(), full.language.as_deref()), (Some("DE"), Some("pt-BR")));
        let books = Competitor { domain: "xn--bcher-kva.example".into(), aliases: vec!["Bücher & Co".into()] };
        assert_eq!(full.competitors, [Competitor::of_domain("rival.com"), books]);
        assert!(!full.enabled);
        // An omitted field stays, and null clears it.
        let edit: MonitorEdit = serde_json::from_value(json!({ "region": null, "samplesPerRun": 2 })).expect("a body");
        let edited = edit.check(&full, &own()).expect("it is right");
        assert_eq!(edited, MonitorSettings { region: None, samples_per_run: 2, ..full });
    }

    #[test]
    fn unknown_fields_are_refused() {
        for body in
            [json!({ "query": "a", "engines": [], "name": "b" }), json!({ "query": "a", "engines": [], "id": 1 })]
        {
            assert!(serde_json::from_value::<NewMonitor>(body.clone()).is_err());
            assert!(serde_json::from_value::<MonitorEdit>(body).is_err());
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_checks_panic(query: String, engine: String, region: String, domain: String) {
            let body = json!({ "query": query, "engines": [engine], "region": region, "competitors": [domain] });
            let _ = check(body);
        }
    }
}
