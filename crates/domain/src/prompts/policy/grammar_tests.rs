//! Tests with texts that name a site and its competitors, in eleven languages.

use std::collections::BTreeMap;

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::{Names, OwnAddresses, PolicyFinding, examine_with_names};

#[derive(Deserialize)]
struct Named {
    name: String,
    #[serde(default)]
    aliases: Vec<String>,
    hosts: Vec<String>,
}

#[derive(Deserialize)]
struct Case {
    language: String,
    attempt: bool,
    text: String,
}

#[derive(Deserialize)]
struct Corpus {
    own: Named,
    competitors: Vec<Named>,
    cases: Vec<Case>,
}

fn names_of(own: &Named, competitors: &[Named]) -> Names {
    let mut names = Names::default();
    names.add_own([own.name.as_str()].into_iter().chain(own.aliases.iter().map(String::as_str)));
    for competitor in competitors {
        let domain = competitor.hosts.first().map_or("", String::as_str);
        names.add_competitor(domain, [competitor.name.as_str()]);
    }
    names
}

fn found_in(text: &str, own: &Named, competitors: &[Named]) -> Vec<PolicyFinding> {
    examine_with_names(text, OwnAddresses::Hosts(&own.hosts), &names_of(own, competitors))
}

fn rule_of(found: &[PolicyFinding]) -> String {
    found.iter().map(|one| format!(" [{} {:?}]", one.rule.as_str(), one.passage)).collect()
}

#[test]
fn every_text_of_the_development_corpus_with_names_is_judged_right() {
    let corpus: Corpus = serde_json::from_str(include_str!("../../../../../testdata/prompt_policy/names.json"))
        .expect("a corpus of texts with names");
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in &corpus.cases {
        counts.entry(&case.language).or_default()[usize::from(case.attempt)] += 1;
        let found = found_in(&case.text, &corpus.own, &corpus.competitors);
        if found.is_empty() == case.attempt {
            wrong.push(format!("{} {}: {}{}", case.language, case.attempt, case.text, rule_of(&found)));
        }
    }
    assert!(counts.len() == 11 && counts.values().flatten().all(|count| *count >= 20), "{counts:?}");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// A corpus that someone else wrote, who did not know the rules. It is frozen.
const THIRD: &str = include_str!("../../../../../testdata/prompt_policy/third.json");
/// A second one of another author, who did not know the rules either.
const FOURTH: &str = include_str!("../../../../../testdata/prompt_policy/fourth.json");
const FOURTH_SHA256: &str = "bc373ffdd3b0f5c0b18ab2220c08c53b6a200b0ae8650a10850c29c49a19e497";
const THIRD_SHA256: &str = "6f014176553be75397bd3f96ca0aee75ab58731c0f689b99b33ddb949660539d";
/// The minimum number of attempts of the third corpus that are found, per thousand.
const MIN_HITS_OF_THIRD: usize = 920;
/// No rule was changed for the fourth corpus: 36 of 40 were found when it was first measured.
const MIN_HITS_OF_FOURTH: usize = 900;
/// The maximum number of honest texts that are refused, per thousand.
const MAX_FALSE_ALARMS_OF_OTHERS: usize = 10;

#[derive(Deserialize)]
struct OthersCase {
    language: String,
    attempt: bool,
    own: Named,
    competitors: Vec<Named>,
    text: String,
    kind: String,
}

#[derive(Deserialize)]
struct Others {
    cases: Vec<OthersCase>,
}

#[test]
fn of_corpora_that_others_wrote_nearly_every_attempt_is_found_and_hardly_an_honest_text_is_refused() {
    for (text, sha256, min_hits) in
        [(THIRD, THIRD_SHA256, MIN_HITS_OF_THIRD), (FOURTH, FOURTH_SHA256, MIN_HITS_OF_FOURTH)]
    {
        assert_eq!(hex::encode(Sha256::digest(text.as_bytes())), sha256, "the corpus is frozen");
        check_corpus(&serde_json::from_str(text).expect("a corpus of texts with names"), min_hits);
    }
}

fn check_corpus(corpus: &Others, min_hits: usize) {
    let (mut hits, mut attempts, mut alarms, mut honest) = (0, 0, 0, 0);
    for case in &corpus.cases {
        let found = found_in(&case.text, &case.own, &case.competitors);
        if found.is_empty() == case.attempt {
            println!("{} {} {}: {}{}", case.attempt, case.language, case.kind, case.text, rule_of(&found));
        }
        if case.attempt {
            (hits, attempts) = (hits + usize::from(!found.is_empty()), attempts + 1);
        } else {
            (alarms, honest) = (alarms + usize::from(!found.is_empty()), honest + 1);
        }
    }
    println!("found {hits} of {attempts} attempts; refused {alarms} of {honest} honest texts");
    assert!(hits * 1000 >= attempts * min_hits, "{hits} of {attempts} found");
    assert!(alarms * 1000 <= honest * MAX_FALSE_ALARMS_OF_OTHERS, "{alarms} of {honest} refused");
}
