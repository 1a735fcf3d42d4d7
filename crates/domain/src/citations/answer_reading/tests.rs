//! Tests of how answers are read.

use proptest::prelude::*;

use super::*;

fn source(url: &str) -> EngineSource {
    EngineSource { url: url.into(), title: Some(" A \n title ".into()), page_known: true }
}

pub(super) fn answer(text: &str, cited: &[&str], consulted: &[&str]) -> EngineAnswer {
    let sources = |urls: &[&str]| urls.iter().map(|url| source(url)).collect();
    EngineAnswer {
        model: "m".into(),
        text: text.into(),
        searched: true,
        queries: vec![],
        cited: sources(cited),
        consulted: sources(consulted),
        dangling_markers: 0,
        billed_queries: 0,
        targets: std::collections::BTreeMap::new(),
        raw: "{}".into(),
    }
}

fn watched() -> Watched {
    let origins = ["https://shop.example.net", "http://localhost:3000", "http://127.0.0.1:1"];
    let competitors = [Competitor::of_domain("rival.com"), Competitor::of_domain("eu.example.com")];
    Watched::new(&site("Acme Tools", "www.example.com", &origins), &competitors)
}

pub(super) fn site(name: &str, domain: &str, origins: &[&str]) -> Site {
    let at = jiff::Timestamp::UNIX_EPOCH;
    Site {
        id: crate::shared::ids::Id::from_bits(1),
        org_id: crate::shared::ids::Id::from_bits(2),
        settings: crate::sites::SiteSettings {
            name: name.into(),
            domain: domain.into(),
            aliases: vec![],
            allowed_origins: origins.iter().map(ToString::to_string).collect(),
            timezone: "UTC".into(),
            ..crate::sites::SiteSettings::default()
        },
        created_at: at,
        updated_at: at,
        sightings: crate::sites::Sightings::default(),
    }
}

#[test]
fn an_alias_names_a_site_or_a_competitor_as_its_name_does() {
    let named = Competitor { domain: "rival.com".into(), aliases: vec!["Rival & Sons".into()] };
    let mut site = site("Acme Tools", "example.com", &[]);
    site.aliases = vec!["AcmeTools".into()];
    let watched = Watched::new(&site, &[named]);
    let mentions = |text: &str| {
        let read = watched.read(&answer(text, &[], &[]));
        (read.mentioned, read.competitors[0].mentioned)
    };
    assert_eq!(mentions("Take acmetools."), (true, false));
    assert_eq!(mentions("Take RIVAL & SONS, not Acme Tools."), (true, true));
    assert_eq!(mentions("Take AcmeToolsmiths or Rival."), (false, false));
}

#[test]
fn the_four_citation_outcomes_are_distinguished() {
    let own = "https://www.example.com/a";
    for (text, cited, consulted, outcome) in [
        ("Acme Tools", vec![own], vec![own], CitationOutcome::Cited),
        ("", vec!["https://shop.example.net/"], vec![], CitationOutcome::Cited),
        ("Acme Tools", vec!["https://rival.com"], vec![own], CitationOutcome::Consulted),
        ("See acme tools.", vec!["https://rival.com"], vec![], CitationOutcome::Mentioned),
        ("See blog.example.com.", vec![], vec![], CitationOutcome::Mentioned),
        ("Acme makes tools. notexample.com", vec!["https://example.com.evil.org"], vec![], CitationOutcome::Absent),
    ] {
        let read = watched().read(&answer(text, &cited, &consulted));
        assert_eq!(read.outcome, outcome, "{text} {cited:?}");
        assert_eq!((read.cited, read.position.is_some()), (outcome == CitationOutcome::Cited, read.cited));
    }
}

#[test]
fn the_position_is_the_place_among_distinct_pages() {
    let read = watched().read(&answer(
        "",
        &[
            "https://other.org/x?utm_source=openai",
            "http://www.other.org/x#:~:text=a",
            "javascript:alert(1)",
            "https://news.RIVAL.com:443/1",
            "https://eu.example.com/",
            "https://example.com/a?b=1&utm_medium=x",
            "https://example.com/a",
        ],
        &[],
    ));
    let shown: Vec<_> = read.cited_urls.iter().map(|url| (url.url.as_str(), url.position, url.owner)).collect();
    assert_eq!(
        shown,
        [
            ("https://other.org/x", 1, SourceOwner::Other),
            ("https://news.rival.com/1", 2, SourceOwner::Competitor),
            ("https://eu.example.com/", 3, SourceOwner::Competitor),
            ("https://example.com/a?b=1", 4, SourceOwner::Own),
            ("https://example.com/a", 5, SourceOwner::Own),
        ]
    );
    assert_eq!(read.position, Some(4));
    assert_eq!(read.cited_urls[0].title.as_deref(), Some("A title"));
    let positions: Vec<_> = read.competitors.iter().map(|one| (one.domain.as_str(), one.position)).collect();
    assert_eq!(positions, [("rival.com", Some(2)), ("eu.example.com", Some(3))]);
}

#[test]
fn a_citation_of_a_page_that_is_not_known_counts_for_the_site_and_for_no_page() {
    let front = || EngineSource { page_known: false, ..source("https://example.com/") };
    let mut answer = answer("Text.", &["https://example.com/"], &[]);
    answer.cited.insert(0, front());
    let read = watched().read(&answer);
    let cited: Vec<_> = read.cited_urls.iter().map(|page| (page.position, page.page_known)).collect();
    assert_eq!((read.outcome, cited), (CitationOutcome::Cited, vec![(1, false), (2, true)]));
    assert_eq!(watched().pages(&read.cited_urls), ["/"]);

    answer.cited = vec![front()];
    let read = watched().read(&answer);
    assert_eq!((read.outcome, read.position), (CitationOutcome::Cited, Some(1)));
    assert_eq!(watched().pages(&read.cited_urls), [""; 0]);
}

#[test]
fn only_pages_of_the_sites_own_hosts_count_by_their_path() {
    let watched = watched();
    let read = watched.read(&answer(
        "",
        &[
            "https://www.example.com/a%20b?x=1",
            "https://example.com/a%20b",
            "https://docs.example.com/d",
            "https://shop.example.net",
        ],
        &[],
    ));
    assert!(read.cited_urls.iter().all(|url| url.owner == SourceOwner::Own));
    assert_eq!(watched.pages(&read.cited_urls), ["/", "/a%20b"]);
}

#[test]
fn a_competitor_is_mentioned_by_its_domain_alone() {
    let read = watched().read(&answer("Try Rival, or RIVAL.com!", &[], &[]));
    assert_eq!((read.competitors[0].mentioned, read.competitors[0].cited), (true, false));
    assert!(!watched().read(&answer("Try Rival", &[], &[])).competitors[0].mentioned);
}

#[test]
fn a_site_that_is_called_like_its_domain_is_not_named_by_a_longer_one() {
    let watched = Watched::new(&site(" Example.com", "example.com", &[]), &[]);
    for text in ["my-example.com", "example.com-clone.net", "example.com.evil.net"] {
        assert!(!watched.read(&answer(text, &[], &[])).mentioned, "{text}");
    }
    assert!(watched.read(&answer("We like Example.com.", &[], &[])).mentioned);
}

#[test]
fn the_excerpt_shows_the_first_mention_or_link() {
    let far = "ü ".repeat(1_000);
    let mention = watched().read(&answer(&format!("{far}Acme Tools {far}"), &[], &[])).excerpt;
    assert_eq!((mention.chars().count(), mention.contains("Acme Tools")), (500, true));
    let url = "https://shop.example.net/x";
    let link = watched().read(&answer(&format!("{far}[1]({}) {far}", "https://SHOP.example.net/x"), &[url], &[]));
    assert!(!link.mentioned && link.excerpt.contains("SHOP"));
    let absent = watched().read(&answer(&far, &[], &[])).excerpt;
    assert!(absent.starts_with('ü') && absent.chars().count() == 500);
}

#[test]
fn an_answer_without_a_search_is_recorded_as_such() {
    let quiet = EngineAnswer { searched: false, ..answer("Acme Tools", &[], &[]) };
    let read = watched().read(&quiet);
    assert_eq!((read.searched, read.outcome), (false, CitationOutcome::Mentioned));
}

#[test]
fn what_is_kept_of_sources_is_bounded() {
    let many: Vec<String> = (0..500).map(|n| format!("https://other.org/{n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(watched().read(&answer("", &many, &[])).cited_urls.len(), MAX_SOURCES);
    // The owner of each page is determined before the list is cut.
    let own_last: Vec<&str> = many.iter().copied().chain(["https://example.com/a"]).collect();
    let read = watched().read(&answer("", &own_last, &own_last));
    assert_eq!((read.position, read.consulted, read.cited_urls.len()), (Some(501), true, MAX_SOURCES));
    assert_eq!(read.cited_urls[MAX_SOURCES - 1].owner, SourceOwner::Own);
    let long_query = format!("https://example.com/a?{}", "x".repeat(5_000));
    let long_path = format!("https://example.com/{}", "x".repeat(5_000));
    let read = watched().read(&answer("", &[&long_query, &long_path], &[]));
    assert_eq!(read.cited_urls.len(), 1);
    assert_eq!(read.cited_urls[0].url, "https://example.com/a");
}

proptest! {
    #[test]
    fn no_answer_makes_the_reader_panic(text in "\\PC{0,200}", urls in prop::collection::vec("\\PC{0,60}", 0..5)) {
        let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
        let read = watched().read(&answer(&text, &urls, &urls));
        prop_assert!(read.excerpt.chars().count() <= MAX_EXCERPT_CHARACTERS);
        prop_assert!(text.contains(&read.excerpt));
    }

    #[test]
    fn tracking_parameters_and_repeats_change_nothing(
        hosts in prop::collection::vec("(www\\.)?(example|rival|other|a\\.example)\\.com", 1..6),
        path in "[a-z]{0,5}", tracking in "(utm_[a-z]{1,5}=[a-z]{0,5}|fbclid=[a-z]{1,4})", fragment in "[a-z]{0,4}",
    ) {
        let plain: Vec<String> = hosts.iter().map(|host| format!("https://{host}/{path}")).collect();
        let tracked: Vec<String> = plain.iter().map(|url| format!("{url}?{tracking}#{fragment}")).collect();
        let both: Vec<&str> = plain.iter().chain(&tracked).map(String::as_str).collect();
        let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
        let tracked: Vec<&str> = tracked.iter().map(String::as_str).collect();
        let read = watched().read(&answer("", &plain, &plain));
        prop_assert_eq!(&read, &watched().read(&answer("", &tracked, &tracked)));
        prop_assert_eq!(&read, &watched().read(&answer("", &both, &both)));
        // The kept addresses are read the same way again.
        let kept: Vec<&str> = read.cited_urls.iter().map(|url| url.url.as_str()).collect();
        let again = watched().read(&answer("", &kept, &kept));
        let urls = |read: &AnswerReading| -> Vec<String> { read.cited_urls.iter().map(|url| url.url.clone()).collect() };
        prop_assert_eq!(urls(&read), urls(&again));
    }
}
