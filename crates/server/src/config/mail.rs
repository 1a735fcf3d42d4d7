//! `[mail]`: the operator's mail server, and the sender of emails.

use askline_jobs::mail::{Sender, SmtpAddress};

use super::Layers;
use crate::failure::Failure;

/// The maximum of `mail.per_minute`.
const MAX_PER_MINUTE: i64 = 100_000;
/// The maximum size of a file with certificates of an authority, in bytes.
const MAX_AUTHORITY_BYTES: u64 = 1024 * 1024;

/// How emails are sent.
#[derive(Debug, Clone)]
pub struct MailSettings {
    /// The mail server.
    pub server: SmtpAddress,
    /// The sender of the emails.
    pub sender: Sender,
    /// Certificates in PEM that are trusted in addition to the system's.
    pub authority: Option<Vec<u8>>,
    /// The maximum number of emails per minute; 0 means no limit.
    pub per_minute: u32,
}

/// How emails are sent; `None` if no mail server is set. Without one, `mail.from` and `mail.reply_to` are refused.
pub(super) fn mail_settings(layers: &Layers, public_url: Option<&str>) -> Result<Option<MailSettings>, Failure> {
    let per_minute = layers.integer("mail.per_minute", 0, MAX_PER_MINUTE)?;
    let (from, reply_to) = (layers.text("mail.from", 0)?, layers.text("mail.reply_to", 0)?);
    let Some((key, url)) = server_address(layers)? else {
        return if from.is_empty() && reply_to.is_empty() {
            Ok(None)
        } else {
            Err(layers.bad("mail.url", "set if mail.from or mail.reply_to is set"))
        };
    };
    let wanted =
        "an address such as smtps://user:password@mail.example.com or smtp://mail.example.com:587?tls=required";
    let server = SmtpAddress::read(&url).ok_or_else(|| layers.bad_secret(key, wanted))?;
    let Some(public_url) = public_url else {
        return Err(layers.bad("public_url", "set if mail.url is set (emails contain links to it)"));
    };
    let wanted = "an address such as Askline <askline@example.com>";
    Sender::new(&from, "", public_url).map_err(|_| layers.bad("mail.from", wanted))?;
    let sender = Sender::new(&from, &reply_to, public_url).map_err(|_| layers.bad("mail.reply_to", wanted))?;
    let authority = authority(layers)?;
    let per_minute = u32::try_from(per_minute).expect("checked to be in range");
    Ok(Some(MailSettings { server, sender, authority, per_minute }))
}

/// The address of the mail server, from a setting or from a file.
fn server_address(layers: &Layers) -> Result<Option<(&'static str, String)>, Failure> {
    let (url, file) = (layers.text("mail.url", 0)?, layers.text("mail.url_file", 0)?);
    match (url.is_empty(), file.is_empty()) {
        (true, true) => Ok(None),
        (false, false) => Err(layers.bad("mail.url_file", "empty if mail.url is set")),
        (false, true) => Ok(Some(("mail.url", url))),
        (true, false) => {
            let read = std::fs::read_to_string(&file);
            let read =
                read.map_err(|error| layers.bad("mail.url_file", &format!("a file that can be read ({error})")))?;
            Ok(Some(("mail.url_file", read.trim().to_owned())))
        }
    }
}

fn authority(layers: &Layers) -> Result<Option<Vec<u8>>, Failure> {
    let file = layers.text("mail.ca_file", 0)?;
    if file.is_empty() {
        return Ok(None);
    }
    let is_small = std::fs::metadata(&file).is_ok_and(|file| file.len() <= MAX_AUTHORITY_BYTES);
    let read = if is_small { std::fs::read(&file).ok() } else { None };
    read.map(Some).ok_or_else(|| layers.bad("mail.ca_file", "a file of certificates in PEM that can be read"))
}
