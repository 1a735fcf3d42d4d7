//! Connects to the operator's mail server and sends emails over SMTP.
//!
//! Each step has a time limit. The record of a dialogue contains no password and no text of an email.

use std::{fmt, time::Duration};

use askline_app::ports::mail::MailServer;
use askline_domain::{
    mail::{CertificateFault, Mail, MailFault, MailStage},
    shared::ids::JobId,
};
use async_trait::async_trait;
use lettre::{
    Address,
    transport::smtp::{
        Error as SmtpError,
        authentication::{Credentials, Mechanism},
        client::{AsyncSmtpConnection, TlsParameters},
        commands::{Data, Mail as MailFrom, Rcpt},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
        response::Response,
    },
};
use tokio::net::TcpStream;

use super::message::Sender;

mod address;
mod certificates;

pub use address::{Security, SmtpAddress};
pub use certificates::UnusableServer;

/// The maximum time of a step.
const MAX_STEP_TIME: Duration = Duration::from_secs(30);
/// The maximum time that the server may take to process a complete message.
const MAX_MESSAGE_TIME: Duration = Duration::from_secs(120);
/// How long to wait for the reply to QUIT, when the email is already sent.
const MAX_FAREWELL_TIME: Duration = Duration::from_secs(2);
/// The explanation of the TLS error `CaUsedAsEndEntity`.
const IS_AN_AUTHORITYS: &str = "it is a certificate authority's (CA:TRUE), not a server's";
const MECHANISMS: &[Mechanism] = &[Mechanism::Plain, Mechanism::Login];

/// The operator's mail server.
pub struct SmtpServer {
    address: SmtpAddress,
    tls: TlsParameters,
    sender: Sender,
    hello: ClientId,
    step_time: Duration,
    message_time: Duration,
}

/// The lines of a dialogue, for an operator who looks for a fault.
#[derive(Debug, Default)]
pub struct Dialogue(Vec<String>);

impl Dialogue {
    fn said(&mut self, text: impl fmt::Display) {
        self.0.push(format!("> {text}"));
    }

    fn heard(&mut self, response: &Response) {
        let lines = response.message();
        self.0.extend(lines.map(|line| format!("< {} {line}", response.code())));
    }

    fn failed(&mut self, fault: &MailFault) {
        self.0.push(match fault.code {
            Some(code) => format!("< {code} {}", fault.words),
            None => format!("! {}", fault.words),
        });
    }

    /// The lines.
    pub fn lines(&self) -> &[String] {
        &self.0
    }
}

impl SmtpServer {
    /// Creates a client of the server at `address`, which sends the emails of `sender`. `authority`, in PEM, is trusted
    /// in addition to the system's roots.
    pub fn new(address: SmtpAddress, sender: Sender, authority: Option<&[u8]>) -> Result<Self, UnusableServer> {
        let tls = certificates::tls_parameters(&address.host, authority)?;
        let hello = ClientId::Domain(sender.host().to_owned());
        Ok(Self { address, tls, sender, hello, step_time: MAX_STEP_TIME, message_time: MAX_MESSAGE_TIME })
    }

    /// Sets this time limit for each step.
    pub fn answering_within(self, time: Duration) -> Self {
        Self { step_time: time, message_time: time, ..self }
    }

    /// Sends an email and records the dialogue.
    pub async fn converse(&self, id: JobId, mail: &Mail, dialogue: &mut Dialogue) -> Result<(), MailFault> {
        let handed_over = self.dialogue(id, mail, dialogue).await;
        if let Err(fault) = &handed_over {
            dialogue.failed(fault);
        }
        handed_over
    }

    async fn dialogue(&self, id: JobId, mail: &Mail, dialogue: &mut Dialogue) -> Result<(), MailFault> {
        let to: Address = mail.to.parse().map_err(|_| impossible_address())?;
        let message = self.sender.message(id, to.clone(), mail).map_err(|words| MailFault {
            stage: MailStage::Message,
            code: Some(554),
            words,
        })?;
        let mut connection = self.connect(dialogue).await?;
        self.log_in(&mut connection, dialogue).await?;
        let mut parameters = Vec::new();
        if !mail.to.is_ascii() || !self.sender.address().to_string().is_ascii() {
            if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
                return Err(impossible_address());
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        if !message.is_ascii() && connection.server_info().supports_feature(Extension::EightBitMime) {
            parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        dialogue.said(format_args!("MAIL FROM:<{}>", self.sender.address()));
        let from = MailFrom::new(Some(self.sender.address().clone()), parameters);
        self.step(MailStage::Sender, connection.command(from), dialogue).await?;
        dialogue.said(format_args!("RCPT TO:<{to}>"));
        self.step(MailStage::Recipient, connection.command(Rcpt::new(to, Vec::new())), dialogue).await?;
        dialogue.said("DATA");
        self.step(MailStage::Message, connection.command(Data), dialogue).await?;
        dialogue.said(format_args!("({} bytes)", message.len()));
        let response = within(self.message_time, MailStage::Message, connection.message(&message)).await?;
        dialogue.heard(&response);
        let _ = tokio::time::timeout(MAX_FAREWELL_TIME, connection.quit()).await;
        Ok(())
    }

    async fn connect(&self, dialogue: &mut Dialogue) -> Result<AsyncSmtpConnection, MailFault> {
        let SmtpAddress { host, port, security, .. } = &self.address;
        dialogue.said(format_args!("connect to {host}:{port}"));
        let unknown = |why: String| no_answer(MailStage::Name, format!("The name {host} cannot be looked up: {why}."));
        let looked_up = tokio::time::timeout(self.step_time, tokio::net::lookup_host((host.as_str(), *port))).await;
        let found: Vec<_> = match looked_up {
            Ok(Ok(found)) => found.collect(),
            Ok(Err(error)) => return Err(unknown(error.to_string())),
            Err(_) => return Err(unknown("the name server does not answer".into())),
        };
        if found.is_empty() {
            return Err(unknown("it has no address".into()));
        }
        if *security == Security::Tls {
            let connecting = AsyncSmtpConnection::connect_tokio1(
                &found[..],
                Some(self.step_time),
                &self.hello,
                Some(self.tls.clone()),
                None,
            );
            return within(self.step_time, MailStage::Connection, connecting).await;
        }
        let stream = match tokio::time::timeout(self.step_time, TcpStream::connect(&found[..])).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => {
                return Err(no_answer(MailStage::Connection, format!("{host}:{port} cannot be reached: {error}.")));
            }
            Err(_) => return Err(no_answer(MailStage::Connection, format!("{host}:{port} does not answer."))),
        };
        let greeting = AsyncSmtpConnection::connect_with_transport(Box::new(stream), &self.hello);
        let mut connection = within(self.step_time, MailStage::Greeting, greeting).await?;
        if *security == Security::Plain {
            return Ok(connection);
        }
        if !connection.can_starttls() {
            return match security {
                Security::Opportunistic => Ok(connection),
                _ => Err(no_answer(MailStage::Encryption, "The server does not offer STARTTLS.".into())),
            };
        }
        dialogue.said("STARTTLS");
        let encrypting = connection.starttls(self.tls.clone(), &self.hello);
        within(self.step_time, MailStage::Encryption, encrypting).await?;
        Ok(connection)
    }

    async fn log_in(&self, connection: &mut AsyncSmtpConnection, dialogue: &mut Dialogue) -> Result<(), MailFault> {
        let Some((user, password)) = &self.address.credentials else { return Ok(()) };
        if !connection.is_encrypted() && self.address.security != Security::Plain {
            let words = "The server offers no STARTTLS, and the password is not sent in the clear.";
            return Err(no_answer(MailStage::Encryption, words.into()));
        }
        dialogue.said(format_args!("AUTH as {user}"));
        let credentials = Credentials::new(user.clone(), password.expose().to_owned());
        self.step(MailStage::LogIn, connection.auth(MECHANISMS, &credentials), dialogue).await
    }

    async fn step(
        &self,
        stage: MailStage,
        saying: impl Future<Output = Result<Response, SmtpError>>,
        dialogue: &mut Dialogue,
    ) -> Result<(), MailFault> {
        let response = within(self.step_time, stage, saying).await?;
        dialogue.heard(&response);
        Ok(())
    }
}

#[async_trait]
impl MailServer for SmtpServer {
    async fn hand_over(&self, id: JobId, mail: &Mail) -> Result<(), MailFault> {
        self.dialogue(id, mail, &mut Dialogue::default()).await
    }
}

/// Returns the result of a step, or why it failed.
async fn within<T>(
    time: Duration,
    stage: MailStage,
    step: impl Future<Output = Result<T, SmtpError>>,
) -> Result<T, MailFault> {
    match tokio::time::timeout(time, step).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => Err(fault_of(stage, &error)),
        Err(_) => Err(no_answer(stage, format!("The server did not answer within {} s.", time.as_secs()))),
    }
}

fn fault_of(stage: MailStage, error: &SmtpError) -> MailFault {
    let source = std::error::Error::source(error).map(ToString::to_string);
    let code = error.status().and_then(|code| code.to_string().parse().ok());
    if code.is_some() {
        // A greeting that refuses arrives while the connection is established.
        let stage = if stage == MailStage::Connection { MailStage::Greeting } else { stage };
        return MailFault { stage, code, words: source.unwrap_or_default() };
    }
    let why = source.unwrap_or_else(|| error.to_string());
    if let Some(fault) = tls_error(error).and_then(certificates::fault_of) {
        let why = if fault == CertificateFault::Authority { IS_AN_AUTHORITYS.to_owned() } else { why };
        let words = format!("The mail server's certificate is not accepted: {why}.");
        return no_answer(MailStage::Certificate(fault), words);
    }
    if tls_error(error).is_some() || error.is_tls() {
        return no_answer(MailStage::Encryption, format!("The connection could not be encrypted: {why}."));
    }
    if error.is_response() {
        return no_answer(stage, format!("The server did not answer in SMTP, or closed the connection: {why}."));
    }
    no_answer(stage, format!("The connection failed: {why}."))
}

/// The error of TLS itself: a certificate that is not accepted, or a server that does not speak TLS.
fn tls_error(error: &SmtpError) -> Option<&rustls::Error> {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        let found = error.downcast_ref().or_else(|| inner.and_then(|inner| inner.downcast_ref()));
        if found.is_some() {
            return found;
        }
        cause = error.source();
    }
    None
}

fn no_answer(stage: MailStage, words: String) -> MailFault {
    MailFault { stage, code: None, words }
}

/// The fault of an address that this mail server cannot accept. It is final, as if the server had refused the address.
fn impossible_address() -> MailFault {
    let words = "The mail server does not accept addresses with such characters.".to_owned();
    MailFault { stage: MailStage::Recipient, code: Some(553), words }
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SmtpServer({}:{})", self.address.host, self.address.port)
    }
}
