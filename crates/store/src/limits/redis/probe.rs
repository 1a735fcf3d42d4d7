//! Whether Redis answers in time, checked on a separate thread.
//!
//! Otherwise, a busy process could not be distinguished from a slow Redis.

use std::{thread, time::Duration};

use redis::{
    Client, RedisResult,
    aio::{ConnectionManager, ConnectionManagerConfig},
};
use tokio::sync::{mpsc, oneshot};

/// The maximum duration of connecting.
const CONNECTING: Duration = Duration::from_secs(1);

/// The number of consecutive questions without an answer in time after which Redis is considered unavailable.
const QUESTIONS: u32 = 3;

/// Asks Redis whenever a caller wants to know. Its thread ends when it is dropped.
pub(super) struct Probe(mpsc::UnboundedSender<oneshot::Sender<bool>>);

impl Probe {
    /// Starts the thread. Only an answer within `patience` counts.
    pub(super) fn start(client: Client, patience: Duration) -> std::io::Result<Self> {
        let (ask, asked) = mpsc::unbounded_channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        thread::Builder::new()
            .name("askline-redis".into())
            .spawn(move || runtime.block_on(answer_all(client, patience, asked)))?;
        Ok(Self(ask))
    }

    /// Whether Redis now answers at least one of [`QUESTIONS`] questions: a single answer may be late on an overloaded
    /// machine.
    pub(super) async fn answers(&self) -> bool {
        for _ in 0..QUESTIONS {
            let (sender, answer) = oneshot::channel();
            if self.0.send(sender).is_ok() && answer.await.unwrap_or(false) {
                return true;
            }
        }
        false
    }
}

async fn answer_all(client: Client, patience: Duration, mut asked: mpsc::UnboundedReceiver<oneshot::Sender<bool>>) {
    let config = ConnectionManagerConfig::new()
        .set_connection_timeout(Some(CONNECTING))
        .set_response_timeout(Some(patience))
        .set_number_of_retries(0);
    let mut connection: Option<ConnectionManager> = None;
    let mut asking = Vec::new();
    // Callers that arrive during a question to Redis are answered by the next question.
    while asked.recv_many(&mut asking, usize::MAX).await > 0 {
        if connection.is_none() {
            let connecting = ConnectionManager::new_with_config(client.clone(), config.clone());
            connection = tokio::time::timeout(CONNECTING, connecting).await.ok().and_then(Result::ok);
        }
        let answers = match &mut connection {
            Some(connection) => {
                let answer: RedisResult<String> = redis::cmd("PING").query_async(connection).await;
                answer.is_ok()
            }
            None => false,
        };
        for asking in asking.drain(..) {
            // The caller may have stopped waiting.
            let _ = asking.send(answers);
        }
    }
}
