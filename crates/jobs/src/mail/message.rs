//! An email as a message: headers without untrusted text, text and HTML as alternatives.

use std::time::SystemTime;

use askline_domain::{
    mail::{Mail, MailBrand},
    shared::ids::JobId,
};
use lettre::{
    Address, Message,
    message::{
        Attachment, Mailbox, MultiPart, SinglePart,
        header::{ContentType, HeaderName, HeaderValue},
    },
};

use super::letter::{LOGO_PART, Letter, brand_of};

/// The sender of an instance's emails.
#[derive(Debug, Clone)]
pub struct Sender {
    from: Mailbox,
    reply_to: Option<Mailbox>,
    public_url: String,
    host: String,
}

/// A text that is not a sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an address such as Askline <askline@example.com>")]
pub struct SenderError;

impl Sender {
    /// Creates the sender `from` of the instance at `public_url`. Replies go to `reply_to`, if that is not empty.
    pub fn new(from: &str, reply_to: &str, public_url: &str) -> Result<Self, SenderError> {
        let mailbox = |text: &str| text.trim().parse::<Mailbox>().map_err(|_| SenderError);
        let host = url::Url::parse(public_url).ok().and_then(|url| url.host_str().map(str::to_owned));
        Ok(Self {
            from: mailbox(from)?,
            reply_to: if reply_to.trim().is_empty() { None } else { Some(mailbox(reply_to)?) },
            public_url: public_url.trim_end_matches('/').to_owned(),
            host: host.unwrap_or_else(|| "localhost".to_owned()),
        })
    }

    /// The sender's own address.
    pub(super) fn address(&self) -> &Address {
        &self.from.email
    }

    /// The name with which the service greets a mail server.
    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// The message of an email to `to`. The same email always has the same Message-ID.
    pub(super) fn message(&self, id: JobId, to: Address, mail: &Mail) -> Result<Vec<u8>, String> {
        let letter = Letter::of(mail, &self.public_url);
        let text = letter.text().map_err(|error| error.to_string())?;
        let html = letter.html().map_err(|error| error.to_string())?;
        let header = |name, value: &str| HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned());
        let mut builder = Message::builder()
            .message_id(Some(format!("<{id}@{}>", self.host)))
            .date(SystemTime::from(mail.at))
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(letter.subject.clone())
            .raw_header(header("Auto-Submitted", "auto-generated"))
            .raw_header(header("Content-Language", letter.language));
        if let Some(address) = &letter.unsubscribe {
            // RFC 8058: mail programs end the emails by a POST to the address, without opening it.
            builder = builder
                .raw_header(header("List-Unsubscribe", &format!("<{address}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        let brand = brand_of(&mail.content);
        let own = brand.and_then(|brand| brand.reply_to.as_deref()?.parse::<Mailbox>().ok());
        if let Some(reply_to) = own.or_else(|| self.reply_to.clone()) {
            builder = builder.reply_to(reply_to);
        }
        let logo = brand.and_then(MailBrand::logo);
        let message = builder.multipart(body(text, html, logo));
        message.map(|message| message.formatted()).map_err(|error| error.to_string())
    }
}

/// Text and HTML, with the logo that the HTML shows.
fn body(text: String, html: String, logo: Option<Vec<u8>>) -> MultiPart {
    let Some(logo) = logo else { return MultiPart::alternative_plain_html(text, html) };
    let picture =
        Attachment::new_inline(LOGO_PART.to_owned()).body(logo, ContentType::parse("image/png").expect("a type"));
    let html = MultiPart::related().singlepart(SinglePart::html(html)).singlepart(picture);
    MultiPart::alternative().singlepart(SinglePart::plain(text)).multipart(html)
}

#[cfg(test)]
mod tests {
    use askline_domain::{identity::mail_language::MailLanguage, mail::MailContent, shared::ids::Id as _};
    use jiff::Timestamp;

    use super::{super::preview::every_mail, *};

    fn sent(content: MailContent) -> String {
        let sender =
            Sender::new("Askline <reports@example.com>", "help@example.com", "https://a.example").expect("a sender");
        let to = "ada@example.com".parse().expect("an address");
        let mail =
            Mail { to: "ada@example.com".into(), language: MailLanguage::En, content, at: Timestamp::UNIX_EPOCH };
        String::from_utf8(sender.message(JobId::from_bits(1), to, &mail).expect("a message")).expect("text")
    }

    #[test]
    fn replies_to_a_report_go_to_its_brand_and_its_logo_is_a_part_of_it() {
        let find = |name| every_mail().into_iter().find(|(one, _)| *one == name).expect("a preview").1;
        let branded = sent(find("report_with_brand"));
        assert!(branded.contains("\r\nReply-To: reports@engines.example\r\n"), "{branded}");
        assert!(branded.contains("Content-ID: <logo>") && branded.contains("Content-Type: image/png"), "{branded}");
        assert!(branded.contains("multipart/related"), "{branded}");
        let plain = sent(find("report"));
        assert!(plain.contains("\r\nReply-To: help@example.com\r\n") && !plain.contains("image/png"), "{plain}");
    }

    #[test]
    fn a_sender_is_an_address_with_or_without_a_name() {
        for from in ["Askline <reports@example.com>", "reports@example.com"] {
            assert_eq!(Sender::new(from, "", "https://a.example").map(|sender| sender.host), Ok("a.example".into()));
        }
        for (from, reply_to) in
            [("", ""), ("Askline", ""), ("a@example.com", "nobody"), ("a@b.example\r\nBcc: x@y.example", "")]
        {
            assert!(Sender::new(from, reply_to, "https://a.example").is_err(), "{from}");
        }
    }
}
