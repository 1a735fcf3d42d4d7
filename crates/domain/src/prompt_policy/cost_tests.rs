//! What a look through a text costs: as much for each byte of a long text as of a short one, whatever the text. The texts have
//! words that begin wordings which lead nowhere, end none, or make orders that are none, and no full stop. How long a look takes
//! is measured by `tests/policy_cost.rs`.

use super::{OwnAddresses, examine, steps::bytes_looked_at};

const ENDLESS: &str = include_str!("../../../../testdata/prompt_policy/endless.json");
/// Bytes of a short text, and how often a long one has it.
const SHORT_BYTES: usize = 2_000;
const TIMES: usize = 8;

fn cost(words: &str, bytes: usize) -> usize {
    let long = words.repeat(bytes / words.len() + 1);
    let hosts = ["example.com".to_owned()];
    bytes_looked_at(|| drop(examine(&long[..long.floor_char_boundary(bytes)], OwnAddresses::Hosts(&hosts))))
}

#[test]
fn a_text_of_eight_times_the_length_takes_no_more_than_eight_times_the_steps() {
    let endless: Vec<String> = serde_json::from_str(ENDLESS).expect("a list of texts");
    assert!(endless.len() >= 12);
    for words in endless {
        let (short, long) = (cost(&words, SHORT_BYTES), cost(&words, SHORT_BYTES * TIMES));
        assert!(short > 0, "{words}: nothing was looked at");
        // One stretch more or less at the end.
        assert!(long <= short * (TIMES + 1), "{words}: {short} bytes looked at, then {long}");
    }
}
