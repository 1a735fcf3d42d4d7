//! The email with alerts to a person: its subject, and a part for each alert.
//!
//! Names and questions are strangers' texts: they are shown as text that no mail program turns into a link, and none is in the
//! subject.

use askline_domain::{
    alert_mails::told::ToldAlert,
    identity::mail_language::MailLanguage,
    report_text::quoted,
    webhooks::{
        facts::Fact,
        next_step::{Advice, advice},
    },
};

use super::{
    report::{ReportText, Section},
    words::named,
};

/// The text of an email about at least one alert, and about `more` that are only counted.
pub(super) fn text(language: MailLanguage, alerts: &[ToldAlert], more: u32) -> ReportText {
    let titled: Vec<&str> =
        alerts.iter().filter_map(|alert| advice(alert.kind)).map(|one| title(language, one)).collect();
    let subject = subject(language, &titled, more);
    let mut sections: Vec<Section> = alerts.iter().map(|alert| section(language, alert)).collect();
    if more > 0 {
        let title = match language {
            MailLanguage::En => format!("and {more} more"),
            MailLanguage::De => format!("und {more} weitere"),
        };
        sections.push(Section { title, ..Section::default() });
    }
    ReportText { heading: subject.clone(), subject, sections }
}

/// The page to which an email leads whose first alert this is.
pub(super) fn path_of(alert: &ToldAlert) -> Option<String> {
    advice(alert.kind).map(|advice| advice.page.path(alert.org_id, alert.site_id))
}

fn title(language: MailLanguage, advice: Advice) -> &'static str {
    match language {
        MailLanguage::En => advice.title,
        MailLanguage::De => advice.german_title,
    }
}

/// The only alert's title, or how many there are.
fn subject(language: MailLanguage, titles: &[&str], more: u32) -> String {
    let all = titles.len() + usize::try_from(more).unwrap_or(0);
    match (titles, more, language) {
        ([one], 0, _) => (*one).to_owned(),
        (_, _, MailLanguage::En) => format!("{all} alerts"),
        (_, _, MailLanguage::De) => format!("{all} Warnungen"),
    }
}

fn section(language: MailLanguage, alert: &ToldAlert) -> Section {
    let Some(advice) = advice(alert.kind) else { return Section::default() };
    let title = match &alert.site_name {
        Some(site) => format!("{}: {}", title(language, advice), named(site)),
        None => title(language, advice).to_owned(),
    };
    let fact = |fact: &Fact| {
        let fact = fact.clone().with_texts(quoted);
        match language {
            MailLanguage::En => fact.english(),
            MailLanguage::De => fact.german(),
        }
    };
    let mut lines: Vec<String> = alert.facts.iter().map(fact).collect();
    lines.push(
        match language {
            MailLanguage::En => advice.english,
            MailLanguage::De => advice.german,
        }
        .to_owned(),
    );
    Section { title, lines, ..Section::default() }
}

#[cfg(test)]
mod tests {
    use askline_domain::{
        alert_mails::due::MAX_SHOWN,
        mail::{Mail, MailContent},
    };
    use jiff::Timestamp;

    use super::{
        super::{letter::Letter, preview::every_mail},
        *,
    };

    #[test]
    fn the_largest_email_is_small_and_shows_no_text_of_a_stranger_as_markup_or_in_its_subject() {
        for language in MailLanguage::EVERY {
            let (_, content) = every_mail().into_iter().find(|(name, _)| *name == "alerts").expect("a preview");
            let MailContent::Alerts { mut alerts, unsubscribe, .. } = content else { panic!("alerts") };
            let text = "<漢&/:@".repeat(100);
            let mut largest = alerts.remove(0);
            largest.site_name = Some(text.clone());
            largest.facts = vec![Fact::Question { text: text.clone() }, Fact::Reason { text }];
            let alerts = vec![largest; usize::try_from(MAX_SHOWN).expect("a number")];
            let content = MailContent::Alerts { alerts, more: 7, brand: None, unsubscribe };
            let mail = Mail { to: "grace@example.com".into(), language, content, at: Timestamp::UNIX_EPOCH };
            let letter = Letter::of(&mail, "https://ask.example.com");
            let (text, html) = (letter.text().expect("text"), letter.html().expect("HTML"));
            assert!(text.len() + html.len() < 60 * 1024, "{} and {} bytes", text.len(), html.len());
            assert!(!html.contains("<漢") && !letter.subject.contains('漢'), "{}", letter.subject);
            assert!(letter.subject.starts_with(&format!("{} ", MAX_SHOWN + 7)), "{}", letter.subject);
        }
    }
}
