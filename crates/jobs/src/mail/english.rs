//! Emails in English.

use askline_domain::{
    identity::{email_address::shown_email, role::Role},
    mail::{FactorChange, Mail, MailContent},
};

use super::words::{Words, moment, named, person};

const RESET_IF_NOT_YOU: &str =
    "If this was you, there is nothing to do. If not, reset your password: this ends every session.";

pub(super) fn footer(public_url: &str) -> String {
    // Without a full stop, which some mail programs would make part of the link.
    format!("Sent by Askline: {public_url}")
}

/// The foot of an email under an organization's own name.
pub(super) fn footer_of(brand: &str, is_measured_with: bool) -> String {
    if is_measured_with { format!("Sent by {brand} · measured with Askline") } else { format!("Sent by {brand}") }
}

/// How emails of this kind are ended.
pub(super) fn unsubscribe(address: &str) -> String {
    format!("Unsubscribe: {address}")
}

pub(super) fn words(mail: &Mail) -> Words {
    let at = moment(mail.at, "%b %-d, %Y, at %H:%M UTC");
    match &mail.content {
        MailContent::Test => Words {
            subject: "Askline can send email",
            paragraphs: vec![format!("This test message was sent on {at}. Email works.")],
            button: None,
            notes: Vec::new(),
        },
        MailContent::Proof { is_new, .. } => proof(*is_new),
        MailContent::SignUp { .. } => sign_up(),
        MailContent::AccountExists => account_exists(),
        MailContent::Restored { .. } => restored(&at),
        MailContent::Reset { .. } => Words {
            subject: "Set a new Askline password",
            paragraphs: vec!["Someone asked to reset the password of your Askline account.".into()],
            button: Some("Set a new password"),
            notes: vec![
                "The link works once and expires after one hour. It signs you out everywhere.".into(),
                "If this wasn't you, ignore this email. Your password stays as it is.".into(),
            ],
        },
        MailContent::Invitation { organization, inviter, role, .. } => invitation(organization, inviter, *role),
        MailContent::LogIn { browser } => Words {
            subject: "New sign-in to your Askline account",
            paragraphs: vec![
                format!("Someone signed in to your account from a new browser on {at}."),
                format!("Browser: {}", if browser.is_empty() { "unknown".to_owned() } else { named(browser) }),
                RESET_IF_NOT_YOU.into(),
            ],
            button: Some("Reset your password"),
            notes: Vec::new(),
        },
        MailContent::LogInDigest { count, browsers } => log_in_digest(*count, browsers, &at),
        MailContent::PasswordChanged => Words {
            subject: "Your Askline password was changed",
            paragraphs: vec![format!("The password of your account was changed on {at}."), RESET_IF_NOT_YOU.into()],
            button: Some("Reset your password"),
            notes: Vec::new(),
        },
        MailContent::AccessRevoked => Words {
            subject: "You were signed out of Askline everywhere else",
            paragraphs: vec![
                format!(
                    "On {at}, all other sessions of your account were ended, and links in earlier emails stopped working."
                ),
                RESET_IF_NOT_YOU.into(),
            ],
            button: Some("Reset your password"),
            notes: Vec::new(),
        },
        MailContent::IdentityChanged { provider, is_linked } => identity_changed(provider, *is_linked, &at),
        MailContent::AccountLocked => Words {
            subject: "Your Askline account was locked",
            paragraphs: vec![
                format!("The operator of this Askline locked your account on {at}. All sessions were ended."),
                "Nobody can sign in to it until the operator unlocks it. Ask them if you did not expect this.".into(),
            ],
            button: None,
            notes: Vec::new(),
        },
        MailContent::SecondFactorChanged { change } => second_factor_changed(*change, &at),
        MailContent::WrongCodes => Words {
            subject: "Many wrong codes for your Askline account",
            paragraphs: vec![
                format!("Until {at}, someone entered wrong codes many times in a row, after your correct password."),
                "Codes of your authenticator app are not accepted until you change your password. Recovery codes still work."
                    .into(),
            ],
            button: Some("Reset your password"),
            notes: Vec::new(),
        },
        MailContent::Recipient { organization, inviter, .. } => recipient(organization, inviter),
        MailContent::Report { has_no_account, .. } => Words {
            subject: "Your Askline report",
            paragraphs: Vec::new(),
            button: Some("Open the report"),
            notes: vec![if *has_no_account {
                "You get this because you confirmed it. An arrow marks a clear change.".into()
            } else {
                "You get this because you asked for it under Account. An arrow marks a clear change.".into()
            }],
        },
        MailContent::Alerts { .. } => Words {
            subject: "Your Askline alerts",
            paragraphs: Vec::new(),
            button: Some("Look at it"),
            notes: vec!["You get this because you asked for alerts under Account.".into()],
        },
        MailContent::AddressChange { email, undo } => address_change(email, undo.is_some(), &at),
        MailContent::ChannelDisabled { organization, channel, channel_type, .. } => Words {
            subject: "An Askline notification channel was disabled",
            paragraphs: vec![
                format!(
                    "Nothing is sent to the channel {} of {} anymore. For a day, {} answered that its address does not exist.",
                    named(channel),
                    named(organization),
                    channel_type.title()
                ),
                "Create a new address for it there, set it in Askline, and enable the channel.".into(),
            ],
            button: Some("View notifications"),
            notes: Vec::new(),
        },
        MailContent::KeyMade { organization, name, masked, .. } => Words {
            subject: "A new Askline API key was created",
            paragraphs: vec![
                format!("An API key for {} was created with your account on {at}.", named(organization)),
                if name.is_empty() { format!("Key: {masked}") } else { format!("Key: {masked} ({})", named(name)) },
                "If this was you, there is nothing to do. If not, revoke the key and change your password.".into(),
            ],
            button: Some("View API keys"),
            notes: Vec::new(),
        },
    }
}

fn second_factor_changed(change: FactorChange, at: &str) -> Words {
    let (subject, what) = match change {
        FactorChange::TotpAdded => {
            ("Two-step sign-in is on for your Askline account", "An authenticator app was set up for your account")
        }
        FactorChange::TotpRemoved => {
            ("Your authenticator app was removed from Askline", "The authenticator app of your account was removed")
        }
        FactorChange::PasskeyAdded => {
            ("A passkey was added to your Askline account", "A passkey was added to your account")
        }
        FactorChange::PasskeyRemoved => {
            ("A passkey was removed from your Askline account", "A passkey of your account was removed")
        }
        FactorChange::RecoveryCodesReplaced => {
            ("Your Askline recovery codes were replaced", "The recovery codes of your account were replaced")
        }
        FactorChange::RecoveryCodeUsed => {
            ("A recovery code of your Askline account was used", "A recovery code of your account was used")
        }
        FactorChange::ResetByOperator => (
            "The second factor of your Askline account was reset",
            "The operator of this Askline removed every second factor of your account",
        ),
    };
    Words {
        subject,
        paragraphs: vec![format!("{what} on {at}."), RESET_IF_NOT_YOU.into()],
        button: Some("Reset your password"),
        notes: Vec::new(),
    }
}

fn identity_changed(provider: &str, is_linked: bool, at: &str) -> Words {
    let (subject, what) = if is_linked {
        ("A sign-in account was linked to your Askline account", "linked to")
    } else {
        ("A sign-in account was unlinked from your Askline account", "unlinked from")
    };
    Words {
        subject,
        paragraphs: vec![
            format!("On {at}, an account at {} was {what} your Askline account.", named(provider)),
            RESET_IF_NOT_YOU.into(),
        ],
        button: Some("Reset your password"),
        notes: Vec::new(),
    }
}

fn sign_up() -> Words {
    Words {
        subject: "Confirm your email address for Askline",
        paragraphs: vec!["Someone signed up for Askline with this address. Confirm it to create the account.".into()],
        button: Some("Confirm email address"),
        notes: vec![
            "The link works once and expires after 24 hours.".into(),
            "If you didn't sign up, ignore this email. No account is created then.".into(),
        ],
    }
}

fn account_exists() -> Words {
    Words {
        subject: "You already have an Askline account",
        paragraphs: vec![
            "Someone signed up for Askline with this address, which belongs to an account already. No second account was created."
                .into(),
            "If this was you, sign in. You can set a new password on the sign-in page.".into(),
        ],
        button: Some("Sign in"),
        notes: vec!["If this wasn't you, ignore this email. Your account stays as it is.".into()],
    }
}

fn restored(at: &str) -> Words {
    Words {
        subject: "Your Askline account has its previous email address again",
        paragraphs: vec![
            format!("The change of your account's email address was undone on {at}."),
            "All sessions were ended and the password stopped working. Set a new password to sign in.".into(),
        ],
        button: Some("Set a new password"),
        notes: vec!["The link works once and expires after one hour.".into()],
    }
}

fn log_in_digest(count: u32, browsers: &[String], at: &str) -> Words {
    let browsers: Vec<String> =
        browsers.iter().map(|one| if one.is_empty() { "unknown".to_owned() } else { named(one) }).collect();
    Words {
        subject: "New sign-ins to your Askline account",
        paragraphs: vec![
            match count {
                0 | 1 => format!("Someone signed in to your account from another new browser on {at}."),
                _ => format!("Someone signed in to your account from new browsers {count} times since {at}."),
            },
            format!("Browsers: {}", browsers.join("; ")),
            RESET_IF_NOT_YOU.into(),
        ],
        button: Some("Reset your password"),
        notes: vec!["You get at most one email about sign-ins within an hour.".into()],
    }
}

fn proof(is_new: bool) -> Words {
    let paragraph = if is_new {
        "This address was entered as the new email address of an Askline account."
    } else {
        "Confirm that this is the email address of your Askline account."
    };
    Words {
        subject: "Confirm your email address for Askline",
        paragraphs: vec![paragraph.into()],
        button: Some("Confirm email address"),
        notes: vec![
            "The link works once and expires after 24 hours.".into(),
            "If you didn't request this, ignore this email.".into(),
        ],
    }
}

fn invitation(organization: &str, inviter: &str, role: Role) -> Words {
    let organization = named(organization);
    let paragraph = if inviter.is_empty() {
        format!("You are invited to join {organization} on Askline. Role: {}.", role_name(role))
    } else {
        format!("{} invites you to join {organization} on Askline. Role: {}.", person(inviter), role_name(role))
    };
    Words {
        subject: "Invitation to join an organization on Askline",
        paragraphs: vec![paragraph],
        button: Some("View invitation"),
        notes: vec![
            "The link works once and expires after seven days.".into(),
            "If you don't know who sent this, ignore this email.".into(),
        ],
    }
}

fn recipient(organization: &str, inviter: &str) -> Words {
    let organization = named(organization);
    let paragraph = if inviter.is_empty() {
        format!("{organization} wants to send you reports about its website by email.")
    } else {
        format!("{} of {organization} wants to send you reports about its website by email.", person(inviter))
    };
    Words {
        subject: "Confirm that you want reports by email",
        paragraphs: vec![paragraph, "No report is sent to you until you confirm it.".into()],
        button: Some("Confirm"),
        notes: vec![
            "The link works once and expires after seven days. Each report has a link to unsubscribe.".into(),
            "If you don't want reports, ignore this email.".into(),
        ],
    }
}

fn address_change(email: &str, has_undo: bool, at: &str) -> Words {
    let (if_not_you, notes) = if has_undo {
        (
            "If this was you, there is nothing to do. If not, undo the change within seven days.",
            vec!["Undoing the change signs you out everywhere. Your password stops working, and you get a link to set a new one.".into()],
        )
    } else {
        ("If this was you, there is nothing to do. If not, ask your administrator for help.", Vec::new())
    };
    Words {
        subject: "The email address of your Askline account is changing",
        paragraphs: vec![
            format!("On {at}, someone asked to change the email address of your account."),
            format!("New address: {}", shown_email(email)),
            if_not_you.into(),
        ],
        button: has_undo.then_some("Undo the change"),
        notes,
    }
}

const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Owner => "owner",
        Role::Admin => "admin",
        Role::Member => "member",
        Role::Viewer => "viewer",
    }
}
