//! Finds questions of a page that a reader may ask, too.
//!
//! They are in headings and in lists of questions. Questions in which the site refers to itself or addresses its
//! reader ("Why choose us?", "Haben Sie Fragen?") are left out: an assistant could not know who is meant.

use crate::{
    generation::facts::PageFacts, pages::language_guess::names_no_subject, shared::language_tag::primary_language,
    widget::config::MAX_QUESTION_CHARACTERS,
};

/// The maximum number of questions that are kept for a page.
const MAX_OWN_QUESTIONS: usize = 4;
/// The minimum length of a heading with a question, in characters.
const MIN_OWN_QUESTION_CHARACTERS: usize = 8;
/// The marks that end a question.
const MARKS: [char; 3] = ['?', '？', '؟'];
/// Words with which a site refers to itself or addresses its reader, in lower case.
const SPEAKERS: [(&str, &[&str]); 5] = [
    ("en", &["we", "us", "our", "ours"]),
    ("de", &["wir", "uns", "unser", "unsere", "unserem", "unseren", "unserer", "du", "dich", "dir", "dein", "deine"]),
    ("fr", &["nous", "notre", "nos", "vous", "votre", "vos", "tu", "ton", "ta", "tes"]),
    ("es", &["nosotros", "nuestro", "nuestra", "nuestros", "nuestras", "nos", "usted", "ustedes", "tu", "tus", "te"]),
    ("pt", &["nós", "nosso", "nossa", "nossos", "nossas", "conosco", "você", "vocês"]),
];
/// Such words in scripts without spaces between words, or with attached words.
const SPEAKERS_WITHIN: [&str; 13] = [
    "私たち",
    "わたしたち",
    "当社",
    "弊社",
    "当店",
    "当サイト",
    "当院",
    "あなた",
    "お客様",
    "お困り",
    "نحن",
    "لدينا",
    "لديك",
];
/// German words that address the reader when they are capitalized within a sentence.
const GERMAN_ADDRESSES: [&str; 7] = ["Sie", "Ihnen", "Ihr", "Ihre", "Ihrem", "Ihren", "Ihrer"];
/// Words with which a page asks for feedback: "Was this page helpful?"
const FEEDBACK_WORDS: [&str; 7] =
    ["helpful", "hilfreich", "utile ", "te ha servido", "ajudou", "役に立ちましたか", "مفيد"];
/// First words of questions that a page asks its reader: "Noch Fragen?", "Besoin d’aide ?".
const APPEALS: [(&str, &[&str]); 4] = [
    ("de", &["noch", "fragen", "lust", "bereit", "interesse", "schon", "neugierig"]),
    ("fr", &["besoin", "envie", "prêt", "prête", "prêts", "intéressé", "intéressée", "curieux", "déjà", "une", "des"]),
    ("es", &["listo", "lista", "listos", "dudas", "alguna", "todavía", "aún", "más"]),
    ("pt", &["pronto", "pronta", "dúvidas", "alguma", "ainda", "ficou", "quer", "gostou"]),
];
/// Spanish verbs that address the reader: "¿Quieres una demostración?"
const SPANISH_ADDRESSES: [&str; 12] = [
    "quieres",
    "tienes",
    "necesitas",
    "buscas",
    "sabes",
    "puedes",
    "prefieres",
    "eres",
    "conoces",
    "estás",
    "deseas",
    "dispuesto",
];
/// Words that ask for reasons, in lower case.
const WHY: [&str; 7] = ["why", "warum", "wieso", "pourquoi", "por qué", "por que", "なぜ"];
/// Words of questions that ask why one should choose a company.
const CHOICE: [&str; 12] =
    ["choose", "buy", "from", "with", "choisir", "elegir", "escolher", "a", "the", "la", "bei", "wählen"];
/// The first words of English questions. "Ready to go?" and "Forgot your password?" do not begin with one.
const ENGLISH_BEGINNINGS: [&str; 27] = [
    "what", "how", "why", "when", "where", "which", "who", "whom", "whose", "is", "are", "was", "were", "do", "does",
    "did", "can", "could", "should", "will", "would", "may", "must", "has", "have", "in", "for",
];

/// The questions that a page of the site `site_name` answers, in `language`. The main heading of the home page, `is_home`,
/// is a slogan.
pub(crate) fn own_questions_of(page: &PageFacts, site_name: &str, language: &str, is_home: bool) -> Vec<String> {
    let language = primary_language(language);
    let slogan = page.main_heading.as_deref().filter(|_| is_home);
    let headings = page.headings.iter().map(String::as_str).filter(|heading| Some(*heading) != slogan);
    let mut found: Vec<String> = Vec::new();
    for text in headings.chain(page.asked.iter().map(String::as_str)).map(str::trim) {
        let length = text.chars().count();
        if (MIN_OWN_QUESTION_CHARACTERS..=MAX_QUESTION_CHARACTERS / 2).contains(&length)
            && is_readers_question(text, language)
            && !is_advertising(text, site_name)
            && !found.iter().any(|other| other.to_lowercase() == text.to_lowercase())
        {
            found.push(text.to_owned());
        }
    }
    found.truncate(MAX_OWN_QUESTIONS);
    found
}

/// Whether a question only asks why one should choose the site: "Why Ostwind?"
fn is_advertising(text: &str, site_name: &str) -> bool {
    let lower = text.to_lowercase();
    let Some(rest) = WHY.iter().find_map(|why| lower.trim_start_matches('¿').strip_prefix(why)) else { return false };
    let name = site_name.to_lowercase();
    let mut words = rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| CHOICE.contains(&word) || name.contains(word))
}

/// Whether the site refers to itself or addresses its reader in a text ("Our services").
pub(crate) fn speaks_of_site(text: &str, language: &str) -> bool {
    let language = primary_language(language);
    if matches!(language, "ja" | "ar" | "zh" | "ko") {
        return SPEAKERS_WITHIN.iter().any(|word| text.contains(word));
    }
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let speakers = SPEAKERS.iter().filter(|(tag, _)| *tag == language).flat_map(|(_, speakers)| *speakers);
    let speakers: Vec<&str> = speakers.copied().collect();
    let addresses_visitor = language == "de" && words.clone().skip(1).any(|word| GERMAN_ADDRESSES.contains(&word));
    addresses_visitor || words.any(|word| speakers.contains(&word.to_lowercase().as_str()))
}

fn is_readers_question(text: &str, language: &str) -> bool {
    let asks_for_praise = || FEEDBACK_WORDS.iter().any(|word| text.to_lowercase().contains(word));
    if !text.ends_with(MARKS) || text.matches(MARKS).count() != 1 || speaks_of_site(text, language) || asks_for_praise()
    {
        return false;
    }
    if matches!(language, "ja" | "ar" | "zh" | "ko") {
        return true;
    }
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let appeals = APPEALS.iter().find(|(tag, _)| *tag == language).map_or(&[][..], |(_, words)| words);
    let is_appeal = lower.first().is_some_and(|first| appeals.contains(&first.as_str()));
    let speaks_to_visitor = match language {
        // "How do you prune a tree?" is anyone's question; "Do you prune trees?" is a question to the site.
        "en" => {
            lower.get(1).is_some_and(|word| word == "you")
                || lower.windows(2).any(|two| two[0] == "are" && two[1] == "you")
                || !ENGLISH_BEGINNINGS.contains(&lower.first().map_or("", String::as_str))
        }
        // The ending in "¿Por qué elegirnos?" refers to the site.
        "es" => lower.iter().any(|word| {
            SPANISH_ADDRESSES.contains(&word.as_str())
                || ["arnos", "ernos", "irnos"].iter().any(|ending| word.ends_with(ending))
        }),
        _ => false,
    };
    let has_subject = lower.iter().any(|word| word.chars().count() > 2 && !names_no_subject(word, language));
    words.len() >= 3 && has_subject && !speaks_to_visitor && !is_appeal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: &str, expected: bool, texts: &[&str]) {
        for text in texts {
            assert_eq!(is_readers_question(text, language), expected, "{text}");
        }
    }

    #[test]
    fn what_a_reader_may_ask_is_kept() {
        check("en", true, &["How long do resoled boots last?", "Which size do I need?", "How do you prune a tree?"]);
        check("de", true, &["Wie werde ich Mitglied?", "Was muss ich mitbringen?", "Wann blühen sie am schönsten?"]);
        check("fr", true, &["Comment tailler un pommier ?"]);
        check("es", true, &["¿Cómo se poda un manzano?", "¿Tiene garantía el producto?", "¿Necesita receta médica?"]);
        check("pt", true, &["Como podar uma macieira?"]);
        check("ja", true, &["登山靴はどう選びますか？"]);
        check("ar", true, &["كيف تختار الحذاء المناسب؟"]);
        check("nl", true, &["Hoe snoei ik een appelboom?"]);
    }

    #[test]
    fn a_question_that_only_praises_the_site_is_left_out() {
        for text in ["Why Ostwind?", "Warum Ostwind Wärme?", "¿Por qué Ostwind?", "Pourquoi choisir Ostwind ?"] {
            assert!(is_advertising(text, "Ostwind Wärme GmbH"), "{text}");
        }
        for text in ["Why does Ostwind measure twice?", "Warum tropft es?", "What is Ostwind?"] {
            assert!(!is_advertising(text, "Ostwind Wärme GmbH"), "{text}");
        }
    }

    #[test]
    fn a_question_to_the_visitor_or_about_the_site_itself_is_not_suggested() {
        check("en", false, &["Why choose us?", "How can we help?", "Do you have questions?", "Forgot your password?"]);
        check("en", false, &["Was this page helpful?"]);
        check("de", false, &["War diese Seite hilfreich?"]);
        check(
            "en",
            false,
            &["What are you looking for?", "Ready to start your journey?", "What is it?", "Boots? Which?"],
        );
        check(
            "de",
            false,
            &[
                "Noch Fragen zum Produkt?",
                "Lust auf eine Probefahrt?",
                "Haben Sie noch Fragen?",
                "Warum zu uns?",
                "Hast du Fragen?",
                "Wie pflegen Sie Ihre Schuhe?",
            ],
        );
        check(
            "fr",
            false,
            &[
                "Besoin d’aide ?",
                "Une question sur ce produit ?",
                "Pourquoi nous choisir ?",
                "Avez-vous des questions ?",
                "Une question ?",
            ],
        );
        check(
            "es",
            false,
            &["¿Quieres una demostración?", "¿Por qué elegirnos?", "¿Tienes preguntas sobre tu pedido?"],
        );
        check("pt", false, &["Quer uma demonstração grátis?", "Por que escolher a nossa loja?"]);
        check("ja", false, &["当社が選ばれる理由は？", "何かお困りですか？"]);
        check("ar", false, &["هل لديك سؤال عن الطلب؟"]);
    }
}
