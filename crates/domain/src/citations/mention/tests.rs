//! Tests of mentions: spellings of names, and texts that only contain their letters.

use proptest::prelude::*;

use super::*;

fn wanted(name: &str) -> Wanted {
    let mut wanted = Wanted::default();
    wanted.add_name(0, name);
    wanted
}

fn is_named(text: &str, name: &str) -> bool {
    wanted(name).find(text).first(0).is_some()
}

fn domain(text: &str, domain: &str) -> Option<usize> {
    let mut wanted = Wanted::default();
    wanted.add_domain(0, domain);
    wanted.find(text).first(0)
}

fn check(cases: &[(&str, &str)], expected: bool) {
    for (text, name) in cases {
        assert_eq!(is_named(text, name), expected, "{name} in {text}");
    }
}

#[test]
fn a_name_is_found_in_each_of_its_spellings() {
    check(
        &[
            ("We like ACME, too.", "Acme"),
            ("**Acme**'s best", "acme"),
            ("the Acme\n  Tools shop", "Acme Tools"),
            ("das BÜCHERHAUS hat", "Bücherhaus"),
            ("das Buecherhaus und das Bucherhaus", "Bücherhaus"),
            ("das Bücherhaus", "Buecherhaus"),
            ("Café Zoe\u{301}", "Cafe Zoé"),
            ("Yahoo! is", "Yahoo!"),
            ("See acme tools.", "Acme Tools"),
            ("Try Ben’s Tools.", "Ben's Tools"),
            ("Try Bens Tools.", "Ben’s Tools"),
            ("Aqua\u{2011}Pure, AquaPure or Aqua Pure", "Aqua-Pure"),
            ("only AquaPure", "Aqua Pure"),
            ("only Aqua-Pure", "AquaPure"),
            ("only Aqua Pure", "Aquapure"),
            ("Hobel\u{AD}bank", "Hobelbank"),
            ("Rival und Söhne", "Rival & Söhne"),
            ("Rival & Söhne", "Rival und Söhne"),
            ("Rival+Söhne", "Rival & Söhne"),
            ("Dr Oetker", "Dr. Oetker"),
            ("Ａｃｍｅ", "Acme"),
            ("Studio24", "Studio 24"),
        ],
        true,
    );
}

#[test]
fn a_name_is_found_in_scripts_without_spaces() {
    check(
        &[
            ("彼は東京堂書店で", "東京堂"),
            ("推荐诚品书店的", "誠品書店"),
            ("네이버는", "네이버"),
            ("쿠팡에서 샀다", "쿠팡"),
            ("한빛 서점에서도", "한빛서점"),
            ("Acme의 도구", "Acme"),
            ("Acmeの道具", "Acme"),
            ("メルカリで買う", "メルカリ"),
            ("在京东买", "京东"),
            ("ｱｸﾒで", "アクメ"),
        ],
        true,
    );
}

#[test]
fn a_longer_word_or_another_host_is_no_mention() {
    check(
        &[
            ("Acmeist poets", "Acme"),
            ("placme", "acme"),
            ("HP is HP", "HP"),
            ("a.b.", "a.b."),
            ("nothing", "Acme"),
            ("", "Acme"),
            ("Acme", ""),
            ("aqua\u{2013}pure", "Aqua-Pure"),
            ("see acme.io, acme-tools.example and acme@example.com", "Acme"),
            ("use acme.js or acme_tools", "Acme"),
            ("a blue bird, a bluebird and a Bluebird", "Blue Bird"),
            ("in der Morgensonne am morgen", "Morgen"),
            ("メルカリショップス", "メルカリ"),
            ("京东方", "京东"),
            ("네이버웹툰", "네이버"),
            ("明月街", "明月"),
        ],
        false,
    );
}

#[test]
fn arabic_names_take_prefixes() {
    check(
        &[
            ("اشتريت من متجر وبمكتبتنا لنورستان", "نورستان"),
            ("في بالجزيرة وللجزيرة", "الجزيرة"),
            ("والجزيرة", "الجزيرة"),
        ],
        true,
    );
    check(&[("رجل كريم", "ريم"), ("النورستان", "نورستان"), ("نورستاني", "نورستان")], false);
}

#[test]
fn the_words_of_a_name_take_the_endings_of_their_language() {
    check(
        &[
            ("Das ist im Grünen Baum und auch bei", "Grüner Baum"),
            ("Nordwerks Angebot ist gut", "Nordwerk"),
            ("Książki kupisz w Zielonym Ogrodzie", "Zielony Ogród"),
            ("у «Зелёного сада» есть", "Зелёный сад"),
            ("Kirjatalosta saa kirjoja ja muuta", "Kirjatalo"),
        ],
        true,
    );
    check(
        &[
            ("The Nordwerks are from there", "Nordwerk"),
            ("kupisz w zielniku i w sklepie", "Zielnik"),
            ("огоньки на ёлке", "Огонёк"),
        ],
        false,
    );
}

#[test]
fn the_longer_name_of_another_owner_takes_precedence() {
    let mut wanted = wanted("Nordlicht");
    wanted.add_name(1, "Nordlicht Reisen");
    let found = |text: &str| {
        let found = wanted.find(text);
        (found.first(0), found.first(1))
    };
    assert_eq!(found("Nordlicht Reisen"), (None, Some(0)));
    assert_eq!(found("Nordlicht Reisen, Nordlicht"), (Some(18), Some(0)));
    wanted.add_name(2, "Nordlicht");
    assert_eq!(wanted.find("Nordlicht").first, [Some(0), None, Some(0)]);
}

#[test]
fn a_domain_counts_whole_and_with_names_below_it() {
    for text in [
        "see example.com.",
        "www.Example.com/a",
        "(blog.example.com)",
        "me@example.com",
        "example.com",
        "example.comの",
        "例えばexample.com",
        "example.com.Then",
    ] {
        assert!(domain(text, "example.com").is_some(), "{text}");
    }
    for text in ["myexample.com", "my-example.com", "example.com.evil.org", "example.community", "example.com-x"] {
        assert_eq!(domain(text, "example.com"), None, "{text}");
    }
    assert_eq!(domain("myexample.com, then example.com", "example.com"), Some(20));
}

#[test]
fn a_domain_of_other_letters_counts_in_both_its_forms() {
    for text in ["see Bücher.example", "at www.bücher.example/a", "at XN--bcher-kva.example."] {
        assert!(domain(text, "xn--bcher-kva.example").is_some(), "{text}");
    }
    for text in ["kochbücher.example", "bücher.example.org", "bucher.example"] {
        assert_eq!(domain(text, "xn--bcher-kva.example"), None, "{text}");
    }
    assert_eq!(domain("bücher.example, xn--bcher-kva.example", "xn--bcher-kva.example"), Some(0));
}

#[test]
fn a_host_belongs_to_the_longest_domain() {
    let mut wanted = Wanted::default();
    wanted.add_domain(0, "example.com");
    wanted.add_domain(1, "eu.example.com");
    wanted.add_name(2, "Booking.com");
    let found = |text: &str| wanted.find(text).first;
    assert_eq!(found("shop.eu.example.com"), [None, Some(0), None]);
    assert_eq!(found("us.example.com, Booking.com"), [Some(0), None, Some(16)]);
}

#[test]
fn the_place_is_a_byte_of_the_original() {
    let text = "İİ  straße Acme";
    assert_eq!(wanted("acme").find(text).first(0), text.find("Acme"));
}

#[test]
fn the_work_grows_with_the_text_alone() {
    let mut wanted = Wanted::default();
    for owner in 0..20 {
        wanted.add_name(owner, &format!("Aaa aaa aaa aaa aaa aaa aaa aaa {owner}"));
        wanted.add_name(owner, &"öe".repeat(40));
    }
    let attempts = |text: &str| wanted.find(text).attempts;
    for part in ["a", "aaa ", "oeö ", "ä", "[1] ", "a.a.", "한", "京", "aA", "a\u{308}", "<a href=\"data:a", "http://a"]
    {
        let (once, twice) = (attempts(&part.repeat(300)), attempts(&part.repeat(600)));
        assert!(twice <= 2 * once + 20_000, "{part}: {once}, {twice}");
    }
    assert!(attempts(&"a".repeat(1_000_000)) < 10_000);
}

proptest! {
    #[test]
    fn nothing_makes_it_panic_and_what_it_finds_is_a_place(text in "\\PC{0,80}", name in "\\PC{0,6}") {
        let mut wanted = wanted(&name);
        wanted.add_domain(1, &name);
        let found = wanted.find(&text);
        for place in [found.first(0), found.first(1)].into_iter().flatten() {
            prop_assert!(text.is_char_boundary(place));
        }
    }

    #[test]
    fn a_name_is_found_as_it_is_written(name in "[A-ZÄÖÜ][a-zäöüßéł]{3,8}( [A-Z][a-z]{2,6})?", text in "[a-z ,;]{0,40}") {
        let text = format!("{text}; {name}, {text}");
        prop_assert!(is_named(&text, &name));
    }
}
