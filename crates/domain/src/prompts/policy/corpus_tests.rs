//! Tests the policy with `testdata/prompt_policy/`: harmless and forbidden texts in seven languages. Rules are based on
//! `known.json`. `held_out.json` was written from the contract alone, before any of these rules, and no rule is based
//! on it: its figures are the ones that count. A failure there shows no text, so that nobody accidentally tunes rules
//! to it.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Deserialize;

use super::{
    OwnAddresses, examine,
    folded_text::FoldedText,
    patterns::{Pattern, patterns_for},
    search::{MAX_MATCH_BYTES, Search},
    steps::Budget,
};

/// The minimum number of forbidden texts that are found, and the maximum number of harmless texts that are refused, per
/// thousand.
const MIN_HITS: usize = 950;
const MAX_FALSE_ALARMS: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    harmless: Vec<String>,
    forbidden: Vec<String>,
}

fn read(json: &str) -> BTreeMap<String, Texts> {
    serde_json::from_str(json).expect("texts by language")
}

fn is_refused(text: &str) -> bool {
    !examine(text, OwnAddresses::Hosts(&["example.com".to_owned()])).is_empty()
}

fn thousandths(part: usize, whole: usize) -> usize {
    (part * 1000).checked_div(whole).unwrap_or(0)
}

#[test]
fn the_corpus_has_sixty_harmless_and_forty_forbidden_texts_in_each_language_of_which_a_third_is_held_out() {
    let known = read(include_str!("../../../../../testdata/prompt_policy/known.json"));
    let held_out = read(include_str!("../../../../../testdata/prompt_policy/held_out.json"));
    assert_eq!(known.keys().map(String::as_str).collect::<Vec<_>>(), ["ar", "de", "en", "es", "fr", "ja", "pt"]);
    assert!(known.keys().eq(held_out.keys()));
    for (language, known) in &known {
        let held_out = &held_out[language];
        let (harmless, forbidden) = (held_out.harmless.len(), held_out.forbidden.len());
        assert!(known.harmless.len() + harmless >= 60 && known.forbidden.len() + forbidden >= 40, "{language}");
        assert!(harmless * 3 >= known.harmless.len() + harmless, "{language}");
        assert!(forbidden * 3 >= known.forbidden.len() + forbidden, "{language}");
    }
}

#[test]
fn every_text_that_rules_are_made_from_is_judged_right() {
    let mut wrong = Vec::new();
    for (language, texts) in read(include_str!("../../../../../testdata/prompt_policy/known.json")) {
        wrong.extend(
            texts.forbidden.iter().filter(|text| !is_refused(text)).map(|text| format!("{language} passed: {text}")),
        );
        wrong.extend(texts.harmless.iter().filter(|text| is_refused(text)).map(|text| {
            let found = examine(text, OwnAddresses::Hosts(&["example.com".to_owned()]));
            format!("{language} refused: {text}: {} {:?}", found[0].rule.as_str(), found[0].passage)
        }));
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn of_the_held_out_texts_nineteen_of_twenty_forbidden_are_found_and_one_of_fifty_harmless_is_refused_at_most() {
    let (mut hits, mut forbidden, mut alarms, mut harmless) = (0, 0, 0, 0);
    println!("| language | forbidden, found | harmless, refused |\n|---|---|---|");
    for (language, texts) in read(include_str!("../../../../../testdata/prompt_policy/held_out.json")) {
        let found = texts.forbidden.iter().filter(|text| is_refused(text)).count();
        let refused = texts.harmless.iter().filter(|text| is_refused(text)).count();
        println!("| {language} | {found} of {} | {refused} of {} |", texts.forbidden.len(), texts.harmless.len());
        (hits, forbidden) = (hits + found, forbidden + texts.forbidden.len());
        (alarms, harmless) = (alarms + refused, harmless + texts.harmless.len());
    }
    println!("| all | {hits} of {forbidden} | {alarms} of {harmless} |");
    assert!(thousandths(hits, forbidden) >= MIN_HITS, "{hits} of {forbidden} found");
    assert!(thousandths(alarms, harmless) <= MAX_FALSE_ALARMS, "{alarms} of {harmless} refused");
}

/// Returns the matches if each start is followed to the end of the text.
fn found_without_bounds(pattern: &Pattern, folded: &str) -> Vec<(usize, usize)> {
    let mut budget = Budget::new(usize::MAX);
    let (mut from, mut found) = (0, Vec::new());
    while from <= folded.len()
        && let Some((start, end)) = pattern.engine.first_match(folded, from..folded.len(), &mut budget)
    {
        let search = Search::of(pattern, folded);
        if end - start <= MAX_MATCH_BYTES && search.counts(start..end, &mut budget) {
            found.push((start, end));
            from = end.max(from + 1);
        } else {
            from = start + folded[start..].chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn a_long_text_read_piece_by_piece_hides_nothing_that_it_had_as_a_whole(picks in proptest::collection::vec(any::<prop::sample::Index>(), 8..24)) {
        let texts = read(include_str!("../../../../../testdata/prompt_policy/known.json"));
        let all: Vec<&String> = texts.values().flat_map(|texts| texts.harmless.iter().chain(&texts.forbidden)).collect();
        let text = picks.iter().map(|pick| pick.get(&all).as_str()).collect::<Vec<_>>().join(" ");
        let folded = FoldedText::of(&text).text;
        for pattern in patterns_for(&folded) {
            let (mut search, mut budget) = (Search::of(pattern, &folded), Budget::new(usize::MAX));
            let found: Vec<(usize, usize)> = std::iter::from_fn(|| search.next(&mut budget)).collect();
            for (start, end) in found_without_bounds(pattern, &folded) {
                prop_assert!(found.iter().any(|(from, to)| *from < end && start < *to), "{}", &folded[start..end]);
            }
        }
    }
}
