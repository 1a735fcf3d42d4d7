//! The record of a dialogue with a mail server.
//!
//! It has no passwords and no text of an email.

use std::fmt;

use askline_domain::mail::MailFault;
use lettre::transport::smtp::response::Response;

/// The lines of a dialogue, for an operator who looks for a fault.
#[derive(Debug)]
pub struct Dialogue {
    lines: Vec<String>,
    offers: Vec<String>,
    is_heard: bool,
}

impl Default for Dialogue {
    fn default() -> Self {
        Self { lines: Vec::new(), offers: Vec::new(), is_heard: true }
    }
}

impl Dialogue {
    /// A dialogue that no operator reads, for which the server is asked nothing more.
    pub(super) fn unheard() -> Self {
        Self { is_heard: false, ..Self::default() }
    }

    pub(super) const fn is_heard(&self) -> bool {
        self.is_heard
    }

    pub(super) fn said(&mut self, text: impl fmt::Display) {
        self.lines.push(format!("> {text}"));
    }

    pub(super) fn heard(&mut self, response: &Response) {
        let lines = response.message();
        self.lines.extend(lines.map(|line| format!("< {} {line}", response.code())));
    }

    /// Records the lines that the server sent first: its greeting and, after EHLO, what it offers.
    pub(super) fn greeted(&mut self, lines: &[String], hello: &str, fault: Option<&MailFault>) {
        // The last line of a greeting has a space after the code.
        let end = lines.iter().position(|line| line.as_bytes().get(3) != Some(&b'-')).map_or(lines.len(), |at| at + 1);
        let (greeting, offered) = lines.split_at(end);
        // A refusal is recorded as the fault.
        let greeting: &[String] =
            if fault.is_some_and(|fault| fault.code.is_some()) && offered.is_empty() { &[] } else { greeting };
        self.lines.extend(greeting.iter().map(|line| format!("< {line}")));
        if !offered.is_empty() {
            self.said(format_args!("EHLO {hello}"));
            self.lines.extend(offered.iter().map(|line| format!("< {line}")));
            self.offers = offered.iter().skip(1).filter_map(|line| line.get(4..)).map(str::to_owned).collect();
        }
    }

    /// Records the response to EHLO.
    pub(super) fn offered(&mut self, response: &Response) {
        self.heard(response);
        self.offers = response.message().skip(1).map(str::to_owned).collect();
    }

    pub(super) fn failed(&mut self, fault: &MailFault) {
        self.lines.push(match fault.code {
            Some(code) => format!("< {code} {}", fault.words),
            None => format!("! {}", fault.words),
        });
    }

    /// The lines.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// What the server offered last, an extension per line with its parameters: `AUTH PLAIN LOGIN`.
    pub fn offers(&self) -> &[String] {
        &self.offers
    }
}

#[cfg(test)]
mod tests {
    use askline_domain::mail::MailStage;

    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn greeting_and_offers_are_recorded_apart() {
        let mut dialogue = Dialogue::default();
        let sent = lines("220-mail.example.com\n220 ready\n250-mail.example.com\n250-SIZE 1000\n250 AUTH PLAIN LOGIN");
        dialogue.greeted(&sent, "ask.example.com", None);
        assert_eq!(dialogue.offers(), ["SIZE 1000", "AUTH PLAIN LOGIN"]);
        assert_eq!(dialogue.lines()[..3], ["< 220-mail.example.com", "< 220 ready", "> EHLO ask.example.com"]);
    }

    #[test]
    fn a_refused_greeting_is_recorded_once_and_another_protocol_as_it_is() {
        for (code, sent, expected) in [
            (Some(554), "554 no", vec!["< 554 no"]),
            (None, "HTTP/1.1 400 Bad Request", vec!["< HTTP/1.1 400 Bad Request", "! no"]),
            (None, "", vec!["! no"]),
        ] {
            let mut dialogue = Dialogue::default();
            let fault = MailFault { stage: MailStage::Greeting, code, words: "no".into() };
            dialogue.greeted(&lines(sent), "ask.example.com", Some(&fault));
            dialogue.failed(&fault);
            assert_eq!(dialogue.lines(), expected);
        }
    }
}
