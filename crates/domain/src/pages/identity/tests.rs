//! The shared cases, texts as people type them, and properties of identities.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

#[derive(serde::Deserialize)]
struct Cases {
    groups: Vec<Group>,
    #[serde(rename = "notPages")]
    not_pages: Vec<String>,
    readable: Vec<(String, String)>,
}

#[derive(serde::Deserialize)]
struct Group {
    source: String,
    settings: PageSettings,
    pages: BTreeMap<String, Vec<String>>,
}

fn cases() -> Cases {
    serde_json::from_str(include_str!("../../../../../testdata/page_identity_cases.json")).expect("cases")
}

fn settings(text: &str) -> PageIdentifier {
    PageIdentifier::new(&serde_json::from_str(text).expect("settings"))
}

#[test]
fn every_spelling_of_the_shared_cases_is_its_page() {
    let cases = cases();
    let mut count = cases.not_pages.len();
    for Group { source, settings, pages } in cases.groups {
        let identifier = PageIdentifier::new(&settings);
        for (expected, addresses) in pages {
            for address in &addresses {
                let url = parse_page(address).unwrap_or_else(|| panic!("{source}: {address:?} is an address"));
                assert_eq!(identifier.of_url(&url).as_str(), expected, "{source}: {address:?}");
                assert_eq!(identifier.of_text(address).as_str(), expected, "{source}: typed {address:?}");
            }
            assert_eq!(identifier.of_text(&expected).as_str(), expected, "{source}: a page is its own spelling");
            assert_eq!(
                identifier.of_text(&readable(&expected)).as_str(),
                expected,
                "{source}: its readable form finds it"
            );
            count += addresses.len();
        }
    }
    assert!(count >= 200, "{count} cases");
    for text in cases.not_pages {
        assert!(parse_page(&text).is_none(), "{text:?} is no page");
    }
    for (path, expected) in cases.readable {
        assert_eq!(readable(&path), expected);
    }
}

#[test]
fn a_typed_path_is_the_page_of_its_address() {
    let identifier = settings(r#"{ "queryParameters": [{ "name": "p" }], "hashRoutes": true }"#);
    for (typed, expected) in [
        ("/блог/первый", "/%D0%B1%D0%BB%D0%BE%D0%B3/%D0%BF%D0%B5%D1%80%D0%B2%D1%8B%D0%B9"),
        ("блог", "/%D0%B1%D0%BB%D0%BE%D0%B3"),
        (" /x/ ", "/x"),
        ("//x", "/x"),
        ("?p=4", "/?p=4"),
        ("/?p=4&q=1", "/?p=4"),
        ("/a b?p=с", "/a%20b?p=%D1%81"),
        ("/a/../b/./c", "/b/c"),
        ("/#/prices", "/#/prices"),
        ("https://example.com/x/#y", "/x"),
        ("", "/"),
        ("(other)", "(other)"),
    ] {
        assert_eq!(identifier.of_text(typed).as_str(), expected, "{typed}");
    }
    assert_eq!(identifier.folder_of_text("/блог/"), "/%D0%B1%D0%BB%D0%BE%D0%B3");
    assert_eq!(identifier.folder_of_text("/"), "");
    assert_eq!(identifier.of_text("/?p=4").path(), "/");
}

#[test]
fn what_would_make_an_identity_too_long_is_absent() {
    let identifier = settings(r#"{ "queryParameters": [{ "name": "p" }, { "name": "q" }], "hashRoutes": true }"#);
    let path = format!("/{}", "a".repeat(MAX_IDENTITY_BYTES - 5));
    assert_eq!(identifier.of_text(&format!("{path}?p=4")).as_str(), format!("{path}?p=4"));
    assert_eq!(identifier.of_text(&format!("{path}?p=44&q=5#/route")).as_str(), format!("{path}?q=5"));
}

fn address() -> impl Strategy<Value = String> {
    "https://example\\.com(/([a-z~.%/\\\\;()]|%[0-9A-Fa-f]{2}|ü|index\\.html|\\.\\.|;jsessionid=1){0,12}){0,4}(\\?p=[a-z%@0-9]{0,4})?(#!?/[a-z/%]{0,6})?"
}

proptest! {
    #[test]
    fn an_identity_is_its_own_identity(address in address()) {
        for text in ["{}", r#"{"distinct":["trailing_slash","index_files"]}"#,
            r#"{"queryParameters":[{"name":"p"}],"hashRoutes":true}"#] {
            let identifier = settings(text);
            let Some(url) = parse_page(&address) else { continue };
            let page = identifier.of_url(&url);
            prop_assert_eq!(identifier.of_text(&page), page.clone());
            prop_assert_eq!(identifier.of_text(&readable(&page)), page.clone());
            prop_assert!(page.is_ascii() && page.starts_with('/'));
            let of_page = Url::parse("https://example.com").expect("an address").join(&page.replacen("//", "/", 1)).expect("an address");
            prop_assert_eq!(identifier.of_url(&of_page), page);
        }
    }

    #[test]
    fn any_text_has_an_identity_within_the_limit(text in ".{0,300}") {
        let identifier = settings(r#"{"queryParameters":[{"name":"p"}],"hashRoutes":true}"#);
        let page = identifier.of_text(&text);
        prop_assert!(page.is_ascii());
        let _ = readable(&text);
    }
}
