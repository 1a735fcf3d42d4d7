//! The dialog with a client: its steps, and what the server does in them.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio_rustls::TlsAcceptor;

/// How connections are encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// Not at all.
    None,
    /// By STARTTLS.
    StartTls,
    /// From the first byte.
    Tls,
}

/// A step of the dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// Before the greeting.
    Greeting,
    /// After STARTTLS is accepted.
    Encryption,
    /// At the sign-in.
    LogIn,
    /// When the client names the sender.
    Sender,
    /// When the client names the recipient.
    Recipient,
    /// When the message has arrived.
    Message,
}

/// What the server does in one connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Works normally.
    Work,
    /// Sends this line, such as `450 later`.
    Say(Point, &'static str),
    /// Sends nothing and keeps the connection open.
    Hang(Point),
    /// Closes the connection.
    HangUp(Point),
    /// Accepts the message, and closes the connection without confirming it.
    TakeAndHangUp,
}

/// An accepted email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenMail {
    /// The sender of the envelope.
    pub from: String,
    /// The recipients of the envelope.
    pub to: Vec<String>,
    /// Headers and body, unchanged.
    pub message: String,
    /// Whether the connection was encrypted.
    pub is_encrypted: bool,
    /// The user who signed in, with the password.
    pub user: Option<(String, String)>,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) acts: VecDeque<Act>,
    pub(super) taken: Vec<TakenMail>,
    pub(super) connections: usize,
}

#[derive(Clone)]
pub(super) struct Shared {
    pub(super) state: Arc<Mutex<State>>,
    pub(super) encryption: Encryption,
    pub(super) acceptor: Option<TlsAcceptor>,
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
