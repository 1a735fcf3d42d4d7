//! Finds the one of several PostgreSQL servers that accepts writes.

use std::time::Duration;

use futures_util::future::join_all;
use sqlx::{Connection as _, PgConnection, Row as _, postgres::PgConnectOptions};
use tokio::time::timeout;

/// How long a server may take to answer the check.
const LOOK_WITHIN: Duration = Duration::from_secs(2);
/// How to reach each server, in the order of the address.
#[derive(Debug, Clone)]
pub(crate) struct Servers {
    each: Vec<PgConnectOptions>,
    needs_primary: bool,
    is_read_only: bool,
}

impl Servers {
    /// A single server, whether or not it accepts writes.
    pub(crate) fn one(server: PgConnectOptions) -> Self {
        Self { each: vec![server], needs_primary: false, is_read_only: false }
    }

    /// Several servers (at least one), one of which accepts writes.
    pub(crate) fn with_a_primary(each: Vec<PgConnectOptions>) -> Self {
        Self { each, needs_primary: true, is_read_only: false }
    }

    /// How to reach each server.
    pub(crate) fn each(&self) -> &[PgConnectOptions] {
        &self.each
    }

    /// Whether a server is used only if it accepts writes.
    pub(crate) fn needs_primary(&self) -> bool {
        self.needs_primary
    }

    /// Changes how each server is reached.
    pub(crate) fn reached(mut self, how: impl Fn(PgConnectOptions) -> PgConnectOptions) -> Self {
        self.each = self.each.into_iter().map(how).collect();
        self
    }

    /// Makes the connections read-only.
    pub(crate) fn read_only(self) -> Self {
        let read_only = self.reached(|server| server.options([("default_transaction_read_only", "on")]));
        Self { is_read_only: true, ..read_only }
    }

    /// Hosts, ports and the database, for messages.
    pub(crate) fn place(&self) -> String {
        let hosts: Vec<String> = self.each.iter().map(host_of).collect();
        let database = self.each.first().and_then(PgConnectOptions::get_database).unwrap_or_default();
        format!("{}/{database}", hosts.join(","))
    }

    /// A text that is the same for all connections to the same database with the same user.
    pub(super) fn key(&self) -> String {
        let sockets: Vec<_> = self.each.iter().map(PgConnectOptions::get_socket).collect();
        let user = self.each.first().map(PgConnectOptions::get_username).unwrap_or_default();
        format!("{user}@{} {sockets:?} {}", self.place(), self.needs_primary)
    }

    /// Finds the server to use: the current one if it can be used, otherwise the first that can. An error says why none
    /// can.
    pub(super) async fn find(&self, present: usize) -> Result<usize, String> {
        let asked = join_all(self.each.iter().map(|server| self.ask(server))).await;
        let mut usable = (0..asked.len()).filter(|index| asked[*index].is_ok());
        let first = usable.clone().next();
        match usable.find(|index| *index == present).or(first) {
            Some(index) => Ok(index),
            None => Err(self.reason(asked)),
        }
    }

    fn reason(&self, asked: Vec<Result<(), String>>) -> String {
        let reasons = self.each.iter().zip(asked).filter_map(|(server, asked)| Some((server, asked.err()?)));
        match self.each.len() {
            1 => reasons.map(|(_, reason)| reason).collect(),
            _ => {
                reasons.map(|(server, reason)| format!("{}: {reason}", host_of(server))).collect::<Vec<_>>().join("; ")
            }
        }
    }

    async fn ask(&self, server: &PgConnectOptions) -> Result<(), String> {
        let asked = timeout(LOOK_WITHIN, async {
            let mut connection = PgConnection::connect_with(server).await?;
            let is_usable = self.is_usable(&mut connection).await?;
            sqlx::Result::Ok((connection, is_usable))
        });
        match asked.await {
            Ok(Ok((connection, is_usable))) => {
                let _ = timeout(LOOK_WITHIN, connection.close()).await;
                if is_usable { Ok(()) } else { Err("it only reads".into()) }
            }
            Ok(Err(error)) => Err(reason_of(&error)),
            Err(_) => Err("it does not answer".into()),
        }
    }

    /// Whether a server that has answered may be used.
    pub(super) async fn is_usable(&self, connection: &mut PgConnection) -> sqlx::Result<bool> {
        // For connections that are read-only on purpose, the setting says nothing about the server.
        const WRITES: &str = "SELECT NOT pg_is_in_recovery() AND NOT current_setting('transaction_read_only')::bool";
        const IS_PRIMARY: &str = "SELECT NOT pg_is_in_recovery()";
        if !self.needs_primary {
            return Ok(true);
        }
        // Sent as text, which leaves no prepared statement behind a pooler.
        let asked = sqlx::raw_sql(if self.is_read_only { IS_PRIMARY } else { WRITES });
        asked.fetch_one(connection).await?.try_get(0)
    }
}

fn host_of(server: &PgConnectOptions) -> String {
    format!("{}:{}", server.get_host(), server.get_port())
}

/// Returns what went wrong, without any password.
pub(crate) fn reason_of(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(inner) => inner.message().to_owned(),
        // No byte arrived in answer to the first message.
        sqlx::Error::Protocol(text) if text.contains("SSLRequest: 0x00") => "it closes connections immediately".into(),
        sqlx::Error::Protocol(text) => {
            // The driver adds its own line at the end.
            let text = text.split(" (sqlx").next().unwrap_or_default();
            format!("what answers does not speak its protocol ({text})")
        }
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::Tls(error) => format!("no encrypted connection can be made ({error})"),
        other => other.to_string(),
    }
}
