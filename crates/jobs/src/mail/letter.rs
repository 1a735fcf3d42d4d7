//! An email as text and as HTML, with the same content in both.
//!
//! The HTML template escapes everything, and names that people chose are made harmless beforehand (`words.rs`).

use askama::Template;
use askline_domain::{
    identity::mail_language::MailLanguage,
    mail::{Mail, MailBrand, MailContent},
    organizations::brand::BrandAccent,
};

use super::{
    alerts, english, german,
    report::{self, Section},
    words::named,
};

/// The content of an email, before it is rendered.
pub(super) struct Letter {
    /// The language's code.
    pub language: &'static str,
    /// The subject. It contains no text that a person chose.
    pub subject: String,
    /// The first line.
    pub heading: String,
    /// The paragraphs of the text.
    pub paragraphs: Vec<String>,
    /// The parts of a report.
    pub sections: Vec<Section>,
    /// The button.
    pub button: Option<Button>,
    /// Further notes.
    pub notes: Vec<String>,
    /// The sender.
    pub footer: String,
    /// The name of the brand at its head.
    pub brand: Option<String>,
    /// Whether the email contains the brand's logo.
    pub has_logo: bool,
    /// The colors of the button and of links.
    pub look: Look,
    /// The address that ends emails of this kind, for mail programs.
    pub unsubscribe: Option<String>,
}

/// The name of the part of an email that is its logo.
pub(super) const LOGO_PART: &str = "logo";

/// The colors of actions in an email.
pub(super) struct Look {
    /// The button.
    pub shape: String,
    /// The text on the button.
    pub on_shape: String,
    /// Links on a light ground.
    pub text: String,
    /// Links on a dark ground.
    pub dark_text: String,
}

impl Look {
    fn of(accent: Option<&BrandAccent>) -> Self {
        match accent {
            None => Self {
                shape: "#0b6e63".into(),
                on_shape: "#ffffff".into(),
                text: "#0b6e63".into(),
                dark_text: "#3ec9b6".into(),
            },
            Some(BrandAccent { light, dark }) => Self {
                shape: light.shape.clone(),
                on_shape: light.on_shape.clone(),
                text: light.text.clone(),
                dark_text: dark.text.clone(),
            },
        }
    }
}

/// The brand of a report.
pub(super) fn brand_of(content: &MailContent) -> Option<&MailBrand> {
    match content {
        MailContent::Report { brand, .. } | MailContent::Alerts { brand, .. } => brand.as_ref(),
        _ => None,
    }
}

/// A link as a button.
pub(super) struct Button {
    /// Its label.
    pub label: String,
    /// Its target.
    pub url: String,
}

#[derive(Template)]
#[template(path = "letter.txt", escape = "none")]
struct TextLetter<'a> {
    letter: &'a Letter,
}

#[derive(Template)]
#[template(path = "letter.html")]
struct HtmlLetter<'a> {
    letter: &'a Letter,
}

impl Letter {
    /// The text of an email from the instance at `public_url`.
    pub fn of(mail: &Mail, public_url: &str) -> Self {
        let brand = brand_of(&mail.content);
        let footer = match (mail.language, brand) {
            (MailLanguage::En, None) => english::footer(public_url),
            (MailLanguage::De, None) => german::footer(public_url),
            (MailLanguage::En, Some(brand)) => english::footer_of(&named(&brand.name), brand.measured_with),
            (MailLanguage::De, Some(brand)) => german::footer_of(&named(&brand.name), brand.measured_with),
        };
        let words = match mail.language {
            MailLanguage::En => english::words(mail),
            MailLanguage::De => german::words(mail),
        };
        let link = path_of(&mail.content).map(|path| format!("{public_url}{path}"));
        let report = match &mail.content {
            MailContent::Report { period, sites, more_sites, has_no_account, .. } => {
                Some(report::text(mail.language, *period, sites, (*more_sites, *has_no_account)))
            }
            MailContent::Alerts { alerts, more, .. } => Some(alerts::text(mail.language, alerts, *more)),
            _ => None,
        };
        let unsubscribe = match &mail.content {
            MailContent::Report { unsubscribe, .. } | MailContent::Alerts { unsubscribe, .. } => {
                Some(format!("{public_url}/unsubscribe/{unsubscribe}"))
            }
            _ => None,
        };
        let mut notes = words.notes;
        notes.extend(unsubscribe.iter().map(|address| match mail.language {
            MailLanguage::En => english::unsubscribe(address),
            MailLanguage::De => german::unsubscribe(address),
        }));
        let (subject, heading, sections) = match report {
            Some(report) => (report.subject, report.heading, report.sections),
            None => (words.subject.to_owned(), words.subject.to_owned(), Vec::new()),
        };
        let button = words.button.zip(link).map(|(label, url)| Button { label: label.to_owned(), url });
        Self {
            language: mail.language.as_str(),
            subject,
            heading,
            paragraphs: words.paragraphs,
            sections,
            button,
            notes,
            footer,
            brand: brand.map(|brand| named(&brand.name)),
            has_logo: brand.is_some_and(|brand| brand.logo_png.is_some()),
            look: Look::of(brand.and_then(|brand| brand.accent.as_ref())),
            unsubscribe,
        }
    }

    /// The email as plain text.
    pub fn text(&self) -> Result<String, askama::Error> {
        TextLetter { letter: self }.render()
    }

    /// The email as HTML.
    pub fn html(&self) -> Result<String, askama::Error> {
        HtmlLetter { letter: self }.render()
    }
}

/// The path to which the email's button leads. Tokens come after `#`, because browsers do not send that part to
/// servers.
fn path_of(content: &MailContent) -> Option<String> {
    match content {
        MailContent::Proof { token, .. } | MailContent::SignUp { token } => Some(format!("/prove#{token}")),
        MailContent::AccountExists => Some("/login".to_owned()),
        MailContent::Reset { token } | MailContent::Restored { token } => Some(format!("/reset#{token}")),
        MailContent::Invitation { token, .. } => Some(format!("/join#{token}")),
        MailContent::AddressChange { undo, .. } => undo.as_ref().map(|token| format!("/undo#{token}")),
        MailContent::LogIn { .. }
        | MailContent::LogInDigest { .. }
        | MailContent::PasswordChanged
        | MailContent::IdentityChanged { .. }
        | MailContent::AccessRevoked
        | MailContent::SecondFactorChanged { .. }
        | MailContent::WrongCodes => Some("/forgot".to_owned()),
        MailContent::KeyMade { org_id, .. } => Some(format!("/orgs/{org_id}/keys")),
        MailContent::ChannelDisabled { org_id, .. } => Some(format!("/orgs/{org_id}/notifications")),
        MailContent::Recipient { token, .. } => Some(format!("/recipient#{token}")),
        // Pages of the dashboard are closed to who has no account.
        MailContent::Report { has_no_account: true, .. } => None,
        MailContent::Report { period, sites, .. } => {
            sites.first().map(|site| format!("/sites/{}/report?period={period}", site.site_id))
        }
        MailContent::Alerts { alerts, .. } => alerts.first().and_then(alerts::path_of),
        MailContent::Test | MailContent::AccountLocked => None,
    }
}

#[cfg(test)]
mod tests {
    use askline_domain::identity::role::Role;
    use jiff::Timestamp;

    use super::{
        super::preview::{every_mail, previews},
        *,
    };

    fn invitation(organization: &str, inviter: &str) -> Mail {
        let content = MailContent::Invitation {
            token: "inv_1".into(),
            organization: organization.into(),
            inviter: inviter.into(),
            role: Role::Viewer,
        };
        Mail { to: "grace@example.com".into(), language: MailLanguage::En, content, at: Timestamp::UNIX_EPOCH }
    }

    #[test]
    fn nothing_that_a_stranger_wrote_becomes_markup_a_link_or_a_header() {
        let mail = invitation("<b>Win</b> at https://evil.example/a", "Eve\r\nBcc: all@example.com");
        let letter = Letter::of(&mail, "https://ask.example.com");
        let (text, html) = (letter.text().expect("text"), letter.html().expect("HTML"));
        assert!(!html.contains("<b>Win") && html.contains("&#60;b&#62;Win"), "{html}");
        for body in [&text, &html] {
            assert!(!body.contains("evil.example") && !body.contains("https://evil"), "{body}");
            assert!(!body.contains("\nBcc"), "{body}");
        }
        assert!(!letter.subject.contains("Win") && !letter.subject.contains("Eve"));
    }

    #[test]
    fn every_address_in_a_text_can_be_copied() {
        let mut seen = 0;
        for preview in previews("https://ask.example.com").expect("every template renders") {
            for (body, name) in [(&preview.text, "text"), (&preview.html, "HTML")] {
                assert!(!body.contains("@\u{200B}"), "{} {name}", preview.name);
            }
            // Split as mail programs do: what touches an address becomes part of the link.
            for word in preview.text.split_whitespace().filter(|word| word.contains('@') || word.contains("://")) {
                let is_clean = word.starts_with(char::is_alphanumeric) && word.ends_with(char::is_alphanumeric);
                assert!(is_clean, "{}: {word}", preview.name);
                seen += 1;
            }
        }
        assert!(seen > 30, "{seen}");
    }

    #[test]
    fn a_brand_replaces_the_name_and_colors_of_the_service() {
        for (name, is_measured_with) in [("report_with_brand", true), ("report_with_brand_alone", false)] {
            let content = every_mail().into_iter().find(|(one, _)| *one == name).expect("a preview").1;
            let at = Timestamp::UNIX_EPOCH;
            for language in MailLanguage::EVERY {
                let mail = Mail { to: "grace@example.com".into(), language, content: content.clone(), at };
                let letter = Letter::of(&mail, "https://ask.example.com");
                let (text, html) = (letter.text().expect("text"), letter.html().expect("HTML"));
                assert!(text.contains("Difference Engines & Co") && html.contains("Difference Engines &#38; Co"));
                for body in [&text, &html] {
                    assert_eq!(body.matches("Askline").count(), usize::from(is_measured_with), "{body}");
                }
                assert!(html.contains("#1d4f91") && !html.contains("#0b6e63"));
                assert_eq!(html.matches("src=").count(), html.matches("src=\"cid:logo\"").count());
            }
        }
    }

    #[test]
    fn text_and_html_say_the_same_and_load_nothing() {
        let letter = Letter::of(&invitation("Acme", "Ada"), "https://ask.example.com");
        let (text, html) = (letter.text().expect("text"), letter.html().expect("HTML"));
        let said = letter.paragraphs.iter().chain(&letter.notes).chain([&letter.heading, &letter.footer]);
        for sentence in said {
            assert!(text.contains(sentence), "{sentence}");
            // Each character that HTML escapes was replaced, so compare the rest.
            let plain = html.replace("&#39;", "'").replace("&#34;", "\"").replace("&#38;", "&");
            assert!(plain.contains(sentence), "{sentence}");
        }
        for body in [&text, &html] {
            assert!(body.contains("https://ask.example.com/join#inv_1"), "{body}");
        }
        for loading in ["<img", "src=", "url(", "@import", "<link", "<script", "http-equiv"] {
            assert!(!html.contains(loading), "{loading}");
        }
    }
}
