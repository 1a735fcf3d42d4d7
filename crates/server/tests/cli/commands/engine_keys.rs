//! API keys of engines: commands say which engines are ready, and print no key.

use crate::instance::Instance;

const KEY: &str = "sk-0123456789abcdefghijklmn";

#[test]
fn doctor_reports_which_engines_are_ready_and_shows_no_key() {
    let instance = Instance::new();
    instance.organization("pro");
    let check = |environment: &[(&str, &str)], state: &str, message: &str| {
        let outcome = instance.run_with(&["doctor", "--json"], environment, "");
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        assert!(!outcome.stdout.contains(KEY) && !outcome.stderr.contains(KEY), "{}", outcome.stdout);
        let found: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
        let engines = found["checks"].as_array().unwrap().iter().find(|check| check["name"] == "engines").unwrap();
        assert_eq!((engines["state"].as_str(), engines["message"].as_str()), (Some(state), Some(message)));
    };
    check(&[], "ok", "without a key: openai, anthropic, perplexity, xai, gemini");
    let openai = ("ASKLINE_ENGINES__OPENAI__API_KEY", KEY);
    check(&[openai], "ok", "ready: openai; without a key: anthropic, perplexity, xai, gemini");
    let gemini = ("ASKLINE_ENGINES__GEMINI__API_KEY", KEY);
    let told = "ready: openai; terms not confirmed: gemini; without a key: anthropic, perplexity, xai";
    check(&[openai, gemini], "warning", told);
}

#[test]
fn a_key_that_cannot_be_one_stops_the_start_and_is_not_repeated() {
    let instance = Instance::new();
    let key = ("ASKLINE_ENGINES__XAI__API_KEY", "sk 0123456789");
    let outcome = instance.run_with(&["serve", "--listen", "127.0.0.1:0"], &[key], "");
    assert_eq!(outcome.code, 2, "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("engines.xai.api_key") && !outcome.stderr.contains("0123456789"),
        "{}",
        outcome.stderr
    );
}
