//! Every kind of email in every language, with made-up names, for review before a release.

use askline_domain::{
    identity::role::Role,
    mail::{FactorChange, Mail, MailContent, MailLanguage},
    shared::ids::{Id as _, OrgId},
};
use jiff::Timestamp;

use super::letter::Letter;

/// When the emails of previews were written.
const SAMPLE_TIME: Timestamp = Timestamp::constant(1_772_446_500, 0);

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
        ("key_made", key("Nightly report")),
        ("key_made_without_name", key("")),
    ]
}

#[cfg(test)]
mod tests {
    use askline_domain::mail::MailKind;

    use super::*;

    #[test]
    fn every_kind_stands_in_every_language_and_none_is_left_in_another() {
        let previews = previews("https://ask.example.com").expect("every template renders");
        assert_eq!(previews.len(), every_mail().len() * MailLanguage::EVERY.len());
        for kind in MailKind::EVERY {
            assert!(every_mail().iter().any(|(_, content)| content.kind() == kind), "{kind} has no preview");
        }
        for preview in &previews {
            assert!(preview.html.contains("<html lang=") && !preview.text.is_empty(), "{}", preview.name);
            let is_german = preview.name.ends_with(".de");
            assert_eq!(preview.text.contains("Gesendet von Askline"), is_german, "{}", preview.name);
        }
        for german in previews.iter().filter(|preview| preview.name.ends_with(".de")) {
            let english = german.name.replace(".de", ".en");
            let english = previews.iter().find(|preview| preview.name == english).expect("both languages");
            assert_ne!(english.subject, german.subject);
        }
    }
}
