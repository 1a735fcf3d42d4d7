//! One connection to the stand-in mail server.

use std::io::{self, ErrorKind};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader},
    net::TcpStream,
};

use super::dialog::{Act, Encryption, Point, Shared, TakenMail};

/// A connection, encrypted or not.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

struct Session {
    stream: BufReader<Box<dyn Stream>>,
    shared: Shared,
    act: Act,
    is_encrypted: bool,
    user: Option<(String, String)>,
}

pub(super) async fn run(stream: TcpStream, shared: Shared, act: Act) -> io::Result<()> {
    let is_encrypted = shared.encryption == Encryption::Tls;
    let stream: Box<dyn Stream> = match (&shared.acceptor, is_encrypted) {
        (Some(acceptor), true) => Box::new(acceptor.accept(stream).await?),
        _ => Box::new(stream),
    };
    let mut session = Session { stream: BufReader::new(stream), shared, act, is_encrypted, user: None };
    session.say_at(Point::Greeting, "220 mail.example.com ESMTP").await?;
    session.commands().await
}

impl Session {
    async fn commands(&mut self) -> io::Result<()> {
        let (mut from, mut to) = (String::new(), Vec::new());
        loop {
            let line = self.line().await?;
            let command = line.to_ascii_uppercase();
            if command.starts_with("EHLO") || command.starts_with("HELO") {
                let offers_tls = self.shared.encryption == Encryption::StartTls && !self.is_encrypted;
                let tls = if offers_tls { "250-STARTTLS\r\n" } else { "" };
                self.say(&format!("250-mail.example.com\r\n{tls}250-8BITMIME\r\n250 AUTH PLAIN LOGIN")).await?;
            } else if command == "STARTTLS" {
                self.say("220 go on").await?;
                self.break_off_at(Point::Encryption).await?;
                return Box::pin(self.encrypt()).await;
            } else if let Some(secret) = line.strip_prefix("AUTH PLAIN ") {
                self.user = Some(user_of(secret));
                self.say_at(Point::LogIn, "235 welcome").await?;
            } else if command.starts_with("MAIL FROM:") {
                from = address_in(&line);
                self.say_at(Point::Sender, "250 yes").await?;
            } else if command.starts_with("RCPT TO:") {
                to.push(address_in(&line));
                self.say_at(Point::Recipient, "250 yes").await?;
            } else if command == "DATA" {
                self.say("354 go on").await?;
                let message = self.message().await?;
                self.take(std::mem::take(&mut from), std::mem::take(&mut to), message).await?;
            } else if command == "QUIT" {
                return self.say("221 good-bye").await;
            } else {
                self.say("250 as you like").await?;
            }
        }
    }

    /// Continues over TLS.
    async fn encrypt(&mut self) -> io::Result<()> {
        let Some(acceptor) = self.shared.acceptor.clone() else { return Err(ErrorKind::Unsupported.into()) };
        let (plain, _) = tokio::io::duplex(1);
        let stream = std::mem::replace(&mut self.stream, BufReader::new(Box::new(plain)));
        self.stream = BufReader::new(Box::new(acceptor.accept(stream.into_inner()).await?));
        self.is_encrypted = true;
        self.commands().await
    }

    async fn take(&mut self, from: String, to: Vec<String>, message: String) -> io::Result<()> {
        let mail = TakenMail { from, to, message, is_encrypted: self.is_encrypted, user: self.user.clone() };
        if matches!(self.act, Act::Work | Act::TakeAndHangUp) {
            self.shared.state().taken.push(mail);
        }
        if self.act == Act::TakeAndHangUp {
            return Err(ErrorKind::ConnectionAborted.into());
        }
        self.say_at(Point::Message, "250 taken").await
    }

    /// Sends `usual`, unless the act is for this step.
    async fn say_at(&mut self, point: Point, usual: &str) -> io::Result<()> {
        match self.act.clone() {
            Act::Say(at, line) if at == point => self.say(line).await,
            Act::HangUp(at) if at == point => Err(ErrorKind::ConnectionAborted.into()),
            Act::Hang(at) if at == point => std::future::pending().await,
            _ => self.say(usual).await,
        }
    }

    /// Ends the connection here, or leaves it hanging, if the act is for this step.
    async fn break_off_at(&mut self, point: Point) -> io::Result<()> {
        match self.act {
            Act::Say(at, line) if at == point => {
                self.say(line).await?;
                Err(ErrorKind::ConnectionAborted.into())
            }
            Act::HangUp(at) if at == point => Err(ErrorKind::ConnectionAborted.into()),
            Act::Hang(at) if at == point => std::future::pending().await,
            _ => Ok(()),
        }
    }

    async fn say(&mut self, line: &str) -> io::Result<()> {
        self.stream.get_mut().write_all(format!("{line}\r\n").as_bytes()).await?;
        self.stream.get_mut().flush().await
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line).await? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end_matches(['\r', '\n']).to_owned()),
        }
    }

    /// Reads a message up to its final dot, and removes the extra dot of lines that begin with one.
    async fn message(&mut self) -> io::Result<String> {
        let mut message = String::new();
        loop {
            let line = self.line().await?;
            if line == "." {
                return Ok(message);
            }
            message.push_str(line.strip_prefix('.').unwrap_or(&line));
            message.push_str("\r\n");
        }
    }
}

fn address_in(line: &str) -> String {
    let within = line.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    within.map(|(address, _)| address.to_owned()).unwrap_or_default()
}

/// The user and the password in AUTH PLAIN: base64 of NUL, user, NUL, password.
fn user_of(secret: &str) -> (String, String) {
    let mut bits = 0_u32;
    let mut count = 0;
    let mut bytes = Vec::new();
    for digit in secret.bytes().filter_map(base64_digit) {
        bits = (bits << 6) | digit;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut parts = text.split('\0').skip(1).map(str::to_owned);
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

fn base64_digit(byte: u8) -> Option<u32> {
    let digit = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(digit))
}
