//! Every kind of email in every language, with made-up names, for review before a release.

use askline_domain::{
    alert_mails::told::ToldAlert,
    channels::ChannelType,
    engines::Engine,
    identity::{mail_language::MailLanguage, role::Role},
    mail::{FactorChange, Mail, MailBrand, MailContent},
    organizations::brand::BrandAccent,
    reports::{
        digest::{FigureChange, FigureName, MailedChange, MailedFigure, MailedNeed, NeedCode, SiteDigest},
        news::{News, NewsCode, ToDo},
        period::{ReportKind, ReportPeriod},
    },
    shared::{
        calendar::Day,
        ids::{Id as _, OrgId, SiteId},
    },
    webhooks::{EventName, facts::Fact},
};
use jiff::{Timestamp, tz::TimeZone};

use super::letter::Letter;

/// When the emails of previews were written.
const SAMPLE_TIME: Timestamp = Timestamp::constant(1_772_446_500, 0);

/// A picture of one blue pixel.
const SAMPLE_LOGO: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOQ9Z8IAAGKAP4H8TdlAAAAAElFTkSuQmCC";

/// A preview of an email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// The file's name without its ending: `reset.de`.
    pub name: String,
    /// The subject.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML.
    pub html: String,
}

/// Renders every email that the instance at `public_url` may send.
pub fn previews(public_url: &str) -> Result<Vec<Preview>, String> {
    let mut found = Vec::new();
    for language in MailLanguage::EVERY {
        for (name, content) in every_mail() {
            let mail = Mail { to: "grace@example.com".into(), language, content, at: SAMPLE_TIME };
            let letter = Letter::of(&mail, public_url);
            found.push(Preview {
                name: format!("{name}.{language}"),
                text: letter.text().map_err(|error| error.to_string())?,
                html: letter.html().map_err(|error| error.to_string())?,
                subject: letter.subject,
            });
        }
    }
    Ok(found)
}

/// Every kind of email under its name, with made-up content.
pub fn every_mail() -> Vec<(&'static str, MailContent)> {
    let token = || "example".to_owned();
    let invitation = |inviter: &str| MailContent::Invitation {
        token: token(),
        organization: "Analytical Engines".into(),
        inviter: inviter.into(),
        role: Role::Member,
    };
    let recipient = |inviter: &str| MailContent::Recipient {
        token: token(),
        organization: "Analytical Engines".into(),
        inviter: inviter.into(),
    };
    let key = |name: &str| MailContent::KeyMade {
        org_id: OrgId::from_bits(0),
        organization: "Analytical Engines".into(),
        name: name.into(),
        masked: "ak_9fKq…x7Zb".into(),
    };
    let change = |undo| MailContent::AddressChange { email: "grace@example.org".into(), undo };
    vec![
        ("test", MailContent::Test),
        ("proof", MailContent::Proof { token: token(), is_new: false }),
        ("proof_of_new", MailContent::Proof { token: token(), is_new: true }),
        ("sign_up", MailContent::SignUp { token: token() }),
        ("account_exists", MailContent::AccountExists),
        ("reset", MailContent::Reset { token: token() }),
        ("restored", MailContent::Restored { token: token() }),
        ("invitation", invitation("Ada Lovelace")),
        ("invitation_by_address", invitation("ada@example.com")),
        ("invitation_by_operator", invitation("")),
        ("log_in", MailContent::LogIn { browser: "Firefox on Linux".into() }),
        (
            "log_in_digest",
            MailContent::LogInDigest { count: 3, browsers: vec!["Firefox on Linux".into(), String::new()] },
        ),
        ("log_in_digest_of_one", MailContent::LogInDigest { count: 1, browsers: vec!["Firefox on Linux".into()] }),
        ("password_changed", MailContent::PasswordChanged),
        ("access_revoked", MailContent::AccessRevoked),
        ("identity_linked", MailContent::IdentityChanged { provider: "Acme".into(), is_linked: true }),
        ("identity_unlinked", MailContent::IdentityChanged { provider: "Acme".into(), is_linked: false }),
        ("account_locked", MailContent::AccountLocked),
        ("second_factor_added", MailContent::SecondFactorChanged { change: FactorChange::TotpAdded }),
        ("second_factor_removed", MailContent::SecondFactorChanged { change: FactorChange::TotpRemoved }),
        ("passkey_added", MailContent::SecondFactorChanged { change: FactorChange::PasskeyAdded }),
        ("passkey_removed", MailContent::SecondFactorChanged { change: FactorChange::PasskeyRemoved }),
        ("recovery_codes_replaced", MailContent::SecondFactorChanged { change: FactorChange::RecoveryCodesReplaced }),
        ("recovery_code_used", MailContent::SecondFactorChanged { change: FactorChange::RecoveryCodeUsed }),
        ("second_factor_reset", MailContent::SecondFactorChanged { change: FactorChange::ResetByOperator }),
        ("wrong_codes", MailContent::WrongCodes),
        ("address_change", change(Some(token()))),
        ("address_change_of_unproven", change(None)),
        (
            "channel_disabled",
            MailContent::ChannelDisabled {
                org_id: OrgId::from_bits(0),
                organization: "Analytical Engines".into(),
                channel: "#seo".into(),
                channel_type: ChannelType::Slack,
            },
        ),
        ("alert", alerts(1, 0)),
        ("alerts", alerts(2, 7)),
        ("recipient", recipient("Ada Lovelace")),
        ("recipient_by_address", recipient("ada@example.com")),
        ("recipient_by_program", recipient("")),
        ("report", report(false, None)),
        ("report_without_account", report_without_account()),
        ("report_quiet", report(true, None)),
        ("report_with_brand", report(false, Some(brand(true)))),
        ("report_with_brand_alone", report(false, Some(brand(false)))),
        ("key_made", key("Nightly report")),
        ("key_made_without_name", key("")),
    ]
}

/// A made-up brand, whose accent no dark ground shows.
fn brand(measured_with: bool) -> MailBrand {
    MailBrand {
        name: "Difference Engines & Co".into(),
        accent: BrandAccent::of("#1d4f91"),
        reply_to: Some("reports@engines.example".into()),
        measured_with,
        logo_png: Some(SAMPLE_LOGO.into()),
    }
}

/// The report of a made-up site, to a recipient without an account.
fn report_without_account() -> MailContent {
    let MailContent::Report { period, mut sites, brand, unsubscribe, .. } = report(false, None) else {
        return MailContent::Test;
    };
    for site in &mut sites {
        site.needs.clear();
        site.to_do = None;
    }
    MailContent::Report { period, sites, more_sites: 1, brand, unsubscribe, has_no_account: true }
}

/// The report of a made-up site, after a quiet week or another one.
fn report(is_quiet: bool, brand: Option<MailBrand>) -> MailContent {
    let figure = |figure, value, previous, change| MailedFigure {
        figure,
        value: Some(value),
        previous: Some(previous),
        change: if is_quiet { FigureChange::None } else { change },
    };
    let question = "Which gear ratio suits steep streets?".to_owned();
    let lost = News {
        engine: Some(Engine::OpenAi),
        value: Some(0.3),
        previous: Some(0.66),
        ..News::plain(NewsCode::CitationLost, Some(question.clone()))
    };
    let news = vec![lost, News::count(NewsCode::AsksRose, None, 812, 655)];
    let change = MailedChange {
        is_rise: false,
        engine: Some(Engine::OpenAi),
        query: Some(question),
        before: (61, 90),
        after: (9, 34),
        passage: Some("For steep streets, garden.example advises a ratio of one to one.".into()),
    };
    let need = MailedNeed { code: NeedCode::CrawlerRefused, crawler: Some(("OAI-SearchBot".into(), 212)) };
    let rows = usize::from(!is_quiet);
    let site = SiteDigest {
        site_id: SiteId::from_bits(0),
        name: "Analytical Engines".into(),
        domain: "garden.example".into(),
        news: news.into_iter().take(2 * rows).collect(),
        to_do: Some(ToDo::AllowCrawler).filter(|_| !is_quiet),
        figures: vec![
            figure(FigureName::Asks, 812.0, 655.0, FigureChange::Rise),
            figure(FigureName::AiReferrals, 214.0, 208.0, FigureChange::None),
            figure(FigureName::AsksPer100Views, 9.2, 8.8, FigureChange::Untested),
            figure(FigureName::CitationRate, 0.36, 0.39, FigureChange::None),
        ],
        changes: [change].into_iter().take(rows).collect(),
        rising: [("/compare/belt-or-chain".to_owned(), 38, 9)].into_iter().take(rows).collect(),
        needs: [need].into_iter().take(rows).collect(),
    };
    let second = SiteDigest { name: "Difference Engines".into(), ..site.clone() };
    MailContent::Report {
        period: ReportPeriod::containing(ReportKind::Weekly, Day::of(SAMPLE_TIME, &TimeZone::UTC)),
        sites: [site, second].into_iter().take(1 + rows).collect(),
        more_sites: 0,
        brand,
        unsubscribe: "un_example".into(),
        has_no_account: false,
    }
}

/// An email with so many of two alerts, and `more` that are counted.
fn alerts(shown: usize, more: u32) -> MailContent {
    let alert = |kind, facts| ToldAlert {
        kind,
        org_id: OrgId::from_bits(0),
        site_id: Some(SiteId::from_bits(0)),
        site_name: Some("Analytical Engines".into()),
        at: SAMPLE_TIME,
        facts,
    };
    let question = Fact::Question { text: "Which chain fits a garden gate?".into() };
    let lost = vec![question, Fact::Engine { engine: Engine::OpenAi }, Fact::Rates { before: 0.62, after: 0.31 }];
    let dropped = vec![Fact::Visits { date: "2026-03-01".into(), visits: 12, expected: 40.4 }];
    let alerts = [alert(EventName::CitationLost, lost), alert(EventName::ReferralsDropped, dropped)];
    MailContent::Alerts {
        alerts: alerts.into_iter().take(shown).collect(),
        more,
        brand: None,
        unsubscribe: "un_example".into(),
    }
}

#[cfg(test)]
mod tests {
    use askline_domain::mail::MailKind;

    use super::*;

    #[test]
    fn every_mail_kind_is_rendered_in_every_language_without_text_in_another() {
        let previews = previews("https://ask.example.com").expect("every template renders");
        assert_eq!(previews.len(), every_mail().len() * MailLanguage::EVERY.len());
        for kind in MailKind::EVERY {
            assert!(every_mail().iter().any(|(_, content)| content.kind() == kind), "{kind} has no preview");
        }
        for preview in &previews {
            assert!(preview.html.contains("<html lang=") && !preview.text.is_empty(), "{}", preview.name);
            let is_german = preview.name.ends_with(".de");
            if !preview.name.contains("brand") {
                assert_eq!(preview.text.contains("Gesendet von Askline"), is_german, "{}", preview.name);
            }
        }
        for german in previews.iter().filter(|preview| preview.name.ends_with(".de")) {
            let english = german.name.replace(".de", ".en");
            let english = previews.iter().find(|preview| preview.name == english).expect("both languages");
            assert_ne!(english.subject, german.subject);
        }
    }
}
