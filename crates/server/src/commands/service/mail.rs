//! `askline mail`: sends a test email, or writes a preview of all emails.

use std::path::PathBuf;

use askline_domain::{
    identity::email_address::check_email,
    mail::{CertificateFault, Mail, MailContent, MailFault, MailLanguage, MailStage},
    shared::{
        ids::{Id as _, JobId},
        violation::Violations,
    },
};
use askline_jobs::mail::{Dialogue, previews};
use clap::Subcommand;
use serde_json::json;

use crate::{
    commands::answer::{Context, now},
    data_folder::{OPEN_TO_ALL, make_folder, write_file},
    failure::Failure,
    wiring,
};

/// The public URL in previews, on an instance without one.
const SAMPLE_URL: &str = "https://askline.example.com";

/// `askline mail …`
#[derive(Debug, Subcommand)]
pub enum MailCommand {
    /// Send a test email and print the dialogue with the mail server, without secrets
    Test {
        /// The email address that gets the test email
        address: String,
    },
    /// Write an example of every email in every language into a folder, as text and HTML
    Preview {
        /// The folder; it is created if it is missing
        dir: PathBuf,
    },
}

impl MailCommand {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        match self {
            Self::Test { address } => test(context, address).await,
            Self::Preview { dir } => preview(context, dir),
        }
    }
}

/// Sends a test email and prints the dialogue; the last line says what to do about a fault.
pub async fn test(context: &Context, address: &str) -> Result<(), Failure> {
    let mut violations = Violations::new();
    let to = check_email("the address", address, &mut violations);
    let to = violations.finish(to)?.unwrap_or_default();
    let Some(mail) = &context.settings.mail else {
        return Err(Failure::misuse("no mail server is set: set mail.url; askline settings mail explains how"));
    };
    let server = wiring::smtp_server(mail)?;
    let at = now();
    let test = Mail { to: to.clone(), language: MailLanguage::En, content: MailContent::Test, at };
    let mut dialogue = Dialogue::default();
    let sent = server.converse(JobId::new(at, &mut rand::rng()), &test, &mut dialogue).await;
    let advice = sent.as_ref().err().map(advice);
    let last = advice.map_or_else(|| format!("The mail server accepted the test email to {to}."), str::to_owned);
    let answer = json!({
        "changed": sent.is_ok(),
        "sent": sent.is_ok(),
        "dialogue": dialogue.lines(),
        "failure": sent.as_ref().err().map(ToString::to_string),
        "advice": advice,
    });
    context.answer(&answer, &format!("{}\n{last}", dialogue.lines().join("\n")))?;
    sent.map_err(|fault| Failure::failed(format!("the test email was not sent: {fault}")))
}

/// What an operator can do about a fault.
const fn advice(fault: &MailFault) -> &'static str {
    match (fault.stage, fault.code) {
        (MailStage::Name, _) => "Check the host in mail.url, and whether this machine can resolve host names.",
        (MailStage::Connection, _) => {
            "Check the port in mail.url (465 for smtps://, 587 for smtp://), and whether a firewall or your provider blocks it."
        }
        (MailStage::Greeting, Some(_)) => "The mail server refuses connections from this machine: ask its operator.",
        (MailStage::Greeting, None) => {
            "The program on this port does not speak SMTP, or expects TLS from the start: try smtps:// or another port."
        }
        (MailStage::Encryption, _) => {
            "The connection could not be encrypted. Port 465 needs smtps://, and port 587 needs smtp://. Add ?tls=off to mail.url only for a \
             server in your own network."
        }
        (MailStage::Certificate(fault), _) => certificate_advice(fault),
        (MailStage::LogIn, _) => {
            "Check the user and the password in mail.url. Write special characters percent-encoded: @ as %40."
        }
        (MailStage::Sender, _) => {
            "The mail server does not let you send as mail.from: use an address that belongs to the account."
        }
        (MailStage::Recipient | MailStage::Message, Some(400..=499)) => {
            "The mail server says to try again later (greylisting or a limit). Askline retries emails automatically for 24 hours; run this \
             command again in a few minutes."
        }
        (MailStage::Recipient, _) => {
            "The mail server refuses the recipient: check the address, and whether relaying is allowed for this account."
        }
        (MailStage::Message, _) => {
            "The mail server refuses the message: look at its answer, and at the sender's SPF and DKIM records."
        }
    }
}

/// What an operator can do about a certificate.
const fn certificate_advice(fault: CertificateFault) -> &'static str {
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

fn preview(context: &Context, dir: &PathBuf) -> Result<(), Failure> {
    let public_url = context.settings.api.public_url.as_deref().unwrap_or(SAMPLE_URL);
    let previews = previews(public_url).map_err(Failure::failed)?;
    let written = |error: std::io::Error| Failure::failed(format!("{}: {error}", dir.display()));
    make_folder(dir, OPEN_TO_ALL).map_err(written)?;
    for preview in &previews {
        let text = format!("Subject: {}\n\n{}", preview.subject, preview.text);
        write_file(&dir.join(format!("{}.txt", preview.name)), text).map_err(written)?;
        write_file(&dir.join(format!("{}.html", preview.name)), &preview.html).map_err(written)?;
    }
    let names: Vec<&str> = previews.iter().map(|preview| preview.name.as_str()).collect();
    let text = format!("Emails written to {}: {}.", dir.display(), names.len());
    context.answer_change(true, json!({ "folder": dir, "mails": names }), &text)
}
