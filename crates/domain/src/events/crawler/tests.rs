//! Tests of which user agents are crawlers.

use super::*;
use proptest::{prelude::any, prop_assert, prop_assert_eq, proptest};

/// Entries of the file of AI crawlers, each with a complete user agent as an example if the source gives one.
#[derive(Deserialize)]
struct Known {
    token: String,
    example: Option<String>,
    evidence: Vec<String>,
}

fn ai_crawlers() -> (Vec<Known>, serde_json::Value) {
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../../../data/services.json")).expect("valid JSON");
    (serde_json::from_value(file["crawlers"].clone()).expect("entries"), file["sources"].clone())
}

fn check(user_agent: &str, expected: Option<(&str, CrawlerPurpose)>) {
    let found = identify_crawler(user_agent).map(|crawler| (crawler.name, crawler.purpose));
    assert_eq!(found, expected, "{user_agent}");
}

#[test]
fn people_are_not_taken_for_crawlers() {
    let people = include_str!("people.txt");
    assert!(people.lines().count() > 60);
    for user_agent in people.lines() {
        check(user_agent, None);
    }
}

#[test]
fn every_known_ai_crawler_is_recognized_by_its_name() {
    let (crawlers, sources) = ai_crawlers();
    assert!(crawlers.len() > 100);
    for Known { token, example, evidence } in crawlers {
        let made = format!(
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; {token}/1.0; +https://example.com/bot)"
        );
        for user_agent in [Some(token.clone()), Some(token.to_uppercase()), Some(made), example].into_iter().flatten() {
            let found = identify_crawler(&user_agent).map(|crawler| crawler.name);
            assert_eq!(found, Some(token.as_str()), "{user_agent}");
        }
        assert!(!evidence.is_empty(), "{token}");
        for source in evidence {
            assert!(
                sources[&source]["address"].as_str().is_some_and(|address| address.starts_with("https://")),
                "{source}"
            );
            assert!(sources[&source]["date"].as_str().is_some_and(|date| !date.is_empty()), "{source}");
        }
    }
}

#[test]
fn crawlers_have_their_operator_and_purpose() {
    use CrawlerPurpose::*;
    let gptbot =
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.3; +https://openai.com/gptbot";
    check(gptbot, Some(("GPTBot", Training)));
    assert_eq!(identify_crawler(gptbot).and_then(|crawler| crawler.operator), Some("OpenAI"));
    check("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", Some(("Googlebot", SearchIndex)));
    check("Googlebot-Image/1.0", Some(("Googlebot-Image", SearchIndex)));
    check(
        "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
        Some(("facebookexternalhit", LinkPreview)),
    );
    check("WhatsApp/2.23.20.0", Some(("WhatsApp", LinkPreview)));
    check("Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)", Some(("AhrefsBot", Seo)));
    check(
        "Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)",
        Some(("Sogou web spider", SearchIndex)),
    );
}

#[test]
fn a_robot_on_a_device_is_a_robot() {
    use CrawlerPurpose::*;
    check("NewsBlur Feed Fetcher - 5 subscribers - http://www.newsblur.com/site/1/x", Some(("NewsBlur", FeedReader)));
    let phone = "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/41.0.2272.96";
    check(
        &format!("{phone} Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
        Some(("Googlebot", SearchIndex)),
    );
    let expanse = "Expanse, a Palo Alto Networks company, searches across the global IPv4 space";
    check(expanse, Some(("Expanse", SecurityScan)));
    let inside = phone.replace("Nexus 5X", "AhrefsBot/7.0");
    check(&inside, Some(("AhrefsBot", Seo)));
}

#[test]
fn a_library_is_a_reader_that_is_also_counted_as_a_library() {
    for (user_agent, library) in [
        ("", None),
        (" ", None),
        ("\t", None),
        ("curl/8.5.0", Some("curl")),
        ("python-requests/2.32.3", Some("python-requests")),
        ("Python/3.12 aiohttp/3.9.1", Some("aiohttp")),
        ("node", Some("Node.js")),
        ("node-fetch/1.0 (+https://github.com/bitinn/node-fetch)", Some("node-fetch")),
        ("Go-http-client/2.0", Some("Go")),
        ("okhttp/4.12.0", Some("okhttp")),
        ("nodepad/1.0", None),
        ("Rubyist/1.0", None),
        ("Mozilla/5.0 (Windows NT 10.0) curl/8", None),
    ] {
        check(user_agent, None);
        assert_eq!(identify_library(user_agent), library, "{user_agent}");
    }
    for user_agent in include_str!("people.txt").lines() {
        assert_eq!(identify_library(user_agent), None, "{user_agent}");
    }
}

#[test]
fn a_driven_browser_is_an_automated_one_unless_it_has_a_name_of_its_own() {
    let (name, purpose) = (AUTOMATED_BROWSER.name, CrawlerPurpose::Automated);
    for user_agent in [
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36",
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessEdg/142.0.0.0 Safari/537.36",
        "Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1",
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Playwright/1.50",
        "Mozilla/5.0 (Windows NT 10.0) Cypress/13.6 Chrome/142.0.0.0 Safari/537.36",
    ] {
        check(user_agent, Some((name, purpose)));
    }
    check(
        "Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot) HeadlessChrome/142.0.0.0",
        Some(("GPTBot", CrawlerPurpose::Training)),
    );
}

#[test]
fn a_robot_that_is_not_known_is_met_by_how_it_names_itself() {
    for user_agent in [
        "Mozilla/5.0 (compatible; QuuxlyBot/0.1; +https://quuxly.example/bot)",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Quuxly-Spider/2; +http://quuxly.example) Chrome/142.0.0.0 Safari/537.36",
        "Mozilla/5.0 (COMPATIBLE; quuxly crawler; +HTTPS://QUUXLY.EXAMPLE)",
        "NewThingBot/1.0 (+https://newthing.example/bot)",
        "NewThing-Fetcher/1.0 https://newthing.example/",
        "newthing_bot2 (http://newthing.example; ops@newthing.example)",
        "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36 newthing-crawler/3.1 (+https://newthing.example)",
        "LinkChecker/10.2 (+https://checker.example/)",
        "NewThing Monitor/2 (+www.newthing.example)",
    ] {
        let found = identify_crawler(user_agent).expect(user_agent);
        assert!(found.purpose == CrawlerPurpose::Other && found.operator.is_none(), "{user_agent}");
    }
    let first = "Mozilla/5.0 (compatible; Quuxlybot/0.1; +https://quuxly.example/)";
    check(first, Some(("unknown robots", CrawlerPurpose::Other)));
    for person in [
        "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)",
        "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0; Touch)",
        "Mozilla/5.0 (Linux; Android 13; CUBOT) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36",
        "Mozilla/5.0 (compatible; Konqueror/4.5; Linux; +https://konqueror.example)",
        "Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36 (https://app.example)",
        "Mozilla/5.0 (Linux; Android 13; CUBOT_X30) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile App/2 (https://app.example/)",
        "node-fetch/1.0 (+https://github.com/bitinn/node-fetch)",
        "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Reader/4.1 (https://robots.example/bot)",
        "NewThingBot/1.0",
    ] {
        check(person, None);
    }
}

#[test]
fn names_within_other_words_are_not_met() {
    check("Mozilla/5.0 (Linux; Android 13; DevinPhone) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36", None);
    check("Mozilla/5.0 (Linux; Android 13; CUBOT) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36", None);
    check("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36 my.curl/1", None);
}

#[test]
fn a_user_agent_is_ignored_beyond_its_first_kilobyte() {
    let long = format!("{}GPTBot/1.0", "a ".repeat(MAX_USER_AGENT_BYTES / 2));
    check(&long, None);
    check(&long[2 * 10..], Some(("GPTBot", CrawlerPurpose::Training)));
}

#[test]
fn names_are_short_and_printable() {
    for word in &CATALOGUE.words {
        let name = word.crawler.name;
        assert!((1..=60).contains(&name.len()), "{name:?}");
        assert!(name.bytes().all(|b| (b' '..=b'~').contains(&b)), "{name:?}");
        assert!(word.text.len() >= 3, "{name:?}");
    }
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../../../data/crawler_words.json")).expect("valid JSON");
    assert!(file["licence"].as_str().is_some_and(|licence| licence.starts_with("The MIT License")));
    assert!(file["checkedOn"].as_str().is_some_and(|date| date.parse::<jiff::civil::Date>().is_ok()));
}

proptest! {
    #[test]
    fn any_text_is_answered(user_agent in any::<String>()) {
        let _ = identify_crawler(&user_agent);
    }

    /// The automaton finds the same as a plain search for each word.
    #[test]
    fn it_finds_just_what_a_search_for_each_word_finds(
        before in "[a-zA-Z/;( ]{0,12}",
        place in any::<proptest::sample::Index>(),
        after in "[a-zA-Z/;) ]{0,12}",
    ) {
        let words = &CATALOGUE.words;
        let user_agent = format!("{before}{}{after}", words[place.index(words.len())].text);
        let text = user_agent.trim();
        let found = words.iter().any(|word| match word.matching {
            Matching::Within => text.contains(word.text),
            Matching::AtTheStart => text.starts_with(word.text),
            Matching::WholeWord => {
                let (text, token) = (text.to_lowercase(), word.text.to_lowercase());
                text.match_indices(&token).any(|(start, _)| word.is_at(text.as_bytes(), start, start + token.len()))
            }
        });
        prop_assert_eq!(identify_crawler(&user_agent).is_some(), found);
    }

    #[test]
    fn a_browser_with_any_version_is_a_person(major in 1_u16..400, build in 0_u32..1_000_000, patch in 0_u16..1_000) {
        let user_agent = format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{major}.0.{build}.{patch} Safari/537.36");
        prop_assert!(identify_crawler(&user_agent).is_none());
    }
}
