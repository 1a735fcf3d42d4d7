//! Finds what a page's text states: prices, opening hours, contacts, deadlines, large numbers.
//!
//! Only the kind of statement is kept, never its words, so that no text of a page reaches a question by this way.

use std::{collections::BTreeSet, sync::LazyLock};

use regex::Regex;
use serde::{Deserialize, Serialize};

/// The maximum distance between a time range and a weekday in opening hours, in bytes.
const MAX_BYTES_TO_A_WEEKDAY: usize = 90;

/// A kind of statement on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageSign {
    /// An amount of money.
    Price,
    /// A range of hours with a weekday.
    OpeningHours,
    /// The date until which one may apply or register.
    Deadline,
    /// A telephone number or an email address.
    Contact,
    /// A number of people or things in the thousands.
    Count,
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant pattern")
}

static PRICE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?:[€£$¥₹]|R\$|\b(?:EUR|USD|GBP|CHF|BRL|JPY|AED|SAR))\s?\d",
        r"|\d\s?(?:€|£|円|元|(?:EUR|USD|GBP|CHF|kr|zł)\b|ريال|درهم|دينار|جنيه)",
    ))
});

static HOURS: LazyLock<Regex> = LazyLock::new(|| {
    const TIME: &str = r"\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\b\.?|Uhr|h(?:\d{2})?|時(?:\d{1,2}分|半)?)?";
    const TO: &str = r"\s?(?:[-–—~〜～]|to|until|bis|à|às|a|até|から|إلى)\s?(?:las\s|les\s)?";
    pattern(&format!("(?i){TIME}{TO}{TIME}"))
});

/// Units that make a range of numbers a range of hours.
const UNITS_OF_TIME: [&str; 6] = [":", "am", "pm", "uhr", "h", "時"];

static WEEKDAY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:week|every ?)days?\b|\bdaily\b",
        r"|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|werktag)(?:s|e)?\b|\btäglich\b",
        r"|\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?\b|tous les jours",
        r"|\b(?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)\b|todos los días",
        r"|\b(?:segunda|terça|quarta|quinta|sexta)s?\b|todos os dias",
        r"|[月火水木金土日]曜|平日|毎日|(?:السبت|الأحد|الاثنين|الإثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|يوميا)",
    ))
});

static DEADLINE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)\b(?:appl(?:y|ication)|entr(?:y|ies)|regist(?:er|ration)|submission|enrol)\w*[^.!?]{0,80}?\b(?:closes?|deadline|due|until|by)\b[^.!?]{0,30}\d",
        r"|\b(?:deadline|closing date)\b[^.!?]{0,30}\d",
        r"|\b(?:bewerb|anmeld|einschreib|einreich)\w*[^.!?]{0,80}?\bbis\b[^.!?]{0,30}\d|(?:bewerbungs|anmelde|einsende)(?:schluss|frist)[^.!?]{0,40}\d",
        r"|\b(?:inscri|candidat|dossier)\w*[^.!?]{0,80}?(?:jusqu|avant le|au plus tard|clôtur)[^.!?]{0,30}\d|date limite[^.!?]{0,40}\d",
        r"|\b(?:inscri|matr[íi]cul|solicitud|candidat)\w*[^.!?]{0,80}?(?:hasta|termina|cierra|antes del|até|encerra|prazo)[^.!?]{0,30}\d",
        r"|(?:fecha límite|plazo)[^.!?]{0,40}\d|(?:締め?切り?|応募期限|申込期限|申し込み期限)[^。]{0,30}\d|آخر موعد[^.]{0,40}[\d٠-٩]",
    ))
});

static CONTACT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)(?:tel|phone|call|ruf|fon|tél|llam|ligue|電話|هاتف)[^\d+]{0,20}\+?[\d(][\d\s()/.\-]{6,}",
        r"|\+\d{1,3}[\s(]\d[\d\s()/.\-]{5,}|[\w.+-]{1,60}@[\w-]{1,60}\.\w{2,}",
    ))
});

static COUNT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\d{1,3}(?:[.,\s\x{202f}\x{a0}’]\d{3})+\s\p{L}{3,}|\d,\d{3}(?:人|名|室|点|冊|校)"));

/// What a text states.
pub(super) fn signs_of(text: &str) -> BTreeSet<PageSign> {
    let found = [
        (PageSign::Price, PRICE.is_match(text)),
        (PageSign::OpeningHours, names_opening_hours(text)),
        (PageSign::Deadline, DEADLINE.is_match(text)),
        (PageSign::Contact, CONTACT.is_match(text)),
        (PageSign::Count, COUNT.is_match(text)),
    ];
    found.into_iter().filter(|(_, is_there)| *is_there).map(|(sign, _)| sign).collect()
}

fn names_opening_hours(text: &str) -> bool {
    HOURS.find_iter(text).any(|range| {
        let lower = range.as_str().to_lowercase();
        let start = text.floor_char_boundary(range.start().saturating_sub(MAX_BYTES_TO_A_WEEKDAY));
        let end = text.ceil_char_boundary((range.end() + MAX_BYTES_TO_A_WEEKDAY).min(text.len()));
        UNITS_OF_TIME.iter().any(|unit| lower.contains(unit)) && WEEKDAY.is_match(&text[start..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use PageSign::{Contact, Count, Deadline, OpeningHours, Price};

    #[test]
    fn statements_are_found_in_every_language() {
        for (text, expected) in [
            ("Adults £12.50, children free.", &[Price][..]),
            ("Jahresausweis 20,00 €", &[Price]),
            ("Ingresso R$ 16", &[Price]),
            ("お一人様22,000円から。", &[Price]),
            ("السعر 120 ريال", &[Price]),
            ("Open Tuesday to Saturday, 8am–2pm.", &[OpeningHours]),
            ("Montag bis Freitag 10–19 Uhr", &[OpeningHours]),
            ("Du lundi au vendredi de 9h à 12h", &[OpeningHours]),
            ("de lunes a viernes de 10:00 a 20:00", &[OpeningHours]),
            ("Terça a domingo, das 10h às 17h", &[OpeningHours]),
            ("平日は9時から17時まで", &[OpeningHours]),
            ("Applications for September close on 31 January 2027.", &[Deadline]),
            ("Die Anmeldung ist bis zum 5. Mai möglich.", &[Deadline]),
            ("Date limite de dépôt : le 3 mai.", &[Deadline]),
            ("La inscripción termina el 25 de septiembre.", &[Deadline]),
            ("Inscrições até 15 de janeiro.", &[Deadline]),
            ("申込期限は5月3日です。", &[Deadline]),
            ("Tél. 02 43 55 50 12", &[Contact]),
            ("Write to hello@example.com.", &[Contact]),
            ("11,400 students", &[Count]),
            ("92.000 Medien", &[Count]),
            ("Commune de 3 480 habitants", &[Count]),
        ] {
            assert_eq!(signs_of(text).into_iter().collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn numbers_that_state_no_fact_are_no_sign() {
        for text in [
            "",
            "Version 2.40 of git",
            "Chapters 3–5 for Monday",
            "See pages 10 to 20.",
            "Built in 1907",
            "Lodge 2",
            "We apply two coats of oil.",
            "ISBN 978-3-16-148410-0",
            "Die Wanderung dauert 3–4 Stunden.",
            "2026",
        ] {
            assert_eq!(signs_of(text), BTreeSet::new(), "{text}");
        }
    }

    #[test]
    fn a_long_text_without_an_end_of_a_statement_is_read_in_one_pass() {
        let text = "apply 1-2 +49 a@ ".repeat(4_000);
        assert!(!signs_of(&text).contains(&PageSign::OpeningHours));
    }
}
