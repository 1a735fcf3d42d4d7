//! Numbers and days as people read them in reports.

use jiff::civil::Date;

use crate::{
    identity::mail_language::MailLanguage,
    reports::{
        digest::FigureName,
        period::{ReportKind, ReportPeriod},
    },
};

const GERMAN_MONTHS: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];

/// A count, with its thousands separated.
pub fn count(language: MailLanguage, number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut shown = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push(if language == MailLanguage::De { '.' } else { ',' });
        }
        shown.push(digit);
    }
    if number < 0 { format!("−{shown}") } else { shown }
}

/// A share as a percentage.
pub(super) fn percent(language: MailLanguage, share: f64) -> String {
    let number = count(language, (share * 100.0).round() as i64);
    if language == MailLanguage::De { format!("{number} %") } else { format!("{number}%") }
}

/// The value of a figure; a dash if it has none.
pub fn figure_value(language: MailLanguage, figure: FigureName, value: Option<f64>) -> String {
    let Some(value) = value else { return "–".to_owned() };
    match figure {
        FigureName::Asks | FigureName::AiReferrals => count(language, value.round() as i64),
        FigureName::CitationRate => percent(language, value),
        FigureName::AsksPer100Views => {
            let number = format!("{value:.1}");
            if language == MailLanguage::De { number.replace('.', ",") } else { number }
        }
    }
}

/// The days of a period.
pub fn days(language: MailLanguage, period: ReportPeriod) -> String {
    let window = period.window();
    let (from, to) = (window.from.date(), window.to.date());
    match (language, period.kind()) {
        (MailLanguage::En, ReportKind::Monthly) => from.strftime("%B %Y").to_string(),
        (MailLanguage::En, ReportKind::Weekly) => {
            let year = if from.year() == to.year() { "" } else { ", %Y" };
            let end = if from.month() == to.month() { "%-d, %Y" } else { "%b %-d, %Y" };
            format!("{}–{}", from.strftime(&format!("%b %-d{year}")), to.strftime(end))
        }
        (MailLanguage::De, ReportKind::Monthly) => format!("{} {}", german_month(from), from.year()),
        (MailLanguage::De, ReportKind::Weekly) => {
            let month = if from.month() == to.month() { String::new() } else { format!(" {}", german_month(from)) };
            let year = if from.year() == to.year() { String::new() } else { format!(" {}", from.year()) };
            format!("{}.{month}{year} – {}. {} {}", from.day(), to.day(), german_month(to), to.year())
        }
    }
}

fn german_month(date: Date) -> &'static str {
    usize::try_from(date.month() - 1).ok().and_then(|month| GERMAN_MONTHS.get(month)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_numbers_are_written_as_people_read_them() {
        for (name, english, german) in [
            ("2026-W47", "Nov 16–22, 2026", "16. – 22. November 2026"),
            ("2026-W49", "Nov 30–Dec 6, 2026", "30. November – 6. Dezember 2026"),
            ("2026-W53", "Dec 28, 2026–Jan 3, 2027", "28. Dezember 2026 – 3. Januar 2027"),
            ("2026-03", "March 2026", "März 2026"),
        ] {
            let period = ReportPeriod::parse(name).expect("a period");
            assert_eq!(
                (days(MailLanguage::En, period), days(MailLanguage::De, period)),
                (english.into(), german.into())
            );
        }
        let both = |number| [MailLanguage::En, MailLanguage::De].map(|language| count(language, number));
        assert_eq!(both(1_234_567), ["1,234,567", "1.234.567"]);
        assert_eq!(both(812), ["812", "812"]);
        assert_eq!(figure_value(MailLanguage::De, FigureName::AsksPer100Views, Some(9.24)), "9,2");
        assert_eq!(figure_value(MailLanguage::En, FigureName::CitationRate, Some(0.364)), "36%");
        assert_eq!(figure_value(MailLanguage::En, FigureName::CitationRate, None), "–");
    }
}
