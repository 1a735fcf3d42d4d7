//! `askline mail`: sends a test email, or writes a preview of all emails.

mod advice;

use std::path::PathBuf;

use askline_domain::{
    identity::{
        email_address::{check_email, shown_email},
        mail_language::MailLanguage,
    },
    mail::{Mail, MailContent},
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
    let advice =
        sent.as_ref().err().map(|fault| advice::of(fault, dialogue.offers(), mail.server.credentials.is_some()));
    let accepted = || format!("The mail server accepted the test email to {}.", shown_email(&to));
    let last = advice.map_or_else(accepted, str::to_owned);
    let answer = json!({
        "changed": sent.is_ok(),
        "sent": sent.is_ok(),
        "dialogue": dialogue.lines(),
        "offers": dialogue.offers(),
        "failure": sent.as_ref().err().map(ToString::to_string),
        "advice": advice,
    });
    context.answer(&answer, &format!("{}\n{last}", dialogue.lines().join("\n")))?;
    sent.map_err(|fault| Failure::failed(format!("the test email was not sent: {fault}")))
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
