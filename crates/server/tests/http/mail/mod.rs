//! Emails over real SMTP: when they are sent, their links, and faults of mail servers.

mod addresses;
mod alerts;
mod by_hand;
mod faults;
mod floods;
mod invitations;
mod limits;
mod links;
mod notices;
mod recipients;
mod report_channels;
mod reports;
mod reset;
mod sign_ups;
mod under_way;

use std::{sync::Arc, time::Duration};

use askline_api::settings::{ApiSettings, RequestLimits};
use askline_app::accounts::by_operator;
use askline_domain::shared::ids::UserId;
use askline_jobs::{
    SendChannelMessage,
    mail::{SendMail, Sender, SmtpAddress, SmtpServer},
    outgoing::MessageSender,
    runner::JobRunner,
};
use askline_stand_in::mail_server::{MailServer, TakenMail};
use mail_parser::{HeaderValue, Message, MessageParser};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    harness::{Answer, Org, PASSWORD, Service, unlimited},
    sign_in_providers::with_gate,
};

const PUBLIC_URL: &str = "http://ask.example.com";
const FROM: &str = "Askline <reports@example.com>";
/// Emails per minute in these tests: 0 means no limit, so that no email has to wait.
const NO_LIMIT: u32 = 0;
/// How long a mail server may hang in these tests, which wait for it in real time.
const MAX_SERVER_TIME: Duration = Duration::from_secs(2);

/// A service and the server that receives its emails.
pub struct Mailing {
    pub service: Service,
    pub server: MailServer,
}

/// An email as its recipient sees it.
pub struct Letter {
    pub subject: String,
    pub text: String,
    pub html: String,
}

impl Letter {
    pub fn of(mail: &TakenMail) -> Self {
        let message = parsed(mail);
        Self {
            subject: message.subject().expect("a subject").to_owned(),
            text: message.body_text(0).expect("a text").into_owned(),
            html: message.body_html(0).expect("an HTML part").into_owned(),
        }
    }

    /// The token of the link to `page`. Text and HTML must have the same one.
    pub fn token(&self, page: &str) -> String {
        let start = format!("{PUBLIC_URL}/{page}#");
        let token = |body: &str| {
            let (_, rest) = body.split_once(&start).unwrap_or_else(|| panic!("no link to {page}: {body}"));
            rest.chars()
                .take_while(|character| character.is_ascii_alphanumeric() || *character == '_')
                .collect::<String>()
        };
        assert_eq!(token(&self.text), token(&self.html));
        token(&self.text)
    }
}

fn parsed(mail: &TakenMail) -> Message<'_> {
    MessageParser::default().parse(mail.message.as_bytes()).expect("a message")
}

/// The text of a header.
fn header(mail: &TakenMail, name: &'static str) -> String {
    match parsed(mail).header(name) {
        Some(HeaderValue::Text(text)) => text.to_string(),
        other => panic!("{name}: {other:?}"),
    }
}

impl Mailing {
    /// A service that sends through a mail server without encryption.
    pub async fn start() -> Self {
        let server = MailServer::start().await.unwrap();
        Self::through(server).await
    }

    /// A service that sends through this mail server.
    pub async fn through(server: MailServer) -> Self {
        Self::with(server, unlimited()).await
    }

    /// A service with request limits that sends through a mail server without encryption.
    pub async fn limited(limits: RequestLimits) -> Self {
        Self::with(MailServer::start().await.unwrap(), limits).await
    }

    async fn with(server: MailServer, limits: RequestLimits) -> Self {
        let settings = ApiSettings {
            mail: true,
            public_url: Some(PUBLIC_URL.into()),
            limits,
            signup: true,
            ..ApiSettings::default()
        };
        let mut service = Service::start_with(with_gate(settings)).await;
        service.metadata.start_mail(service.app.now()).await.unwrap();
        let authority = server.authority().map(|file| std::fs::read(file).unwrap());
        service.jobs = runner(&service, &server.url(), authority.as_deref(), NO_LIMIT);
        Self { service, server }
    }

    /// Sends the emails that are due, and returns what the mail server received.
    pub async fn sent(&self) -> Vec<TakenMail> {
        let before = self.server.taken().len();
        self.service.run_due_jobs().await;
        self.server.taken().split_off(before)
    }

    /// Sends the emails that are due, and returns the only one to `to`.
    pub async fn letter_to(&self, to: &str) -> Letter {
        let sent = self.sent().await;
        let mine: Vec<_> = sent.iter().filter(|mail| mail.to == [to]).collect();
        assert_eq!(mine.len(), 1, "{to}: {sent:?}");
        Letter::of(mine[0])
    }

    /// Sends the emails that are due, and returns their recipients in sorted order.
    pub async fn recipients(&self) -> Vec<String> {
        let mut to: Vec<String> = self.sent().await.into_iter().flat_map(|mail| mail.to).collect();
        to.sort();
        to
    }

    /// Marks the owner's address as confirmed.
    pub async fn prove_owner(&self, org: &Org) -> UserId {
        let owner = self.service.owner_of(org).await;
        assert!(
            by_operator::put_confirmed(&*self.service.metadata, owner, self.service.app.now(), vec![]).await.unwrap()
        );
        owner
    }

    /// Signs the owner in again, after days in which the session ended.
    pub async fn sign_in_again(&self, org: &mut Org, owner: UserId) {
        org.session = self.service.session_of(owner).await;
    }

    pub async fn post(&self, path: &str, bearer: Option<&str>, body: Value) -> Answer {
        self.service.send(Method::POST, path, bearer, Some(&body)).await
    }

    /// A POST without a body.
    pub async fn send(&self, path: &str, bearer: &str) -> Answer {
        self.service.send(Method::POST, path, Some(bearer), None).await
    }

    /// How many emails wait to be sent.
    pub async fn waiting(&self) -> u64 {
        self.service.metadata.mail_health().await.unwrap().waiting
    }

    pub async fn sign_up(&self, email: &str) -> Answer {
        let body = json!({ "email": email, "password": PASSWORD, "organizationName": "Newcomer Ltd" });
        self.post("/api/v1/auth/signup", None, body).await
    }

    /// Signs up and confirms the address. Returns the session's token.
    pub async fn signed_up(&self, email: &str) -> String {
        self.sign_up(email).await.data(202);
        let token = self.letter_to(email).await.token("prove");
        let proven = self.post("/api/v1/auth/email/verify", None, json!({ "token": token })).await;
        proven.data(200)["session"]["token"].as_str().expect("a session").to_owned()
    }

    pub async fn log_in(&self, email: &str, password: &str) -> Answer {
        self.post("/api/v1/auth/login", None, json!({ "email": email, "password": password })).await
    }

    pub async fn me(&self, session: &str) -> Value {
        self.service.get("/api/v1/me", session).await.data(200)["user"].clone()
    }
}

/// The job runner that sends a service's emails through the mail server at `url`.
fn runner(service: &Service, url: &str, authority: Option<&[u8]>, per_minute: u32) -> JobRunner {
    let sender = Sender::new(FROM, "help@example.com", PUBLIC_URL).unwrap();
    let server = SmtpServer::new(SmtpAddress::read(url).unwrap(), sender, authority).unwrap();
    let server = Arc::new(server.answering_within(MAX_SERVER_TIME));
    let limiter = service.app.ports().rate_limiter.clone();
    let send = SendMail::new(service.metadata.clone(), server, limiter, per_minute, service.clock.clone());
    let chats = MessageSender::new(&["127.0.0.1/32".parse().unwrap()], MAX_SERVER_TIME).unwrap();
    let notify =
        SendChannelMessage::new(service.metadata.clone(), chats, Some(PUBLIC_URL.into()), service.clock.clone());
    JobRunner::new(service.metadata.clone(), service.clock.clone(), vec![Arc::new(send), Arc::new(notify)])
}
