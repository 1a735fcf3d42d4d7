//! What an operator can do about a fault of email.
//!
//! It depends on the server's code and on what the server offered.

use askline_domain::mail::{CertificateFault, MailFault, MailStage};

/// What to do about a fault. `offers` are the server's extensions, as it listed them; `has_credentials` says whether mail.url
/// names a user.
pub(super) fn of(fault: &MailFault, offers: &[String], has_credentials: bool) -> &'static str {
    match (fault.stage, fault.code) {
        (MailStage::Address, _) => {
            "Use an address with plain letters before the @, or a mail server that offers SMTPUTF8. Nothing was sent."
        }
        (MailStage::Composition, _) => {
            "The email could not be written. This is a fault of Askline: please report it. Nothing was sent."
        }
        (MailStage::Name, _) => "Check the host in mail.url, and whether this machine can resolve host names.",
        (MailStage::Connection, _) => {
            "Check the port in mail.url (465 for smtps://, 587 for smtp://), and whether a firewall or your provider blocks it."
        }
        (MailStage::Greeting, Some(400..=499)) => {
            "The mail server is busy, or limits connections from this machine: run this command again in a few minutes."
        }
        (MailStage::Greeting, Some(_)) => "The mail server refuses connections from this machine: ask its operator.",
        (MailStage::Greeting, None) => {
            "The program on this port does not speak SMTP, or expects TLS from the start: try smtps:// or another port."
        }
        (MailStage::Encryption, _) => encryption(offers),
        (MailStage::Certificate(fault), _) => certificate(fault),
        (MailStage::LogIn, code) => log_in(code, offers),
        (_, Some(530)) if !has_credentials => NEEDS_LOG_IN,
        (_, Some(530)) => {
            "The mail server demands encryption before anything else: use smtps://, or smtp:// without ?tls=off."
        }
        (MailStage::Sender, code) => sender(code),
        (MailStage::Recipient, code) => recipient(code, has_credentials),
        (MailStage::Message, code) => message(code),
    }
}

const NEEDS_LOG_IN: &str =
    "The mail server demands a sign-in: put user and password into mail.url, as in smtps://user:password@host.";
const TRY_AGAIN: &str = "The mail server says to try again later (greylisting or a limit). Askline retries emails automatically for 24 \
                         hours; run this command again in a few minutes.";
const NO_ANSWER: &str = "The connection ended before the mail server answered: run this command again, and look into the mail server's log.";

/// Whether the server offers an extension.
fn has(offers: &[String], extension: &str) -> bool {
    offers.iter().any(|offer| offer.split([' ', '=']).next().is_some_and(|name| name.eq_ignore_ascii_case(extension)))
}

fn encryption(offers: &[String]) -> &'static str {
    if offers.is_empty() {
        // The connection failed before the server could say what it offers.
        "The connection could not be encrypted. Port 465 needs smtps://, and port 587 needs smtp://. Add ?tls=off to mail.url only for a \
         server in your own network."
    } else if has(offers, "STARTTLS") {
        "The mail server offers STARTTLS, but the encryption failed: look at the reason above. The server may support only old \
         versions of TLS. Port 465 needs smtps://."
    } else {
        "The mail server offers no STARTTLS on this port. Port 465 needs smtps://, and port 587 needs smtp://. Add ?tls=off to mail.url \
         only for a server in your own network."
    }
}

fn log_in(code: Option<u16>, offers: &[String]) -> &'static str {
    let mechanisms = offers.iter().find(|offer| has(std::slice::from_ref(offer), "AUTH"));
    let mechanisms: Vec<&str> = mechanisms.map(|offer| offer.split([' ', '=']).skip(1).collect()).unwrap_or_default();
    let is_usable = mechanisms.iter().any(|one| ["PLAIN", "LOGIN"].iter().any(|own| one.eq_ignore_ascii_case(own)));
    match code {
        Some(534 | 535 | 538) if !is_usable && !mechanisms.is_empty() => OTHER_MECHANISMS,
        Some(534) => {
            "The mail server wants another way to sign in: create a password for apps in the account's settings, and put it into mail.url."
        }
        Some(538) => {
            "The mail server accepts passwords only on encrypted connections: use smtps://, or smtp:// without ?tls=off."
        }
        Some(400..=499) => {
            "The mail server cannot check passwords at the moment: run this command again in a few minutes."
        }
        Some(_) => {
            "Check the user and the password in mail.url. Write special characters percent-encoded: @ as %40. Some providers need a password \
             for apps."
        }
        None if mechanisms.is_empty() => {
            "The mail server offers no sign-in on this connection: remove user and password from mail.url, or use the port for sending (465 or \
             587)."
        }
        None if !is_usable => OTHER_MECHANISMS,
        None => NO_ANSWER,
    }
}

const OTHER_MECHANISMS: &str = "The mail server offers only ways to sign in that Askline does not have: it needs PLAIN or LOGIN. See AUTH in the lines above.";

const fn sender(code: Option<u16>) -> &'static str {
    match code {
        Some(400..=499) => TRY_AGAIN,
        Some(501 | 553) => {
            "The mail server does not accept mail.from as a sender: use a complete address that belongs to the account."
        }
        Some(_) => "The mail server does not let you send as mail.from: use an address that belongs to the account.",
        None => NO_ANSWER,
    }
}

const fn recipient(code: Option<u16>, has_credentials: bool) -> &'static str {
    match code {
        Some(400..=499) => TRY_AGAIN,
        Some(552) => "The recipient's mailbox is full. Email itself works: try another address.",
        Some(550 | 551 | 553 | 554) if !has_credentials => {
            "The mail server refuses the recipient: check the address. If it accepts other domains only after a sign-in, put user and \
             password into mail.url."
        }
        Some(_) => {
            "The mail server refuses the recipient: check the address, and whether relaying is allowed for this account."
        }
        None => NO_ANSWER,
    }
}

const fn message(code: Option<u16>) -> &'static str {
    match code {
        Some(400..=499) => TRY_AGAIN,
        Some(552) => "The mail server finds the message too large, or the mailbox is full: look at its answer.",
        Some(_) => "The mail server refuses the message: look at its answer, and at the sender's SPF and DKIM records.",
        None => NO_ANSWER,
    }
}

/// What an operator can do about a certificate.
const fn certificate(fault: CertificateFault) -> &'static str {
    match fault {
        CertificateFault::Name => "Set the host in mail.url to a name that is in the server's certificate.",
        CertificateFault::Issuer => {
            "This machine does not trust the issuer of the server's certificate: set mail.ca_file to a PEM file with the certificate of that \
             authority."
        }
        CertificateFault::Date => {
            "The server's certificate has expired or is not valid yet: renew it, or check the clock of this machine."
        }
        CertificateFault::Authority => {
            "The server's certificate is a certificate authority's (CA:TRUE), as openssl req -x509 makes it. Give the server one with CA:FALSE: \
             either signed by that authority, or self-signed with -addext basicConstraints=critical,CA:FALSE. Then set mail.ca_file to the \
             authority's certificate, or to the self-signed one."
        }
        CertificateFault::Other => {
            "The server's certificate is not accepted: have it issued again for the host in mail.url, by an authority that this machine \
             trusts, or set mail.ca_file to the certificate of its authority."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(stage: MailStage, code: Option<u16>, offers: &[&str], has_credentials: bool) -> &'static str {
        let offers: Vec<String> = offers.iter().map(|&offer| offer.to_owned()).collect();
        of(&MailFault { stage, code, words: String::new() }, &offers, has_credentials)
    }

    #[test]
    fn a_sign_in_that_fails_is_explained_by_the_code_and_by_what_is_offered() {
        for (code, offers, expected) in [
            (Some(535), &["AUTH PLAIN LOGIN"][..], "Check the user and the password"),
            (Some(534), &["AUTH PLAIN"], "password for apps"),
            (Some(538), &["AUTH PLAIN"], "only on encrypted connections"),
            (Some(454), &["AUTH LOGIN"], "at the moment"),
            (Some(535), &["AUTH CRAM-MD5"], "needs PLAIN or LOGIN"),
            (None, &["SIZE 1000", "AUTH=XOAUTH2 CRAM-MD5"], "needs PLAIN or LOGIN"),
            (None, &["SIZE 1000"], "offers no sign-in"),
            (None, &["auth plain"], "before the mail server answered"),
        ] {
            let found = advice(MailStage::LogIn, code, offers, true);
            assert!(found.contains(expected), "{code:?} {offers:?}: {found}");
        }
    }

    #[test]
    fn each_code_of_a_step_has_its_own_advice() {
        for (stage, code, has_credentials, expected) in [
            (MailStage::Greeting, Some(421), false, "busy"),
            (MailStage::Greeting, Some(554), false, "refuses connections"),
            (MailStage::Sender, Some(530), false, "demands a sign-in"),
            (MailStage::Recipient, Some(530), true, "demands encryption"),
            (MailStage::Sender, Some(451), true, "try again later"),
            (MailStage::Sender, Some(553), true, "complete address"),
            (MailStage::Sender, Some(550), true, "does not let you send"),
            (MailStage::Recipient, Some(450), true, "try again later"),
            (MailStage::Recipient, Some(552), true, "mailbox is full"),
            (MailStage::Recipient, Some(554), false, "only after a sign-in"),
            (MailStage::Recipient, Some(550), true, "relaying"),
            (MailStage::Message, Some(552), true, "too large"),
            (MailStage::Message, Some(554), true, "SPF and DKIM"),
            (MailStage::Message, None, true, "before the mail server answered"),
        ] {
            let found = advice(stage, code, &["AUTH PLAIN"], has_credentials);
            assert!(found.contains(expected), "{stage:?} {code:?}: {found}");
        }
    }

    #[test]
    fn an_encryption_that_fails_is_explained_by_whether_it_is_offered() {
        assert!(advice(MailStage::Encryption, None, &["SIZE 1000"], true).contains("offers no STARTTLS"));
        assert!(advice(MailStage::Encryption, None, &[], true).starts_with("The connection could not be encrypted"));
        assert!(advice(MailStage::Encryption, None, &["starttls"], true).contains("the encryption failed"));
    }
}
