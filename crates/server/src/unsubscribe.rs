//! `/unsubscribe/TOKEN`: ends the reports or alerts that an email belongs to.
//!
//! A mail program posts to the address (RFC 8058); a person who opens it is asked once, because programs that look for
//! dangerous links open every address of an email. The token can do nothing else, and does not expire.

use std::sync::Arc;

use askline_api::pipeline::app::App;
use askline_app::{ports::identity::report_subscriptions::Unsubscription, unsubscribe::unsubscribe};
use askline_domain::{identity::mail_language::MailLanguage, reports::subscription::Ended};
use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue, Method, StatusCode, header},
    response::{Html, IntoResponse, Response},
};

use crate::oauth::{count, of_address};

/// What the addresses begin with.
const PREFIX: &str = "/unsubscribe/";
/// The maximum length of a token, in bytes.
const MAX_TOKEN_BYTES: usize = 400;

/// Answers at the addresses. Cheap to clone.
#[derive(Clone)]
pub struct Unsubscribing(Arc<App>);

/// Whether a path is one of these addresses.
pub fn has(path: &str) -> bool {
    path.starts_with(PREFIX)
}

impl Unsubscribing {
    /// The addresses of an instance.
    pub fn new(app: App) -> Self {
        Self(Arc::new(app))
    }

    /// Answers a request to a path that [`has`] knows.
    pub async fn answer(&self, request: Request) -> Response {
        let app = &*self.0;
        // The body of a mail program's request says nothing that the address does not.
        let (parts, _) = request.into_parts();
        if let Err(refused) = count(app, &parts, of_address(app)).await {
            return refused;
        }
        let token = parts.uri.path().strip_prefix(PREFIX).unwrap_or_default();
        let token = if token.len() > MAX_TOKEN_BYTES { "" } else { token };
        let languages = parts.headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let language = languages.and_then(MailLanguage::accepted).unwrap_or_default();
        let ended = match parts.method {
            Method::POST => unsubscribe(app.ports(), token, app.now()).await.map(|ended| ended.map(Step::ended)),
            Method::GET | Method::HEAD => {
                app.ports().report_subscriptions.unsubscribed_by(token).map(|known| known.map(Step::asked))
            }
            _ => return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD, POST")]).into_response(),
        };
        match ended {
            Ok(step) => page(step.unwrap_or(Step::Unknown), language),
            Err(error) => {
                tracing::warn!(%error, "A person could not unsubscribe");
                (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "60")]).into_response()
            }
        }
    }
}

/// What a page says.
#[derive(Clone, Copy)]
enum Step {
    /// It asks whether to end the emails.
    Asked(Ended),
    /// They are ended.
    Ended(Ended),
    /// They are ended for an address without an account.
    EndedForRecipient,
    /// The address has no token that this instance made.
    Unknown,
}

impl Step {
    /// Asks whether to end these emails.
    const fn asked(ends: Unsubscription) -> Self {
        match ends {
            Unsubscription::Person(_, what) => Self::Asked(what),
            Unsubscription::Recipient(..) => Self::Asked(Ended::WeeklyReports),
        }
    }

    /// These emails are ended.
    const fn ended(ends: Unsubscription) -> Self {
        match ends {
            Unsubscription::Person(_, what) => Self::Ended(what),
            Unsubscription::Recipient(..) => Self::EndedForRecipient,
        }
    }

    /// The title, a sentence, and the label of the button.
    const fn words(self, language: MailLanguage) -> [&'static str; 3] {
        match (self, language) {
            (Self::Asked(Ended::Alerts), MailLanguage::En) => {
                ["Unsubscribe from alerts?", "You will no longer get any alerts by email.", "Unsubscribe"]
            }
            (Self::Asked(Ended::Alerts), MailLanguage::De) => {
                ["Warnungen abbestellen?", "Sie erhalten dann keine Warnungen mehr per E-Mail.", "Abbestellen"]
            }
            (Self::Ended(Ended::Alerts), MailLanguage::En) => [
                "You are unsubscribed",
                "You no longer get alerts by email. You can turn them on again under Account.",
                "",
            ],
            (Self::Ended(Ended::Alerts), MailLanguage::De) => [
                "Abbestellt",
                "Sie erhalten keine Warnungen mehr per E-Mail. Unter Konto lassen sie sich wieder einschalten.",
                "",
            ],
            (Self::Asked(_), MailLanguage::En) => {
                ["Unsubscribe from reports?", "You will no longer get these reports by email.", "Unsubscribe"]
            }
            (Self::Asked(_), MailLanguage::De) => {
                ["Berichte abbestellen?", "Sie erhalten diese Berichte dann nicht mehr per E-Mail.", "Abbestellen"]
            }
            (Self::Ended(_), MailLanguage::En) => [
                "You are unsubscribed",
                "You no longer get these reports. You can turn them on again under Account.",
                "",
            ],
            (Self::Ended(_), MailLanguage::De) => [
                "Abbestellt",
                "Sie erhalten diese Berichte nicht mehr. Unter Konto lassen sie sich wieder einschalten.",
                "",
            ],
            (Self::EndedForRecipient, MailLanguage::En) => {
                ["You are unsubscribed", "You no longer get these reports. Nobody but you can turn them on again.", ""]
            }
            (Self::EndedForRecipient, MailLanguage::De) => [
                "Abbestellt",
                "Sie erhalten diese Berichte nicht mehr. Nur Sie selbst können sie wieder einschalten.",
                "",
            ],
            (Self::Unknown, MailLanguage::En) => [
                "This link is not complete",
                "Open the link in the email again. If you have an account, you can turn the emails off under Account.",
                "",
            ],
            (Self::Unknown, MailLanguage::De) => [
                "Dieser Link ist unvollständig",
                "Öffnen Sie den Link in der E-Mail noch einmal. Wer ein Konto hat, kann die E-Mails auch unter Konto ausschalten.",
                "",
            ],
        }
    }
}

/// A page. Its texts are our own.
fn page(step: Step, language: MailLanguage) -> Response {
    let [title, text, button] = step.words(language);
    // Without an action, a form is posted to the address of its page.
    let form = match button {
        "" => String::new(),
        button => format!("<form method=\"post\"><button type=\"submit\">{button}</button></form>"),
    };
    let html = include_str!("../assets/unsubscribe.html")
        .replace("{{language}}", language.as_str())
        .replace("{{title}}", title)
        .replace("{{text}}", text)
        .replace("{{form}}", &form);
    let status = if matches!(step, Step::Unknown) { StatusCode::NOT_FOUND } else { StatusCode::OK };
    let policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    let headers: [(HeaderName, HeaderValue); 5] = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    (status, headers, Html(html)).into_response()
}
