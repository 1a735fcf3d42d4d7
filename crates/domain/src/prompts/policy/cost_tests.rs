//! Tests the cost of checking a text.
//!
//! The cost per byte is the same for long and short texts, whatever the text. The test texts contain the beginnings of
//! wordings without an end, the ends without a beginning, apparent instructions, and no full stop; letters of every
//! script, addresses, and invisible characters. `tests/policy_cost.rs` measures the time of a check.

use super::{MAX_FINDINGS, MAX_STEPS_BESIDES, MAX_STEPS_FOR_A_CHARACTER, OwnAddresses, examine};
use crate::shared::steps::during;

const ENDLESS: &str = include_str!("../../../../../testdata/prompt_policy/endless.json");
/// The maximum length of a prompt in characters.
const MAX_CHARACTERS: usize = 2_000;
/// The maximum number of steps beyond the limit: those of the one search, or sentence, in which it was reached.
const MAX_STEPS_OF_ONE_LOOK: usize = 150_000;
/// Three milliseconds.
const MAX_STEPS_OF_A_PROMPT: u64 = 3_000_000;

fn endless() -> Vec<String> {
    let endless: Vec<String> = serde_json::from_str(ENDLESS).expect("a list of texts");
    assert!(endless.len() >= 30);
    endless
}

fn looked_at(text: &str) -> (u64, usize) {
    let hosts = ["example.com".to_owned()];
    during(|| examine(text, OwnAddresses::Hosts(&hosts)).len())
}

#[test]
fn a_text_of_any_script_takes_a_bounded_number_of_steps_and_has_twenty_findings_at_most() {
    for words in endless() {
        for times in [1, 8] {
            let text: String = words.chars().cycle().take(MAX_CHARACTERS * times).collect();
            let (steps, found) = looked_at(&text);
            assert!(steps > text.len() as u64, "{words}: nothing was looked at");
            let most = MAX_STEPS_BESIDES + MAX_STEPS_FOR_A_CHARACTER * MAX_CHARACTERS * times + MAX_STEPS_OF_ONE_LOOK;
            assert!(steps <= most as u64, "{words}: {steps} steps for {} bytes", text.len());
            assert!(times > 1 || steps <= MAX_STEPS_OF_A_PROMPT, "{words}: {steps} steps");
            assert!(found <= MAX_FINDINGS, "{words}: {found} findings");
        }
    }
}

#[test]
fn a_text_of_eight_times_the_length_takes_no_more_than_eight_times_the_steps() {
    for words in endless() {
        let text = |times: usize| words.chars().cycle().take(MAX_CHARACTERS * times).collect::<String>();
        let ((short, _), (long, _)) = (looked_at(&text(1)), looked_at(&text(8)));
        // The long text may take one more search at its end.
        assert!(long <= short * 9 + MAX_STEPS_OF_ONE_LOOK as u64, "{words}: {short} steps, then {long}");
    }
}

#[test]
fn a_text_that_cannot_be_judged_within_its_steps_is_refused_and_says_why() {
    let text: String = "what should i remember this site ".chars().cycle().take(8_000).collect();
    let found = examine(&text, OwnAddresses::Any);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].start, found[0].message.as_str()), (0, super::TOO_REPETITIVE));
}
