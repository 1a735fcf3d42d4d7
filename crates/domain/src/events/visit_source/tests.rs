//! Tests of where a visit came from.

use super::*;
use proptest::prelude::*;

const PAGE: &str = "example.com";

/// `expected` is the kind and the name, or empty for a visit from the same site.
fn check(referrer: &str, utm: [&str; 3], page_host: &str, expected: &str) {
    let [seen, source, medium, campaign] =
        [referrer, utm[0], utm[1], utm[2]].map(|text| (!text.is_empty()).then_some(text));
    let visit = classify_visit(seen, source, medium, campaign, page_host);
    let found = visit.map_or(String::new(), |visit| format!("{} {}", visit.kind, visit.name));
    assert_eq!(found, expected, "{referrer} {utm:?} on {page_host}");
}

fn check_referrer(referrer: &str, expected: &str) {
    check(referrer, ["", "", ""], PAGE, expected);
}

fn check_utm(source: &str, medium: &str, campaign: &str, expected: &str) {
    check("", [source, medium, campaign], PAGE, expected);
}

#[test]
fn assistants_are_known_by_their_referrer() {
    check_referrer("https://chatgpt.com/", "ai_assistant chatgpt");
    check_referrer("https://chat.openai.com/c/1", "ai_assistant chatgpt");
    check_referrer("https://www.perplexity.ai/search?q=x", "ai_assistant perplexity");
    check_referrer("https://gemini.google.com/", "ai_assistant gemini");
    check_referrer("https://copilot.microsoft.com", "ai_assistant copilot");
    check_referrer("https://l.meta.ai/", "ai_assistant meta_ai");
    check_referrer("https://you.com/", "ai_assistant you");
    check_referrer("https://chat.z.ai/", "ai_assistant zai");
    check_referrer("https://copilot.cloud.microsoft/", "ai_assistant m365_copilot");
    check_referrer("https://pi.ai/talk", "ai_assistant pi");
    check_referrer("https://alice.yandex.ru/", "ai_assistant alice");
    check_referrer("https://giga.chat/", "ai_assistant gigachat");
    check_referrer("https://gigachat.ru/", "ai_assistant gigachat");
    check_referrer("https://clova-x.naver.com/", "ai_assistant clova_x");
    check_referrer("android-app://com.openai.chatgpt/", "ai_assistant chatgpt");
    check_referrer("android-app://com.anthropic.claude", "ai_assistant claude");
}

#[test]
fn look_alikes_are_no_assistants() {
    check_referrer("https://www.gemini.com/", "other gemini.com");
    check_referrer("https://www.youtube.com/", "social youtube");
    check_referrer("https://youtu.be/x", "social youtube");
    check_referrer("https://www.metacritic.com/", "other metacritic.com");
    check_referrer("https://notchatgpt.com/", "other notchatgpt.com");
    check_referrer("https://chatgpt.com.evil.example/", "other chatgpt.com.evil.example");
    check_referrer("https://evil.example/?https://chatgpt.com/", "other evil.example");
    check_referrer("https://chatgpt.com@evil.example/", "other evil.example");
    check_referrer("https://openai.com/blog", "other openai.com");
    check_referrer("https://raspberrypi.ai/", "other raspberrypi.ai");
    check_referrer("https://x.naver.com/", "other x.naver.com");
    check_referrer("https://other.cloud.microsoft/", "other other.cloud.microsoft");
    check_referrer("https://claude.com/", "other claude.com");
    check_referrer("https://claude.monet.example/", "other claude.monet.example");
    check_referrer("https://www.bing.com/chatter", "search bing");
    check_referrer("https://github.com/copilot-tools/x", "social github");
    check_referrer("https://huggingface.co/models", "other huggingface.co");
    check_referrer("https://kagi.com/", "search kagi");
    check_utm("geminis", "", "", "campaign geminis");
    check_utm("newsletter", "chatgpt.com", "perplexity", "campaign newsletter");
    check_utm("", "ai-assistant", "(ai-assistant)", "campaign (ai-assistant)");
    check_utm("you", "", "", "campaign you");
    check_utm("https://chatgpt.com/evil", "", "", "campaign https://chatgpt.com/evil");
}

#[test]
fn assistants_are_known_by_their_utm_source() {
    check_utm("chatgpt.com", "", "", "ai_assistant chatgpt");
    check_utm(" ChatGPT.com ", "", "", "ai_assistant chatgpt");
    check_utm("www.chatgpt.com", "", "", "ai_assistant chatgpt");
    check_utm("https://chatgpt.com/", "", "", "ai_assistant chatgpt");
    check_utm("openai", "referral", "x", "ai_assistant chatgpt");
    check_utm("perplexity", "", "", "ai_assistant perplexity");
    check("https://www.google.com/", ["claude.ai", "", ""], PAGE, "ai_assistant claude");
    check("https://example.com/a", ["chatgpt.com", "", ""], PAGE, "ai_assistant chatgpt");
}

#[test]
fn an_assistants_referrer_outweighs_another_campaign() {
    check("https://chatgpt.com/", ["newsletter", "email", "june"], PAGE, "ai_assistant chatgpt");
    check("https://chatgpt.com/", ["perplexity", "", ""], PAGE, "ai_assistant perplexity");
}

#[test]
fn a_click_on_an_assistants_advertisement_is_a_campaign() {
    for medium in ["cpc", "PPC", "cpm", "display", "paid", "paid_search", "paid-chat"] {
        check_utm("chatgpt.com", medium, "spring", "campaign chatgpt.com");
        check("https://chatgpt.com/", ["chatgpt", medium, "spring"], PAGE, "campaign chatgpt");
        check("https://chatgpt.com/", ["", medium, "spring"], PAGE, "campaign spring");
        check("https://example.com/a", ["chatgpt.com", medium, ""], PAGE, "");
    }
    // These are not advertising: a link from the site's newsletter that was opened in an assistant, and values of
    // `utm_medium` that assistants set themselves.
    check("https://chatgpt.com/", ["newsletter", "email", "june"], PAGE, "ai_assistant chatgpt");
    check_utm("chatgpt.com", "referral", "", "ai_assistant chatgpt");
    check_utm("chatgpt.com", "ai-assistant", "", "ai_assistant chatgpt");
}

#[test]
fn search_engines_are_known_in_every_country_but_not_their_other_services() {
    check_referrer("https://www.google.com/", "search google");
    check_referrer("https://www.google.co.uk/search?q=x", "search google");
    check_referrer("https://google.com.br", "search google");
    check_referrer("https://www.google.cat/", "search google");
    check_referrer("https://news.google.com/", "search google");
    check_referrer("https://images.google.de/", "search google");
    check_referrer("https://mail.google.com/", "other mail.google.com");
    check_referrer("https://docs.google.com/", "other docs.google.com");
    check_referrer("https://google.evil.example/", "other google.evil.example");
    check_referrer("https://cn.bing.com/", "search bing");
    check_referrer("https://duckduckgo.com/", "search duckduckgo");
    check_referrer("https://yandex.ru/", "search yandex");
    check_referrer("https://ya.ru/", "search yandex");
    check_referrer("https://mail.yandex.ru/", "other mail.yandex.ru");
    check_referrer("https://pan.baidu.com/", "other pan.baidu.com");
    check_referrer("https://r.search.yahoo.com/", "search yahoo");
    check_referrer("https://finance.yahoo.com/", "other finance.yahoo.com");
    check_referrer("android-app://com.google.android.googlequicksearchbox/", "search google");
    check_utm("google", "organic", "", "search google");
    check_utm("google", "cpc", "spring", "campaign google");
}

#[test]
fn networks_have_the_ids_of_the_share_buttons() {
    check_referrer("https://t.co/abc", "social x");
    check_referrer("https://twitter.com/", "social x");
    check_referrer("https://l.facebook.com/l.php?u=x", "social facebook");
    check_referrer("https://lnkd.in/x", "social linkedin");
    check_referrer("https://old.reddit.com/", "social reddit");
    check_referrer("https://news.ycombinator.com/item?id=1", "social hackernews");
    check_referrer("https://go.bsky.app/", "social bluesky");
    check_referrer("https://mastodon.social/", "social mastodon");
    check_referrer("android-app://com.linkedin.android", "social linkedin");
    check_utm("twitter", "social", "", "social x");
    check_utm("Facebook", "", "", "social facebook");
    check_utm("facebook", "paid_social", "", "campaign facebook");
    for target in crate::platforms::social_network::iter().filter(|target| target.url_template.starts_with("https:")) {
        check_utm(&target.id, "social", "", &format!("social {}", target.id));
    }
}

#[test]
fn a_campaign_is_named_by_its_source() {
    check_utm("Spring-Sale", "", "", "campaign spring-sale");
    check_utm("a\u{0}b\u{7f}\tc", "", "", "campaign abc");
    check_utm(&"ä".repeat(70), "", "", &format!("campaign {}", "ä".repeat(64)));
    check_utm("", "", "launch", "campaign launch");
    check_utm("", "email", "", "campaign email");
    check_utm(" \u{0} ", "", "", "direct direct");
    check("https://www.google.com/", ["june", "", ""], PAGE, "campaign june");
}

#[test]
fn steps_within_a_site_are_no_visits() {
    check("https://example.com/a", ["", "", ""], "example.com", "");
    check("https://www.example.com/a", ["", "", ""], "example.com", "");
    check("https://example.com/a", ["", "", ""], "www.Example.com", "");
    check("https://blog.example.com/", ["", "", ""], "example.com", "");
    check("https://example.com/", ["", "", ""], "shop.example.com", "");
    check("http://localhost:3000/", ["", "", ""], "localhost", "");
    check("https://example.com/", ["newsletter", "", ""], "example.com", "");
    check("https://notexample.com/", ["", "", ""], "example.com", "other notexample.com");
    check("https://com/", ["", "", ""], "example.com", "other com");
    check("https://a.example.com/", ["", "", ""], "b.example.com", "other a.example.com");
    check("https://www.google.com/", ["", "", ""], "", "search google");
}

#[test]
fn without_a_trace_a_visit_is_direct() {
    for referrer in ["", "about:blank", "not an address", "chrome-extension://abcdef/", "https://"] {
        check_referrer(referrer, "direct direct");
    }
    check_referrer("https://Bücher.example/x", "other xn--bcher-kva.example");
    check_referrer("android-app://com.google.android.gm/", "other com.google.android.gm");
}

#[test]
fn every_platform_that_can_refer_has_one_id() {
    let registry = crate::platforms::link_registry::LinkRegistry::built_in();
    for platform in registry.iter().filter(|platform| !matches!(platform.id.as_str(), "google_ai_mode" | "brave_ask")) {
        let host = url::Url::parse(&platform.fallback).expect("an address").to_string();
        if let Some(visit) = classify_visit(Some(&host), None, None, None, PAGE)
            && visit.kind == VisitKind::AiAssistant
        {
            assert_eq!(visit.name, platform.id);
        }
    }
    assert!(ai_assistant_ids().contains(&"chatgpt"));
    assert!(ai_assistant_ids().len() >= 30);
}

#[test]
fn kinds_read_back_as_they_are_written() {
    for kind in VisitKind::EVERY {
        assert_eq!(kind.as_str().parse(), Ok(kind));
        assert_eq!(serde_json::to_value(kind).expect("serializable"), kind.as_str());
    }
    assert!("AiAssistant".parse::<VisitKind>().is_err());
}

proptest! {
    #[test]
    fn any_input_gives_a_short_clean_name(
        referrer in prop::option::of("(https?://|android-app://)?\\PC{0,300}"),
        source in prop::option::of(any::<String>()),
        medium in prop::option::of(any::<String>()),
        campaign in prop::option::of(any::<String>()),
        page_host in "\\PC{0,60}",
    ) {
        let visit = classify_visit(referrer.as_deref(), source.as_deref(), medium.as_deref(), campaign.as_deref(), &page_host);
        if let Some(visit) = visit {
            prop_assert!(!visit.name.is_empty());
            prop_assert!(visit.name.len() <= 256);
            prop_assert!(!visit.name.chars().any(char::is_control));
        }
    }

    #[test]
    fn a_referrer_on_the_pages_own_host_is_never_a_visit(host in "[a-z]{1,10}(\\.[a-z]{2,10}){1,3}", path in "[a-z/]{0,10}") {
        let referrer = format!("https://{host}/{path}");
        prop_assert_eq!(classify_visit(Some(&referrer), None, None, None, &host), None);
    }
}
