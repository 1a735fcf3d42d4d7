//! Tests with bodies of each engine in which a kind of evidence is missing.
//!
//! They are modeled on the bodies that the vendors document.

use std::collections::HashSet;

use askline_domain::engines::{
    Engine,
    answer::{Again, EngineAnswer, EngineFailureKind as Kind},
};
use serde::Deserialize;
use serde_json::Value;

use super::{
    requests::fault::Fault,
    vendors::{anthropic, gemini, openai, perplexity, xai},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    engine: Engine,
    name: String,
    /// The vendor's document that describes the fields.
    source: String,
    body: Value,
    expect: Expected,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Expected {
    Unreadable,
    #[serde(untagged)]
    Answer(Read),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Read {
    cited: Vec<String>,
    dangling_markers: u32,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../../../../testdata/missing_evidence.json")).expect("valid cases")
}

fn read(engine: Engine, body: &Value) -> Result<EngineAnswer, Fault> {
    let reading = match engine {
        Engine::OpenAi => openai::read(body),
        Engine::Xai => xai::read(body),
        Engine::Perplexity => perplexity::read(body),
        Engine::Anthropic => anthropic::read(std::slice::from_ref(body)),
        Engine::Gemini => gemini::read(body).map(|grounded| grounded.leading_to(|_| None, |_| false)),
    };
    reading.and_then(|reading| reading.into_answer("asked", String::new()))
}

#[test]
fn an_answer_whose_pointers_lead_nowhere_is_unreadable_and_every_other_one_is_read() {
    for Case { engine, name, body, expect, .. } in cases() {
        let found = read(engine, &body);
        match (expect, found) {
            (Expected::Unreadable, Err(fault)) => {
                assert_eq!((fault.kind, fault.again), (Kind::Unreadable, Again::Later), "{engine}: {name}");
                assert!(!fault.codes.is_empty(), "{engine}: {name} does not say what is missing");
            }
            (Expected::Answer(expected), Ok(answer)) => {
                let cited = answer.cited.iter().map(|source| source.url.clone()).collect();
                let found = Read { cited, dangling_markers: answer.dangling_markers };
                assert_eq!(found, expected, "{engine}: {name}");
            }
            (expected, found) => panic!("{engine}: {name}: {found:?} instead of {expected:?}"),
        }
    }
}

#[test]
fn every_engine_has_cases_of_both_kinds_with_their_source() {
    let cases = cases();
    let mut names = HashSet::new();
    for engine in Engine::EVERY {
        let of_engine: Vec<&Case> = cases.iter().filter(|case| case.engine == engine).collect();
        let unreadable = of_engine.iter().filter(|case| matches!(case.expect, Expected::Unreadable)).count();
        assert!(unreadable >= 9 && of_engine.len() - unreadable >= 4, "{engine}: {unreadable} of {}", of_engine.len());
    }
    for case in &cases {
        assert!(names.insert((case.engine, &case.name)), "{}", case.name);
        assert!(case.source.starts_with("https://"), "{}", case.name);
    }
}

/// What is missing is decided before any site is searched for: the same structure with another site's address gives the same decision.
#[test]
fn which_site_is_named_does_not_change_whether_an_answer_is_readable() {
    for Case { engine, name, body, .. } in cases() {
        let other = body.to_string().replace("example.org", "other.example").replace("Light", "Licht");
        let other: Value = serde_json::from_str(&other).expect("still JSON");
        assert_eq!(read(engine, &body).is_ok(), read(engine, &other).is_ok(), "{engine}: {name}");
    }
}
