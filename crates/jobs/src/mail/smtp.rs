//! Connects to the operator's mail server and sends emails over SMTP.
//!
//! Each step has a time limit. The record of a dialogue contains no password and no text of an email.

use std::{fmt, sync::Arc, time::Duration};

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
        client::{AsyncSmtpConnection, AsyncTokioStream},
        commands::{Data, Ehlo, Mail as MailFrom, Rcpt},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
        response::Response,
    },
};
use rustls::pki_types::ServerName;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::message::Sender;

mod address;
mod certificates;
mod dialogue;
mod heard_stream;

pub use address::{Security, SmtpAddress};
pub use certificates::UnusableServer;
pub use dialogue::Dialogue;
use heard_stream::HeardStream;

/// The maximum time of a step.
const MAX_STEP_TIME: Duration = Duration::from_secs(30);
/// The maximum time that the server may take to process a complete message.
const MAX_MESSAGE_TIME: Duration = Duration::from_secs(120);
/// How long to wait for the reply to QUIT, when the email is already sent.
const MAX_FAREWELL_TIME: Duration = Duration::from_secs(2);
/// The explanation of the TLS error `CaUsedAsEndEntity`.
const IS_AN_AUTHORITYS: &str = "it is a certificate authority's (CA:TRUE), not a server's";
/// Why an address is not handed to the server, which was not asked about it.
const NO_ADDRESS: &str = "Askline did not send the email: this is not an address that email can be sent to.";
const NO_SMTPUTF8: &str = "Askline did not send the email: the address has characters such as ü before the @, which need a mail server with \
                           SMTPUTF8. This one does not offer it.";
const NOT_WRITTEN: &str = "Askline did not send the email, because it could not be written";
const MECHANISMS: &[Mechanism] = &[Mechanism::Plain, Mechanism::Login];

/// The operator's mail server.
pub struct SmtpServer {
    address: SmtpAddress,
    tls: certificates::Tls,
    sender: Sender,
    hello: ClientId,
    step_time: Duration,
    message_time: Duration,
}

impl SmtpServer {
    /// Creates a client of the server at `address`, which sends the emails of `sender`. `authority`, in PEM, is trusted
    /// in addition to the system's roots.
    pub fn new(address: SmtpAddress, sender: Sender, authority: Option<&[u8]>) -> Result<Self, UnusableServer> {
        let tls = certificates::tls(&address.host, authority)?;
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
        let to: Address = mail.to.parse().map_err(|_| no_answer(MailStage::Address, NO_ADDRESS.to_owned()))?;
        let message = self.sender.message(id, to.clone(), mail);
        let message = message.map_err(|why| no_answer(MailStage::Composition, format!("{NOT_WRITTEN}: {why}.")))?;
        let mut connection = self.connect(dialogue).await?;
        self.log_in(&mut connection, dialogue).await?;
        let mut parameters = Vec::new();
        if !mail.to.is_ascii() || !self.sender.address().to_string().is_ascii() {
            if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
                return Err(no_answer(MailStage::Address, NO_SMTPUTF8.to_owned()));
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
        let stream = match tokio::time::timeout(self.step_time, TcpStream::connect(&found[..])).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => {
                return Err(no_answer(MailStage::Connection, format!("{host}:{port} cannot be reached: {error}.")));
            }
            Err(_) => return Err(no_answer(MailStage::Connection, format!("{host}:{port} does not answer."))),
        };
        let mut connection = match security {
            Security::Tls => self.greet(self.encrypted(stream).await?, dialogue).await?,
            _ => self.greet(stream, dialogue).await?,
        };
        if matches!(security, Security::Plain | Security::Tls) {
            return Ok(connection);
        }
        if !connection.can_starttls() {
            return match security {
                Security::Opportunistic => Ok(connection),
                _ => Err(no_answer(MailStage::Encryption, "The server does not offer STARTTLS.".into())),
            };
        }
        dialogue.said("STARTTLS");
        let encrypting = connection.starttls(self.tls.of_start_tls.clone(), &self.hello);
        within(self.step_time, MailStage::Encryption, encrypting).await?;
        if dialogue.is_heard() {
            // What the server offers after the encryption is asked once more, since the library keeps only a part of it.
            dialogue.said(format_args!("EHLO {}", self.hello));
            let offered = connection.command(Ehlo::new(self.hello.clone()));
            dialogue.offered(&within(self.step_time, MailStage::Encryption, offered).await?);
        }
        Ok(connection)
    }

    /// Encrypts a connection from its first byte.
    async fn encrypted(&self, stream: TcpStream) -> Result<tokio_rustls::client::TlsStream<TcpStream>, MailFault> {
        let name = ServerName::try_from(self.address.host.clone());
        let name = name.map_err(|_| no_answer(MailStage::Name, format!("{} is no host name.", self.address.host)))?;
        let encrypting = TlsConnector::from(Arc::clone(&self.tls.from_start)).connect(name, stream);
        match tokio::time::timeout(self.step_time, encrypting).await {
            Ok(Ok(stream)) => Ok(stream),
            Ok(Err(error)) => Err(fault_of_tls(&error)),
            Err(_) => Err(did_not_answer(MailStage::Encryption, self.step_time)),
        }
    }

    /// Waits for the server's greeting, and learns what it offers.
    async fn greet(
        &self,
        stream: impl heard_stream::Connected,
        dialogue: &mut Dialogue,
    ) -> Result<AsyncSmtpConnection, MailFault> {
        let (stream, heard) = HeardStream::new(stream, dialogue.is_heard());
        let stream: Box<dyn AsyncTokioStream> = Box::new(stream);
        let greeting = AsyncSmtpConnection::connect_with_transport(stream, &self.hello);
        let greeted = within(self.step_time, MailStage::Greeting, greeting).await;
        dialogue.greeted(&heard.lines(), &self.hello.to_string(), greeted.as_ref().err());
        greeted
    }

    async fn log_in(&self, connection: &mut AsyncSmtpConnection, dialogue: &mut Dialogue) -> Result<(), MailFault> {
        let Some((user, password)) = &self.address.credentials else { return Ok(()) };
        let is_encrypted = connection.is_encrypted() || self.address.security == Security::Tls;
        if !is_encrypted && self.address.security != Security::Plain {
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
        self.dialogue(id, mail, &mut Dialogue::unheard()).await
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
        Err(_) => Err(did_not_answer(stage, time)),
    }
}

fn did_not_answer(stage: MailStage, time: Duration) -> MailFault {
    no_answer(stage, format!("The server did not answer within {} s.", time.as_secs()))
}

/// Why a connection could not be encrypted from its first byte.
fn fault_of_tls(error: &std::io::Error) -> MailFault {
    match tls_error(error).and_then(certificates::fault_of) {
        Some(fault) => certificate_refused(fault, error.to_string()),
        None => no_answer(MailStage::Encryption, format!("The connection could not be encrypted: {error}.")),
    }
}

fn certificate_refused(fault: CertificateFault, why: String) -> MailFault {
    let why = if fault == CertificateFault::Authority { IS_AN_AUTHORITYS.to_owned() } else { why };
    no_answer(MailStage::Certificate(fault), format!("The mail server's certificate is not accepted: {why}."))
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
        return certificate_refused(fault, why);
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
fn tls_error<'a>(error: &'a (dyn std::error::Error + 'static)) -> Option<&'a rustls::Error> {
    let mut cause: Option<&'a (dyn std::error::Error + 'static)> = Some(error);
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

impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SmtpServer({}:{})", self.address.host, self.address.port)
    }
}
