//! Tests of the link registry.

use super::*;
use crate::platforms::{
    Alternative, Confidence, EvidenceDirection, PublicPlatform, Strategy,
    template::{PROMPT_PLACEHOLDER, check_url_template},
};
use proptest::{prelude::prop_assert, proptest};

fn violations_of(json: &str) -> Vec<(String, String)> {
    match LinkRegistry::with_overrides(json) {
        Ok(_) => Vec::new(),
        Err(violations) => violations.into_iter().map(|v| (v.path, v.code)).collect(),
    }
}

fn check_refused(json: &str, path: &str, code: &str) {
    assert_eq!(violations_of(json), [(path.to_owned(), code.to_owned())], "{json}");
}

/// A file with one new platform whose template is `template`.
fn new_platform(template: &str) -> String {
    format!(
        r#"{{"platforms":[{{"id":"house","name":"House AI","checkedOn":"2026-11-20","urlTemplate":{}}}]}}"#,
        serde_json::Value::from(template)
    )
}

#[test]
fn every_built_in_platform_is_well_formed_and_says_where_it_is_known_from() {
    let registry = LinkRegistry::built_in();
    assert!(registry.iter().len() >= 30);
    for platform in registry.iter() {
        let id = &platform.id;
        assert!(!platform.evidence.is_empty(), "{id}");
        assert!(platform.evidence.iter().all(|e| e.address.starts_with("https://") && !e.date.is_empty()), "{id}");
        assert!(platform.checked_on.year() >= 2026, "{id}");
        assert!(!platform.limit_reason.is_empty(), "{id}");
        assert_eq!(registry.get(id), Some(platform), "ids are unique");
        // The checks of an operator's file apply to the built-in platforms, too.
        let again = format!(r#"{{"platforms":[{{"id":"{id}"}}]}}"#);
        assert_eq!(violations_of(&again), [], "{id}");
    }
}

#[test]
fn the_platforms_of_a_new_site_are_prefilled_and_well_evidenced() {
    let registry = LinkRegistry::built_in();
    for id in registry.default_ids() {
        let platform = registry.get(id).expect("a known id");
        assert_eq!(platform.strategy, Strategy::Prefill, "{id}");
        assert_ne!(platform.confidence, Confidence::Low, "{id}");
    }
    assert!(registry.default_ids().iter().any(|id| id == "chatgpt"));
}

/// Whether a source of the year in which the entry was checked says this about filling in a prompt.
fn is_said(platform: &Platform, direction: EvidenceDirection) -> bool {
    let year = platform.checked_on.year().to_string();
    platform.evidence.iter().any(|source| source.direction == direction && source.date.starts_with(&year))
}

#[test]
fn sources_of_this_year_decide_whether_a_prompt_is_filled_in_and_copied() {
    for platform in LinkRegistry::built_in().iter() {
        let Platform { id, strategy, copies_prompt, .. } = platform;
        let (works, broken) =
            (is_said(platform, EvidenceDirection::Works), is_said(platform, EvidenceDirection::Broken));
        if *strategy == Strategy::Prefill {
            assert!(works, "{id}: no source of this year uses the address");
        }
        assert_eq!(*copies_prompt, *strategy == Strategy::Prefill && broken, "{id}");
    }
}

#[test]
fn a_doubtful_address_is_opened_with_the_prompt_that_was_also_copied() {
    let claude = LinkRegistry::built_in().get("claude").expect("built in");
    let link = claude.href("a prompt");
    assert_eq!((link.href.as_str(), link.copies_prompt), ("https://claude.ai/new?q=a%20prompt", true));
    let json = r#"{"platforms":[{"id":"claude","copiesPrompt":false},{"id":"grok","copiesPrompt":true}]}"#;
    let registry = LinkRegistry::with_overrides(json).expect("a good file");
    let copies = |id: &str| registry.get(id).expect("still there").href("a prompt").copies_prompt;
    assert_eq!((copies("claude"), copies("grok"), copies("chatgpt")), (false, true, false));
}

#[test]
fn an_alternative_address_fills_in_a_prompt_at_a_host_of_its_platform() {
    let mut count = 0;
    for platform in LinkRegistry::built_in().iter() {
        let host = |address: &str| {
            url::Url::parse(&address.replace(PROMPT_PLACEHOLDER, "")).expect("an address").host_str().map(str::to_owned)
        };
        for Alternative { url_template, note } in &platform.alternatives {
            count += 1;
            let mut violations = crate::shared::violation::Violations::new();
            check_url_template("t", url_template, &mut violations);
            assert!(violations.is_empty() && !note.is_empty(), "{}", platform.id);
            assert_eq!(host(url_template), host(&platform.url_template), "{}", platform.id);
        }
    }
    assert!(count > 0);
}

#[test]
fn what_no_source_of_this_year_shows_to_be_filled_in_is_copied() {
    for id in ["copilot", "m365_copilot", "mistral", "you", "phind", "gemini"] {
        let platform = LinkRegistry::built_in().get(id).expect("built in");
        let link = platform.href("a prompt");
        assert!(link.copies_prompt, "{id}");
        assert_eq!(link.href, platform.fallback, "{id}");
    }
}

#[test]
fn chatgpt_searches_so_that_it_reads_the_page() {
    let link = LinkRegistry::built_in().get("chatgpt").expect("built in").href("a prompt");
    assert!(link.href.contains("?hints=search&prompt="), "{}", link.href);
}

#[test]
fn a_prompt_that_fits_travels_in_the_address() {
    let link = LinkRegistry::built_in().get("chatgpt").expect("built in").href("What is a & b? ü");
    assert_eq!(link.href, "https://chatgpt.com/?hints=search&prompt=What%20is%20a%20%26%20b%3F%20%C3%BC");
    assert!(!link.copies_prompt);
}

#[test]
fn the_limit_is_kept_to_the_byte() {
    let chatgpt = LinkRegistry::built_in().get("chatgpt").expect("built in");
    let fixed = chatgpt.url_template.len() - PROMPT_PLACEHOLDER.len();
    let most = chatgpt.max_url_bytes as usize;
    let just_fits = chatgpt.href(&"a".repeat(most - fixed));
    assert_eq!((just_fits.href.len(), just_fits.copies_prompt), (most, false));
    let too_long = chatgpt.href(&"a".repeat(most - fixed + 1));
    assert_eq!((too_long.href.as_str(), too_long.copies_prompt), ("https://chatgpt.com/", true));
}

#[test]
fn a_platform_without_prefill_is_opened_after_the_prompt_was_copied() {
    let link = LinkRegistry::built_in().get("gemini").expect("built in").href("secret plans");
    assert_eq!((link.href.as_str(), link.copies_prompt), ("https://gemini.google.com/app", true));
}

#[test]
fn the_public_view_has_the_promised_fields() {
    let platform = PublicPlatform::from(LinkRegistry::built_in().get("gemini").expect("built in"));
    assert_eq!(
        serde_json::to_value(platform).expect("serializable"),
        serde_json::json!({
            "id": "gemini", "name": "Gemini", "strategy": "copy_then_open",
            "urlTemplate": "https://gemini.google.com/app", "maxUrlBytes": 2000,
            "fallback": "https://gemini.google.com/app"
        })
    );
}

#[test]
fn one_line_of_an_operators_file_stops_a_broken_prefill() {
    let json = r#"{"platforms":[{"id":"grok","strategy":"copy_then_open"}]}"#;
    let registry = LinkRegistry::with_overrides(json).expect("a good file");
    let link = registry.get("grok").expect("still there").href("a prompt");
    assert_eq!((link.href.as_str(), link.copies_prompt), ("https://grok.com/", true));
    assert_eq!(registry.get("chatgpt"), LinkRegistry::built_in().get("chatgpt"));
    assert_eq!(registry.iter().len(), LinkRegistry::built_in().iter().len());
}

#[test]
fn an_operators_platform_is_added_after_the_built_in_ones() {
    let registry =
        LinkRegistry::with_overrides(&new_platform("https://ai.example.com/chat?q={{prompt}}")).expect("good");
    let house = registry.iter().last().expect("not empty");
    assert_eq!(house.id, "house");
    assert_eq!(house.fallback, "https://ai.example.com/");
    assert_eq!(house.href("a b").href, "https://ai.example.com/chat?q=a%20b");
    assert!(LinkRegistry::built_in().get("house").is_none());
}

#[test]
fn an_operators_file_is_refused_with_every_reason_named() {
    let template = "platforms[0].urlTemplate";
    check_refused("{", "", "MALFORMED");
    check_refused(r#"{"platform":[]}"#, "", "MALFORMED");
    check_refused(r#"{"platforms":[{"id":"grok","maxUrlByte":1}]}"#, "", "MALFORMED");
    check_refused(&new_platform("http://ai.example.com/?q={{prompt}}"), template, "INVALID_URL");
    check_refused(&new_platform("https://ai.example.com/?q="), template, "MISSING_PLACEHOLDER");
    check_refused(&new_platform("https://ai.example.com/?q={{prompt}}&r={{prompt}}"), template, "REPEATED_PLACEHOLDER");
    check_refused(&new_platform("https://ai.example.com/{{id}}?q={{prompt}}"), template, "UNKNOWN_PLACEHOLDER");
    check_refused(&new_platform("https://me:pw@ai.example.com/?q={{prompt}}"), template, "INVALID_URL");
    check_refused(&new_platform("https://ai.example.com/a b?q={{prompt}}"), template, "INVALID_URL");
    check_refused(
        r#"{"platforms":[{"id":"grok","strategy":"telepathy"}]}"#,
        "platforms[0].strategy",
        "UNKNOWN_STRATEGY",
    );
    check_refused(r#"{"platforms":[{"id":"grok","maxUrlBytes":10}]}"#, "platforms[0].maxUrlBytes", "OUT_OF_RANGE");
    check_refused(r#"{"platforms":[{"id":"grok"},{"id":"grok"}]}"#, "platforms[1].id", "REPEATED");
    check_refused(
        r#"{"platforms":[{"id":"grok","fallback":"javascript:alert(1)"}]}"#,
        "platforms[0].fallback",
        "INVALID_URL",
    );
    check_refused(r#"{"platforms":[{"id":"gemini","strategy":"prefill"}]}"#, template, "MISSING_PLACEHOLDER");
    check_refused(
        &new_platform("https://ai.example.com/?q={{prompt}}").replace("house", "My House"),
        "platforms[0].id",
        "INVALID_ID",
    );
    check_refused(r#"{"defaultIds":["chatgpt","hal"]}"#, "defaultIds[1]", "UNKNOWN_PLATFORM");
    check_refused(r#"{"defaultIds":["chatgpt","chatgpt"]}"#, "defaultIds[1]", "REPEATED");
    let codes: Vec<String> = violations_of(r#"{"platforms":[{"id":"new"}]}"#).into_iter().map(|v| v.1).collect();
    assert_eq!(codes, ["MISSING", "MISSING", "MISSING"]);
}

#[test]
fn a_prompt_never_decides_which_host_is_opened() {
    for template in
        ["https://ai{{prompt}}.example.com/", "https://ai.example.com{{prompt}}", "https://{{prompt}}", "{{prompt}}"]
    {
        let mut violations = crate::shared::violation::Violations::new();
        check_url_template("t", template, &mut violations);
        assert!(!violations.is_empty(), "{template}");
    }
}

proptest! {
    #[test]
    fn no_file_makes_it_panic(json in ".{0,200}", template in ".{0,60}") {
        let _ = LinkRegistry::with_overrides(&json);
        let _ = LinkRegistry::with_overrides(&new_platform(&template));
        let _ = LinkRegistry::with_overrides(&new_platform(&format!("https://{template}{{{{prompt}}}}{template}")));
    }

    #[test]
    fn whatever_the_prompt_every_link_stays_on_its_host_and_within_its_limit(prompt in "\\PC{0,900}") {
        for platform in LinkRegistry::built_in().iter() {
            let link = platform.href(&prompt);
            prop_assert!(link.href.len() <= platform.max_url_bytes as usize);
            let opened = url::Url::parse(&link.href).expect("an address");
            let host_of = |address: &str| url::Url::parse(&address.replace(PROMPT_PLACEHOLDER, "")).expect("an address").host_str().map(str::to_owned);
            prop_assert!([host_of(&platform.url_template), host_of(&platform.fallback)].contains(&opened.host_str().map(str::to_owned)));
        }
    }
}

#[test]
fn a_file_of_someone_else_changes_only_entries_of_enabled_hosts() {
    let hosts = ["chatgpt.com".to_owned(), "claude.ai".to_owned()];
    let codes = |json: &str| -> Vec<String> {
        match LinkRegistry::with_overrides_of_hosts(json, &hosts) {
            Ok(_) => Vec::new(),
            Err(violations) => violations.into_iter().map(|violation| violation.code).collect(),
        }
    };
    let file = |platform: &str| format!(r#"{{ "date": "2026-11-20", "platforms": [{platform}] }}"#);
    for (json, expected) in [
        (file(r#"{ "id": "chatgpt", "urlTemplate": "https://chatgpt.com/?q={{prompt}}" }"#), vec![]),
        (file(r#"{ "id": "chatgpt", "urlTemplate": "https://www.chatgpt.com/?q={{prompt}}" }"#), vec![]),
        (file(r#"{ "id": "chatgpt", "urlTemplate": "https://evil.example/?q={{prompt}}" }"#), vec!["HOST_NOT_ENABLED"]),
        (
            file(r#"{ "id": "chatgpt", "urlTemplate": "https://chatgpt.com.evil.example/?q={{prompt}}" }"#),
            vec!["HOST_NOT_ENABLED"],
        ),
        (file(r#"{ "id": "chatgpt", "fallback": "https://notchatgpt.com/" }"#), vec!["HOST_NOT_ENABLED"]),
        // An entry of another host stays as it is, also if the new address is on an enabled one.
        (file(r#"{ "id": "grok", "strategy": "copy_then_open" }"#), vec!["HOST_NOT_ENABLED"; 4]),
        (r#"{ "platforms": [{ "id": "claude", "strategy": "copy_then_open" }] }"#.into(), vec!["MISSING"]),
        (r#"{ "date": "2026-11-20", "defaultIds": ["chatgpt"], "marks": false }"#.into(), vec!["NOT_ALLOWED"; 2]),
    ] {
        assert_eq!(codes(&json), expected, "{json}");
    }
    let own =
        LinkRegistry::with_overrides(&file(r#"{ "id": "grok", "strategy": "copy_then_open" }"#)).expect("a good file");
    assert_eq!(own.file_date().map(|date| date.to_string()).as_deref(), Some("2026-11-20"));
    assert_eq!(LinkRegistry::built_in().file_date(), None);
}
