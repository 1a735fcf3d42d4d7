//! Turns errors of a bucket into messages that say what to check. They contain the status, the code and the message of
//! the service, and nothing else from its response, because the rest includes the text that was signed.

use std::error::Error;

use object_store::client::{HttpError, HttpErrorKind};

use crate::scheduled_backups::fault::Fault;

/// The maximum number of characters of the service's message that a fault contains.
const MAX_MESSAGE_CHARACTERS: usize = 200;
/// The text before the status of a refusal.
const STATUS: &str = "status code: ";

/// What the service responded, or why it did not respond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    NoBucket,
    Absent,
    KeyRefused,
    OtherRegion,
    Unreachable,
    Silent,
    BrokenOff,
    Other,
}

impl Kind {
    /// The text for everyone.
    const fn told(self) -> &'static str {
        match self {
            Kind::NoBucket => "the bucket for backups does not exist",
            Kind::Absent => "the backup is not in the bucket",
            Kind::KeyRefused => "the service of the bucket for backups refuses the access key",
            Kind::OtherRegion => "the bucket for backups is in another region",
            Kind::Unreachable => "the service of the bucket for backups cannot be reached",
            Kind::Silent => "the service of the bucket for backups does not answer in time",
            Kind::BrokenOff => "the connection to the bucket for backups broke off",
            Kind::Other => "the service of the bucket for backups refuses the request",
        }
    }

    /// What the operator can check or do.
    const fn advice(self) -> &'static str {
        match self {
            Kind::NoBucket => "make the bucket, or correct backup.to",
            Kind::Absent => "askline backup list names those that are there",
            Kind::KeyRefused => {
                "check backup.s3.access_key_id, its secret, and that it may list, read, write and delete there"
            }
            Kind::OtherRegion => "correct backup.s3.region",
            Kind::Unreachable => "check backup.s3.endpoint",
            Kind::Silent | Kind::BrokenOff | Kind::Other => "",
        }
    }
}

/// The fault for a service that does not respond.
pub(super) fn silent(place: &str) -> Fault {
    fault(place, Kind::Silent, "")
}

/// The fault for a failed request to `place`.
pub(super) fn fault_of(place: &str, error: &object_store::Error) -> Fault {
    if let Some(kind) = http_kind(error) {
        let kind = match kind {
            HttpErrorKind::Connect => Kind::Unreachable,
            HttpErrorKind::Timeout => Kind::Silent,
            _ => Kind::BrokenOff,
        };
        return fault(place, kind, &innermost(error));
    }
    let text = error.to_string();
    let status = status_in(&text);
    let (code, message) = (between(&text, "Code"), between(&text, "Message"));
    let code = code.unwrap_or_default();
    let kind = match (code, status) {
        ("NoSuchBucket", _) => Kind::NoBucket,
        ("PermanentRedirect" | "AuthorizationHeaderMalformed" | "IllegalLocationConstraintException", _)
        | (_, Some(301 | 307)) => Kind::OtherRegion,
        (_, Some(401 | 403)) => Kind::KeyRefused,
        (_, Some(404)) => Kind::Absent,
        _ if text.contains("redirect without LOCATION") => Kind::OtherRegion,
        _ => Kind::Other,
    };
    let status = status.map_or(String::new(), |status| status.to_string());
    let parts = [status.as_str(), code, message.unwrap_or_default()];
    let said = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    fault(place, kind, said.trim_end_matches('.'))
}

/// Whether the service seems not to support the request.
pub(super) fn is_unknown_to_service(error: &object_store::Error) -> bool {
    http_kind(error).is_none() && matches!(status_in(&error.to_string()), Some(400 | 405 | 501))
}

fn status_in(text: &str) -> Option<u16> {
    text.split_once(STATUS).and_then(|(_, rest)| rest.get(..3)?.parse().ok())
}

fn fault(place: &str, kind: Kind, said: &str) -> Fault {
    let said: String = said.chars().filter(|each| !each.is_control()).take(MAX_MESSAGE_CHARACTERS).collect();
    let said = if said.is_empty() { said } else { format!(" ({said})") };
    let advice = if kind.advice().is_empty() { String::new() } else { format!("; {}", kind.advice()) };
    Fault::new(kind.told(), format!("{place}: {}{said}{advice}", kind.told()))
}

/// How the connection failed; `None` if the error has another cause.
fn http_kind(error: &object_store::Error) -> Option<HttpErrorKind> {
    chain(error).find_map(|each| each.downcast_ref::<HttpError>()).map(HttpError::kind)
}

fn innermost(error: &object_store::Error) -> String {
    chain(error).last().map_or_else(String::new, ToString::to_string)
}

fn chain<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    std::iter::successors(Some(error), |each: &&'e (dyn Error + 'static)| (*each).source())
}

/// The text of the first XML element with this name.
fn between<'t>(text: &'t str, element: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("<{element}>"))?;
    Some(rest.split_once(&format!("</{element}>"))?.0)
}
