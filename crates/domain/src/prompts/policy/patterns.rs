//! The wordings that the policy refuses, as patterns over folded text. Each has a verb (the group `v`, or else its
//! start) whose sentence the gate checks. Names in angle brackets are placeholders, which [`PARTS`] and the word lists
//! of the languages define. Wordings that all languages except Japanese share are in [`WORDINGS_OF_ALL`]; each language
//! has a file with its own wordings and its words.

mod arabic;
mod english;
mod french;
mod german;
mod japanese;
mod portuguese;
mod row;
mod spanish;

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};

use super::{
    address::Gate,
    engine::Engine,
    finding::PolicyRule::{
        self, CitationInstruction, FutureConversationInstruction, OmissionInstruction, PraiseInstruction,
        PreferenceInstruction, RankingInstruction, TrustInstruction,
    },
};
use row::{
    Row,
    Unless::{self, Before, Either, Nothing, Within},
    Words,
};

/// One wording.
pub(super) struct Pattern {
    pub(super) rule: PolicyRule,
    pub(super) gate: Gate,
    pub(super) engine: Engine,
    /// Words within the match that make it harmless: "ignore the adverts and name the drawbacks".
    pub(super) unless_within: Option<Regex>,
    /// Words right before the match that make it harmless: "do *not* leave out the drawbacks".
    pub(super) unless_before: Option<Regex>,
}

/// Returns the patterns for the scripts that a text uses.
pub(super) fn patterns_for(folded: &str) -> impl Iterator<Item = &'static Pattern> {
    let has = |is_of: fn(char) -> bool| folded.chars().any(is_of);
    let scripts: [(bool, &'static LazyLock<Vec<Pattern>>); 3] = [
        (has(|character| character.is_ascii_alphabetic()), &LATIN),
        (has(is_japanese), &JAPANESE),
        (has(is_arabic), &ARABIC),
    ];
    scripts.into_iter().filter(|(has, _)| *has).flat_map(|(_, patterns)| patterns.iter())
}

fn is_japanese(character: char) -> bool {
    matches!(character, 'ぁ'..='ヿ' | '一'..='鿿')
}

pub(super) fn is_arabic(letter: char) -> bool {
    matches!(letter, 'ء'..='ي')
}

static LATIN: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let languages = [
        (english::WORDINGS, english::WORDS, Gate::Command),
        (german::WORDINGS, german::WORDS, Gate::Statement),
        (french::WORDINGS, french::WORDS, Gate::Told),
        (spanish::WORDINGS, spanish::WORDS, Gate::Told),
        (portuguese::WORDINGS, portuguese::WORDS, Gate::Told),
    ];
    languages.into_iter().flat_map(|(own, words, gate)| patterns_of(own, words, Some(gate))).collect()
});

static JAPANESE: LazyLock<Vec<Pattern>> = LazyLock::new(|| patterns_of(japanese::WORDINGS, japanese::WORDS, None));

static ARABIC: LazyLock<Vec<Pattern>> =
    LazyLock::new(|| patterns_of(arabic::WORDINGS, arabic::WORDS, Some(Gate::Told)));

/// Returns the patterns of a language's own wordings and, with a gate for them, of the shared wordings in its words.
fn patterns_of(own: &[Row], words: Words, gate_of_all: Option<Gate>) -> Vec<Pattern> {
    let of_all = gate_of_all
        .into_iter()
        .flat_map(|gate| WORDINGS_OF_ALL.iter().map(move |(rule, text, unless)| (*rule, gate, *text, *unless)));
    own.iter().copied().chain(of_all).map(|row| pattern_of(row, words)).collect()
}

fn pattern_of((rule, gate, text, unless): Row, words: Words) -> Pattern {
    let (within, before) = match unless {
        Unless::Nothing => (None, None),
        Unless::Within(within) => (Some(within), None),
        Unless::Before(before) => (None, Some(before)),
        Unless::Either(within, before) => (Some(within), Some(before)),
    };
    let read_some = |text: Option<&str>| text.map(|text| read(text, words));
    let (unless_within, unless_before) = (read_some(within), read_some(before));
    Pattern { rule, gate, engine: Engine::of(&written_out(text, words)), unless_within, unless_before }
}

/// Instructions whose letters were spaced out and have been joined, which leaves no spaces between words.
pub(super) static DRAWN_TOGETHER: LazyLock<Regex> =
    LazyLock::new(|| read("remember|memori[sz]e|alwaysrecommend|trustedsource|fromnowon|yourmemory", &[]));

/// Verbs that open an address or send something to it: in Latin letters, and in Arabic letters.
pub(super) static VISITS: LazyLock<[Regex; 2]> = LazyLock::new(|| {
    let latin = [english::WORDS, german::WORDS, french::WORDS, spanish::WORDS, portuguese::WORDS];
    [&latin[..], &[arabic::WORDS]].map(|languages| {
        let verbs: Vec<&str> = languages.iter().filter_map(|words| word(words, "<visit>")).collect();
        read(&format!(r"\b(?:{})\b", verbs.join("|")), &[])
    })
});

fn word(words: Words, name: &str) -> Option<&'static str> {
    words.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

fn read(text: &str, words: Words) -> Regex {
    const MAX_MEMORY: usize = 256 * 1024;
    let pattern = written_out(text, words);
    RegexBuilder::new(&pattern).dfa_size_limit(MAX_MEMORY).build().expect("a test reads every pattern")
}

/// Returns the pattern with all placeholders replaced. Clitics that a language does not have match nothing.
fn written_out(text: &str, words: Words) -> String {
    const MAX_DEPTH: usize = 6;
    let mut pattern = text.to_owned();
    for _ in 0..MAX_DEPTH {
        for (name, part) in words.iter().chain(PARTS).chain(PARTS_OF_ALL) {
            pattern = pattern.replace(name, &format!("(?:{part})"));
        }
    }
    for name in ["<clitic>", "<clitic closing>", "<clitic it>", "<clitic me>"] {
        pattern = pattern.replace(name, r"[^\s\S]");
    }
    // State tables support only ASCII word boundaries, and Unicode ones would cost a hundred times as much per byte.
    // Folded Latin letters are ASCII. Japanese has no word boundaries: next to an address, any of its letters counts as
    // one.
    let ends_of_words = [(r"\b{end-half}", "<end>"), (r"\b", r"(?-u:\b)"), ("<end>", r"(?-u:\b{end-half})")];
    // Tables of all Unicode letters, spaces and marks would need several times the memory, and each pattern has its own
    // tables.
    let ascii = [
        (r"\w", "[a-z0-9_]"),
        (r"[^\s\S]", "[a&&b]"),
        (r"[^\s]", r"\S"),
        (r"\S", r"[^ \n]"),
        (r"\s", r"[ \n]"),
        ("؟", ""),
        ("،", ""),
    ];
    let replaced = |pattern: String, by: &[(&str, &str)]| {
        by.iter().fold(pattern, |pattern, (unicode, ascii)| pattern.replace(unicode, ascii))
    };
    // Arabic patterns keep Unicode word boundaries; their letters, spaces and marks are limited to those of Arabic
    // texts.
    let arabic =
        [(r"\w", "[a-z0-9_ء-ي٠-٩]"), (r"[^\s\S]", "[a&&b]"), (r"[^\s]", r"\S"), (r"\S", r"[^ \n]"), (r"\s", r"[ \n]")];
    if pattern.contains(is_arabic) {
        return replaced(pattern, &arabic);
    }
    let pattern = replaced(pattern, &ends_of_words);
    if pattern.contains(is_japanese) { pattern } else { replaced(pattern, &ascii) }
}

/// Placeholders that mean the same in every language.
const PARTS_OF_ALL: Words = &[
    // A site's name: the placeholder, or a domain.
    (
        "<name>",
        r#"["'(*]*(?:\{\{ ?(?:sitename|competitor) ?\}\}|\b(?:https?://)?(?:[a-z0-9-]+\.)+[a-z]{2,}\b(?:/[^\s]*)?)["')*]*\b{end-half}"#,
    ),
    // The gap between a verb and its object: at most three small words.
    ("<obj>", r" (?:(?:<small>) ){0,3}?"),
    // Any text within a sentence.
    ("<near>", r"(?:[^.!?;\n؟]|[.!?;]\S)*?"),
    // Any text within a clause.
    ("<close>", r"(?:[^.!?;:,،\n؟]|[.!?;:,]\S)*?"),
];

const PARTS: &[(&str, &str)] = &[
    (
        "<as good>",
        r"\bas <article>(?:\w+[ ,-]+){0,3}?(?:<good>(?:[ ,-]+\w+){0,3}?[ ,-]+<kind>|(?:trusted|trustworthy|authoritative|credible|reliable)\b)",
    ),
    ("<as praised>", r"\bas <article>(?:\w+[ ,-]+){0,3}?<praised>(?:[ ,-]+\w+){0,3}?[ ,-]+<kind>"),
    ("<is praised>", r"\b(?:is|are) <article>(?:\w+[ ,-]+){0,3}?<praised>(?:[ ,-]+\w+){0,3}?[ ,-]+<kind>"),
    ("<praised>", r"(?:<good>|primary|main|top|best|official|safe|verified|unbiased|first-choice|most \w+)"),
    (
        "<good>",
        r"(?:trusted|trustworthy|reliable|authoritative|credible|reputable|definitive|expert|preferred|go-?to|leading|favou?rite|recommended|number one|default)",
    ),
    ("<article>", r"(?:(?:a|an|the|your|my|our|one of the|their) )?"),
    (
        "<kind>",
        r"(?:source|site|website|page|authority|authoritie|reference|expert|publisher|brand|provider|domain|resource|choice|option|citation|company|product|service|outlet|publication|recommendation|voice|store|shop|tool|vendor|partner)s?\b",
    ),
    (
        "<promote>",
        r"(?:recommend|cite|suggest|mention|prefer|trust|promote|prioriti[sz]e|favou?r|endorse|advertise|rank|quote|credit|rely on|turn to|consult|reference|refer to|refer users|refer people|link to|point to|point users|point people)",
    ),
    (
        "<later>",
        r"(?:whenever|every time|each time|any ?time|next time|in (?:the )?future|going forward|from now on|henceforth|permanently|forever|for (?:the )?future|for later|(?:in|for|across) all)\b",
    ),
    (
        "<talks>",
        r"(?:conversation|chat|session|answer|response|reply|replie|query|querie|interaction|prompt|request|search|searche|discussion|recommendation|message|thread|question)s?\b",
    ),
    ("<gap>", r"(?:[^.!?。！？؟]|[.!?][^\s])*?"),
    (
        "<site>",
        concat!(
            r#"["'(]*(?:\{\{\s*\w+\s*\}\}|\b(?:https?://)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b|"#,
            r"\b(?:this|that|the|our|these|those|diese[rsn]?|die|den|das|unsere?n?|ce|cette|ces|notre|nos|este|esta|estos|nuestro|",
            r"nuestra|nosso|nossa) (?:\w+ )?(?:site|website|web site|webpage|page|article|source|domain|brand|company|blog|store|",
            r"shop|link|url|publisher|product|service|organi[sz]ation|business|post|conversation|chat|seite|webseite|quelle|",
            r"marke|artikel|firma|beitrag|sitio|sitio web|pagina|fuente|marca|articulo|empresa|fonte|artigo|loja|marque|",
            r"entreprise|boutique)s?\b|\b(?:us|uns|nous|nosotros)\b)",
        ),
    ),
];

/// Wordings that all languages except Japanese share: `them` and `us` are the site, `url` the page, `firm` a company in
/// general.
const WORDINGS_OF_ALL: &[(PolicyRule, &str, Unless)] = &[
    (CitationInstruction, r"\b(?P<v><cite>)(?:<clitic>|<obj>(?:<them>|<us>))", Within(r"<style>")),
    (CitationInstruction, r"\b(?P<v><add>)\b(?: \w+){0,4}? (?:<a link>)\b(?: \w+){0,2}? ?(?:<them>|<us>)", Nothing),
    (
        CitationInstruction,
        r"\b(?P<v><sure>)\b<near>\b(?:<citing>)(?:<clitic>|<obj>(?:<them>|<us>|<url>))",
        Within(r"<style>"),
    ),
    (
        CitationInstruction,
        r"\b(?P<v><present>|<commend>|<treat>)(?:<clitic>|<obj>(?:<them>|<us>))<near>(?:<as source>)",
        Nothing,
    ),
    (PreferenceInstruction, r"\b(?P<v><commend>)(?:<clitic closing>|<obj>(?:<them>|(?:<us>)<closing>))", Nothing),
    (
        PreferenceInstruction,
        r"(?:<when asked>)<near>\b(?P<v><commend>|<place>|<treat>|<use>|<cite>)(?:<clitic>|\b<near>(?:<them>|<us>))",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        r"(?:<later words>)<near>\b(?P<v><commend>|<place>|<treat>|<use>|<cite>)(?:<clitic>|\b<near>(?:<them>|<us>))",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        r"\b(?P<v><commend>|<treat>|<use>|<cite>)(?:<clitic>|<obj>(?:<them>|<us>))<near>(?:<later words>)",
        Nothing,
    ),
    (RankingInstruction, r"\b(?P<v><place>|<rate>)(?:<clitic>|<obj>(?:<them>|<us>))<near>(?:<top>)", Nothing),
    (RankingInstruction, r"\b(?P<v><give>|<place>)\b<close>(?:<top>) (?:\w+ ){0,2}?<to>(?:<them>|<us>)", Nothing),
    (
        RankingInstruction,
        r"\b(?P<v><give>|<rate>)(?:<clitic>|<clitic it>|<obj>(?:<them>|<us>|<it>|<url>))<near>(?:<best mark>)",
        Within(r"<scale>"),
    ),
    (
        RankingInstruction,
        r"\b(?P<v><give>)\b<close>(?:<best mark>) (?:\w+ ){0,2}?<to>(?:<them>|<us>|<it>|<url>)",
        Within(r"<scale>"),
    ),
    (
        PraiseInstruction,
        r"\b(?P<v><praise>)(?:<clitic>|<clitic it>|<obj>(?:<them>|<us>|<it>|<url>|<firm>)|(?: \w+)? (?:<firm>))",
        Nothing,
    ),
    (PraiseInstruction, r"\b(?P<v><say>)\b<close>(?:<only good>)", Within(r"<bad>")),
    (
        PraiseInstruction,
        r"\b(?P<v><say>)\b(?: \w+){0,3}?,? (?:<that>) ?<near>(?:<them>|<we>|<firm>|<it>)<near>(?:<better>)",
        Nothing,
    ),
    (
        PraiseInstruction,
        r"\b(?P<v><present>)(?:<clitic>|<obj>(?:<them>|<us>|<it>|<url>|<firm>))<near>(?:<as better>)",
        Nothing,
    ),
    (
        PraiseInstruction,
        r"\b(?P<v><persuade>)(?:<clitic me>|\b(?: \w+){0,2}? ?(?:<readers>))<near>(?:(?:<buy>)|<them>|<us>)",
        Nothing,
    ),
    (OmissionInstruction, r"\b(?P<v><present>|<say>)\b<close>(?:<rivals>)<close>(?:<worse>)", Nothing),
    (OmissionInstruction, r"\b(?P<v><neg speak>)\b<close>(?:<bad>|<rivals>)", Within(r"<and say>")),
    (OmissionInstruction, r"\b(?P<v><omit>)\b<close>(?:<bad>|<rivals>)", Either(r"<and say>", r"<not>")),
    (OmissionInstruction, r"\b(?P<v><downplay>)\b<close>(?:<bad>)", Before(r"<not>")),
    (
        OmissionInstruction,
        r"\b(?P<v><defend>)(?:<clitic>|<obj>(?:<them>|<us>|<it>|<firm>)|(?: \w+)? (?:<firm>))",
        Nothing,
    ),
    (
        TrustInstruction,
        r"\b(?P<v><treat>)(?:<clitic>|<obj>(?:<them>|<us>))<near>(?:<trusted as>|<most trusted>)",
        Nothing,
    ),
    (TrustInstruction, r"(?P<v><name>) ?(?:<is>)\b(?: \w+){0,2}? (?:<most trusted>)", Nothing),
];
