//! Emails in German.

use askline_domain::{
    identity::{email_address::shown_email, role::Role},
    mail::{FactorChange, Mail, MailContent},
};

use super::words::{Words, moment, named, person};

const RESET_IF_NOT_YOU: &str = "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, setzen Sie Ihr Passwort zurück: Das beendet alle Sitzungen.";

pub(super) fn footer(public_url: &str) -> String {
    format!("Gesendet von Askline: {public_url}")
}

/// The foot of an email under an organization's own name.
pub(super) fn footer_of(brand: &str, is_measured_with: bool) -> String {
    if is_measured_with {
        format!("Gesendet von {brand} · gemessen mit Askline")
    } else {
        format!("Gesendet von {brand}")
    }
}

/// How emails of this kind are ended.
pub(super) fn unsubscribe(address: &str) -> String {
    format!("Abbestellen: {address}")
}

pub(super) fn words(mail: &Mail) -> Words {
    let at = moment(mail.at, "%d.%m.%Y um %H:%M UTC");
    match &mail.content {
        MailContent::Test => Words {
            subject: "Askline kann E-Mails senden",
            paragraphs: vec![format!("Diese Testnachricht wurde am {at} gesendet. Der E-Mail-Versand funktioniert.")],
            button: None,
            notes: Vec::new(),
        },
        MailContent::Proof { is_new, .. } => proof(*is_new),
        MailContent::SignUp { .. } => sign_up(),
        MailContent::AccountExists => account_exists(),
        MailContent::Restored { .. } => restored(&at),
        MailContent::Reset { .. } => Words {
            subject: "Neues Passwort für Askline festlegen",
            paragraphs: vec!["Für Ihr Askline-Konto wurde ein neues Passwort angefordert.".into()],
            button: Some("Neues Passwort festlegen"),
            notes: vec![
                "Der Link funktioniert einmal und nur eine Stunde lang. Er meldet Sie überall ab.".into(),
                "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.".into(),
            ],
        },
        MailContent::Invitation { organization, inviter, role, .. } => invitation(organization, inviter, *role),
        MailContent::LogIn { browser } => Words {
            subject: "Neue Anmeldung bei Ihrem Askline-Konto",
            paragraphs: vec![
                format!("Am {at} gab es eine Anmeldung aus einem Browser, in dem Ihr Konto bisher nicht benutzt wurde."),
                format!("Browser: {}", if browser.is_empty() { "unbekannt".to_owned() } else { named(browser) }),
                RESET_IF_NOT_YOU.into(),
            ],
            button: Some("Passwort zurücksetzen"),
            notes: Vec::new(),
        },
        MailContent::LogInDigest { count, browsers } => log_in_digest(*count, browsers, &at),
        MailContent::PasswordChanged => Words {
            subject: "Ihr Askline-Passwort wurde geändert",
            paragraphs: vec![
                format!("Das Passwort Ihres Kontos wurde am {at} geändert."),
                RESET_IF_NOT_YOU.into(),
            ],
            button: Some("Passwort zurücksetzen"),
            notes: Vec::new(),
        },
        MailContent::AccessRevoked => Words {
            subject: "Sie wurden überall sonst von Askline abgemeldet",
            paragraphs: vec![
                format!("Am {at} wurden alle anderen Sitzungen Ihres Kontos beendet. Links aus früheren E-Mails gelten nicht mehr."),
                RESET_IF_NOT_YOU.into(),
            ],
            button: Some("Passwort zurücksetzen"),
            notes: Vec::new(),
        },
        MailContent::IdentityChanged { provider, is_linked } => identity_changed(provider, *is_linked, &at),
        MailContent::AccountLocked => Words {
            subject: "Ihr Askline-Konto wurde gesperrt",
            paragraphs: vec![
                format!("Am {at} wurde Ihr Konto vom Betreiber dieser Askline-Instanz gesperrt. Alle Sitzungen wurden beendet."),
                "Bis es entsperrt wird, ist keine Anmeldung möglich. Wenden Sie sich an den Betreiber, wenn Sie das nicht erwartet haben.".into(),
            ],
            button: None,
            notes: Vec::new(),
        },
        MailContent::SecondFactorChanged { change } => second_factor_changed(*change, &at),
        MailContent::WrongCodes => Words {
            subject: "Viele falsche Codes für Ihr Askline-Konto",
            paragraphs: vec![
                format!("Bis {at} wurden nach Ihrem richtigen Passwort viele falsche Codes hintereinander eingegeben."),
                "Codes Ihrer Authenticator-App gelten erst wieder, wenn Sie Ihr Passwort geändert haben. Wiederherstellungscodes gelten weiter.".into(),
            ],
            button: Some("Passwort zurücksetzen"),
            notes: Vec::new(),
        },
        MailContent::Recipient { organization, inviter, .. } => recipient(organization, inviter),
        MailContent::Report { has_no_account, .. } => Words {
            subject: "Ihr Askline-Bericht",
            paragraphs: Vec::new(),
            button: Some("Bericht öffnen"),
            notes: vec![if *has_no_account {
                "Sie haben diesen Berichten zugestimmt. Ein Pfeil steht an klaren Änderungen.".into()
            } else {
                "Sie haben diesen Bericht unter Konto bestellt. Ein Pfeil steht an klaren Änderungen.".into()
            }],
        },
        MailContent::Alerts { .. } => Words {
            subject: "Ihre Warnungen von Askline",
            paragraphs: Vec::new(),
            button: Some("Ansehen"),
            notes: vec!["Sie haben Warnungen unter Konto bestellt.".into()],
        },
        MailContent::AddressChange { email, undo } => address_change(email, undo.is_some(), &at),
        MailContent::ChannelDisabled { organization, channel, channel_type, .. } => Words {
            subject: "Ein Kanal für Benachrichtigungen von Askline wurde deaktiviert",
            paragraphs: vec![
                format!(
                    "An den Kanal {} von {} wird nichts mehr gesendet. Einen Tag lang hat {} geantwortet, dass es seine Adresse \
                     nicht gibt.",
                    named(channel),
                    named(organization),
                    channel_type.title()
                ),
                "Erstellen Sie dort eine neue Adresse, tragen Sie sie in Askline ein und aktivieren Sie den Kanal.".into(),
            ],
            button: Some("Benachrichtigungen ansehen"),
            notes: Vec::new(),
        },
        MailContent::KeyMade { organization, name, masked, .. } => Words {
            subject: "Ein neuer API-Schlüssel für Askline wurde erstellt",
            paragraphs: vec![
                format!("Am {at} wurde mit Ihrem Konto ein API-Schlüssel für {} erstellt.", named(organization)),
                if name.is_empty() { format!("Schlüssel: {masked}") } else { format!("Schlüssel: {masked} ({})", named(name)) },
                "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, widerrufen Sie den Schlüssel und ändern Sie Ihr Passwort.".into(),
            ],
            button: Some("API-Schlüssel ansehen"),
            notes: Vec::new(),
        },
    }
}

fn second_factor_changed(change: FactorChange, at: &str) -> Words {
    let (subject, what) = match change {
        FactorChange::TotpAdded => (
            "Anmeldung in zwei Schritten für Ihr Askline-Konto",
            format!("Am {at} wurde für Ihr Konto eine Authenticator-App eingerichtet."),
        ),
        FactorChange::TotpRemoved => (
            "Ihre Authenticator-App wurde von Askline entfernt",
            format!("Am {at} wurde die Authenticator-App Ihres Kontos entfernt."),
        ),
        FactorChange::PasskeyAdded => {
            ("Neuer Passkey für Ihr Askline-Konto", format!("Am {at} wurde Ihrem Konto ein Passkey hinzugefügt."))
        }
        FactorChange::PasskeyRemoved => (
            "Ein Passkey Ihres Askline-Kontos wurde entfernt",
            format!("Am {at} wurde ein Passkey Ihres Kontos entfernt."),
        ),
        FactorChange::RecoveryCodesReplaced => (
            "Ihre Wiederherstellungscodes für Askline wurden ersetzt",
            format!("Am {at} wurden die Wiederherstellungscodes Ihres Kontos durch neue ersetzt."),
        ),
        FactorChange::RecoveryCodeUsed => (
            "Ein Wiederherstellungscode Ihres Askline-Kontos wurde benutzt",
            format!("Am {at} wurde ein Wiederherstellungscode Ihres Kontos benutzt."),
        ),
        FactorChange::ResetByOperator => (
            "Der zweite Faktor Ihres Askline-Kontos wurde zurückgesetzt",
            format!("Am {at} hat der Betreiber dieser Askline-Instanz alle zweiten Faktoren Ihres Kontos entfernt."),
        ),
    };
    Words {
        subject,
        paragraphs: vec![what, RESET_IF_NOT_YOU.into()],
        button: Some("Passwort zurücksetzen"),
        notes: Vec::new(),
    }
}

fn identity_changed(provider: &str, is_linked: bool, at: &str) -> Words {
    let (subject, what) = if is_linked {
        ("Ein Anmeldekonto wurde mit Ihrem Askline-Konto verknüpft", "mit Ihrem Askline-Konto verknüpft")
    } else {
        ("Ein Anmeldekonto wurde von Ihrem Askline-Konto getrennt", "von Ihrem Askline-Konto getrennt")
    };
    Words {
        subject,
        paragraphs: vec![format!("Am {at} wurde ein Konto bei {} {what}.", named(provider)), RESET_IF_NOT_YOU.into()],
        button: Some("Passwort zurücksetzen"),
        notes: Vec::new(),
    }
}

fn sign_up() -> Words {
    Words {
        subject: "E-Mail-Adresse für Askline bestätigen",
        paragraphs: vec![
            "Mit dieser Adresse wurde ein Konto bei Askline angelegt. Bestätigen Sie die Adresse, um es zu erstellen."
                .into(),
        ],
        button: Some("E-Mail-Adresse bestätigen"),
        notes: vec![
            "Der Link funktioniert einmal und läuft nach 24 Stunden ab.".into(),
            "Wenn Sie sich nicht registriert haben, ignorieren Sie diese E-Mail. Dann entsteht kein Konto.".into(),
        ],
    }
}

fn account_exists() -> Words {
    Words {
        subject: "Sie haben bereits ein Askline-Konto",
        paragraphs: vec![
            "Mit dieser Adresse sollte ein Konto bei Askline angelegt werden. Sie gehört bereits zu einem Konto; ein zweites wurde nicht \
             erstellt."
                .into(),
            "Wenn Sie das waren, melden Sie sich an. Auf der Anmeldeseite können Sie ein neues Passwort anfordern.".into(),
        ],
        button: Some("Anmelden"),
        notes: vec!["Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Konto bleibt, wie es ist.".into()],
    }
}

fn restored(at: &str) -> Words {
    Words {
        subject: "Ihr Askline-Konto hat wieder die frühere E-Mail-Adresse",
        paragraphs: vec![
            format!("Die Änderung der E-Mail-Adresse Ihres Kontos wurde am {at} rückgängig gemacht."),
            "Alle Sitzungen wurden beendet, und das Passwort gilt nicht mehr. Legen Sie ein neues Passwort fest, um sich anzumelden."
                .into(),
        ],
        button: Some("Neues Passwort festlegen"),
        notes: vec!["Der Link funktioniert einmal und läuft nach einer Stunde ab.".into()],
    }
}

fn log_in_digest(count: u32, browsers: &[String], at: &str) -> Words {
    let browsers: Vec<String> =
        browsers.iter().map(|one| if one.is_empty() { "unbekannt".to_owned() } else { named(one) }).collect();
    Words {
        subject: "Neue Anmeldungen bei Ihrem Askline-Konto",
        paragraphs: vec![
            match count {
                0 | 1 => format!("Am {at} gab es eine weitere Anmeldung bei Ihrem Konto von einem neuen Browser."),
                _ => format!("Seit {at} gab es {count} Anmeldungen bei Ihrem Konto von neuen Browsern."),
            },
            format!("Browser: {}", browsers.join("; ")),
            RESET_IF_NOT_YOU.into(),
        ],
        button: Some("Passwort zurücksetzen"),
        notes: vec!["Sie erhalten höchstens eine E-Mail über Anmeldungen innerhalb einer Stunde.".into()],
    }
}

fn proof(is_new: bool) -> Words {
    let paragraph = if is_new {
        "Diese Adresse wurde als neue E-Mail-Adresse eines Askline-Kontos eingetragen."
    } else {
        "Bestätigen Sie, dass dies die E-Mail-Adresse Ihres Askline-Kontos ist."
    };
    Words {
        subject: "E-Mail-Adresse für Askline bestätigen",
        paragraphs: vec![paragraph.into()],
        button: Some("E-Mail-Adresse bestätigen"),
        notes: vec![
            "Der Link funktioniert einmal und nur 24 Stunden lang.".into(),
            "Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.".into(),
        ],
    }
}

fn invitation(organization: &str, inviter: &str, role: Role) -> Words {
    let organization = named(organization);
    let paragraph = if inviter.is_empty() {
        format!("Sie sind eingeladen, {organization} auf Askline beizutreten. Rolle: {}.", role_name(role))
    } else {
        format!("{} lädt Sie ein, {organization} auf Askline beizutreten. Rolle: {}.", person(inviter), role_name(role))
    };
    Words {
        subject: "Einladung in eine Organisation auf Askline",
        paragraphs: vec![paragraph],
        button: Some("Einladung ansehen"),
        notes: vec![
            "Der Link funktioniert einmal und nur sieben Tage lang.".into(),
            "Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail.".into(),
        ],
    }
}

fn recipient(organization: &str, inviter: &str) -> Words {
    let organization = named(organization);
    let paragraph = if inviter.is_empty() {
        format!("{organization} möchte Ihnen Berichte über die eigene Website per E-Mail schicken.")
    } else {
        format!("{} von {organization} möchte Ihnen Berichte über die Website per E-Mail schicken.", person(inviter))
    };
    Words {
        subject: "Bestätigen Sie, dass Sie Berichte per E-Mail möchten",
        paragraphs: vec![paragraph, "Ohne Ihre Bestätigung bekommen Sie keinen Bericht.".into()],
        button: Some("Bestätigen"),
        notes: vec![
            "Der Link funktioniert einmal und nur sieben Tage lang. In jedem Bericht steht ein Link zum Abbestellen."
                .into(),
            "Wenn Sie keine Berichte möchten, ignorieren Sie diese E-Mail.".into(),
        ],
    }
}

fn address_change(email: &str, has_undo: bool, at: &str) -> Words {
    let (if_not_you, notes) = if has_undo {
        (
            "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, machen Sie die Änderung innerhalb von sieben Tagen rückgängig.",
            vec![
                "Wenn Sie die Änderung rückgängig machen, werden Sie überall abgemeldet, Ihr Passwort gilt nicht mehr, und Sie erhalten einen Link, um ein neues festzulegen.".into(),
            ],
        )
    } else {
        ("Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, wenden Sie sich an Ihre Administration.", Vec::new())
    };
    Words {
        subject: "Die E-Mail-Adresse Ihres Askline-Kontos wird geändert",
        paragraphs: vec![
            format!("Am {at} wurde angefordert, die E-Mail-Adresse Ihres Kontos zu ändern."),
            format!("Neue Adresse: {}", shown_email(email)),
            if_not_you.into(),
        ],
        button: has_undo.then_some("Änderung rückgängig machen"),
        notes,
    }
}

const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Owner => "Inhaber",
        Role::Admin => "Admin",
        Role::Member => "Mitglied",
        Role::Viewer => "Lesezugriff",
    }
}
